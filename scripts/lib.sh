# Functions that the scripts share: they install what is needed, and build the project. Other scripts source this file;
# nothing runs it.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# script_help: prints the comment at the head of the calling script, which says what it does and what it takes.
script_help() { awk 'NR > 1 { if ($0 !~ /^#/) exit; sub(/^# ?/, ""); print }' "$0"; }
for argument in "$@"; do
  case $argument in --help | -h) script_help && exit 0 ;; esac
done

# takes_no_arguments "$@": ends a script that has no options with an error if it got an argument.
takes_no_arguments() {
  [ $# -eq 0 ] && return 0
  printf '%s: takes no arguments, not: %s; see %s --help\n' "$0" "$*" "$0" >&2
  exit 2
}

# Debian packages that the build needs. libtorch-dev is there to compare with libtorch, and valgrind to measure.
packages=(
  ca-certificates git python3 cmake ninja-build g++ clang lld llvm libclang-rt-14-dev clang-format clang-tidy ccache
  libgtest-dev librapidcheck-dev libbenchmark-dev libfmt-dev libcli11-dev nlohmann-json3-dev libtomlplusplus-dev
  libtbb-dev libzip-dev libdnnl-dev libtorch-dev libclang-14-dev valgrind chromium mandoc python3-yaml python3-lark python3-jsonschema
)
# What scripts that measure coverage need besides. Older versions of clang cannot measure the coverage of conditions.
coverage_packages=(clang-19 llvm-19 libclang-rt-19-dev)

# use_coverage_build: removes a build with coverage that another version of clang made.
use_coverage_build() {
  [ ! -f build/coverage/CMakeCache.txt ] || grep -q 'clang++-19$' build/coverage/CMakeCache.txt || rm -rf build/coverage
}

# CCACHE_SLOPPINESS: ccache keeps results that used precompiled headers only with these values.
# CCACHE_DEPEND: ccache must compare precompiled headers by their bytes. By preprocessed text it would take a changed
# header for the old one if only a comment or a macro changed. Then the including files define everything twice.
# CCACHE_NAMESPACE: with a new name, results that were stored by preprocessed text are not used any more.
export CCACHE_SLOPPINESS=pch_defines,time_macros
export CCACHE_DEPEND=1
export CCACHE_NAMESPACE=modecheck-by-headers
# ccache stores paths relative to the root. So a copy of the sources in another folder reuses what was compiled in this
# folder.
export CCACHE_BASEDIR=$root

say() { printf '\n== %s\n' "$*" >&2; }

# install_missing: installs the missing packages without asking. If the user may not install, it says what to do.
install_missing() {
  local missing=() package
  for package in "${packages[@]}"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      printf 'These packages are missing and this user may not install them:\n  %s\nRun as root:  apt-get install %s\n' \
        "${missing[*]}" "${missing[*]}" >&2
      exit 2
    fi
    as_root=(sudo)
  fi
  say "installing: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# build PRESET [TARGET...]: configures the preset if needed, and builds the targets, or all of them if none is named.
build() {
  local preset=$1 targets=()
  shift
  [ $# -gt 0 ] && targets=(--target "$@")
  if [ ! -f "build/$preset/build.ninja" ]; then
    say "configuring $preset"
    cmake --preset "$preset" >/dev/null
  fi
  say "building $preset"
  cmake --build "build/$preset" "${targets[@]}" -- --quiet
}

# copy_sources FOLDER: makes the folder anew and copies the present sources into it.
copy_sources() {
  rm -rf "$1"
  mkdir -p "$1"
  git ls-files -co --exclude-standard -z | xargs -0 cp -P --parents -t "$1"
}

# plant_faults FOLDER [NAME]: copies the sources to FOLDER/source and plants the faults of tests/faults/faults.txt there, or
# only the fault NAME. Writes their list to FOLDER/list.
plant_faults() {
  local folder=$1 only=${2:-} faults=tests/faults/faults.txt
  copy_sources "$folder/source"
  if [ -n "$only" ]; then
    awk -v name="$only" '/^fault / { wanted = $2 == name } wanted' "$faults" >"$folder/faults.txt"
    faults=$folder/faults.txt
    [ -s "$faults" ] || { say "there is no fault $only in tests/faults/faults.txt"; exit 2; }
  fi
  g++ -std=c++20 -O1 tests/faults/plant.cpp -o "$folder/plant"
  "$folder/plant" "$faults" "$folder/source" >"$folder/list"
}

# take_torch VERSION: makes a version of PyTorch a subject, or builds again what changed, and sets $subject to its name. The oldest
# version is the installed libtorch.
taken=()
take_torch() {
  subject=torch-$1
  if [ "$1" = 1.13.1 ]; then
    subject=torch
    return
  fi
  [ -e "build/reference/torch-$1" ] || taken+=("build/reference/torch-$1" "build/subjects/modecheck_subject_torch-$1.so")
  scripts/reference "torch==$1" --subject
}

# drop_torch: removes the versions that take_torch downloaded. A version has up to two gigabytes.
drop_torch() {
  rm -rf "${taken[@]}"
  taken=()
}
