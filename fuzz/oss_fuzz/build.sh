#!/bin/bash -eu
# Builds the fuzz targets as OSS-Fuzz and ClusterFuzzLite want them. scripts/check-oss-fuzz runs it without Docker.
# Their images set CC, CXX, CFLAGS, CXXFLAGS and LIB_FUZZING_ENGINE, and the folders SRC (sources), WORK (build) and OUT.
# OUT gets for each target its program, <program>_seed_corpus.zip, <program>.options and <program>.dict; in
# OUT/subjects the engine as a plug-in; in OUT/lib the libraries that the machines which run the targets do not have.

# The packages of the distribution (fmt, oneTBB) use libstdc++. A program must not mix it with libc++.
# --disable-new-dtags: a program's search path then holds for its libraries too, which need each other.
flags=${CXXFLAGS//-stdlib=libc++/}
cmake -S "$SRC/modecheck" -B "$WORK/modecheck" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-DNDEBUG \
  -DCMAKE_CXX_COMPILER="$CXX" -DCMAKE_CXX_FLAGS="$flags" -DMODECHECK_WERROR=OFF \
  -DMODECHECK_WITH_CUDA=OFF -DMODECHECK_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" \
  -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON -DCMAKE_INSTALL_RPATH='$ORIGIN/lib:$ORIGIN/../lib' \
  -DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags -DCMAKE_MODULE_LINKER_FLAGS=-Wl,--disable-new-dtags
python3 "$SRC/modecheck/fuzz/campaign/oss_fuzz.py" --programs >"$WORK/programs"
mapfile -t programs <"$WORK/programs"
ninja -C "$WORK/modecheck" "${programs[@]}" fuzz_input archive_seeds modecheck modecheck_subject_engine

mkdir -p "$OUT/lib" "$OUT/subjects"
cp "$WORK/modecheck/subjects/modecheck_subject_engine.so" "$OUT/subjects/"
for program in "${programs[@]}"; do cp "$WORK/modecheck/fuzz/$program" "$OUT/"; done

# All libraries but those of glibc, which each machine has in its own version.
for file in "$OUT"/fuzz_* "$OUT"/subjects/*.so; do ldd "$file"; done | awk '$2 == "=>" {print $3}' | sort -u |
  { grep -vE '/(ld-linux[^/]*|lib(c|m|dl|rt|pthread|resolv))\.so' || true; } | xargs -r cp -L -t "$OUT/lib"

# The seeds are made by programs of this build. Leaks are judged when the targets run. AFL++ ends a program that loads an
# instrumented library after its start, as the command does; the variable allows it.
AFL_IGNORE_PROBLEMS=1 ASAN_OPTIONS=detect_leaks=0 LD_LIBRARY_PATH="$OUT/lib" \
  python3 "$SRC/modecheck/fuzz/campaign/oss_fuzz.py" --build "$WORK/modecheck" --out "$OUT"
