# Shared by the scripts: what has to be installed, and how the project is built. Sourced, never run.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# Prints the comment at the head of a script, which says what it does and what it takes.
script_help() { awk 'NR > 1 { if ($0 !~ /^#/) exit; sub(/^# ?/, ""); print }' "$0"; }
for argument in "$@"; do
  case $argument in --help | -h) script_help && exit 0 ;; esac
done

# takes_no_arguments "$@": for scripts that have no options.
takes_no_arguments() {
  [ $# -eq 0 ] && return 0
  printf '%s: takes no arguments, not: %s; see %s --help\n' "$0" "$*" "$0" >&2
  exit 2
}

# What the build needs; libtorch-dev and valgrind are what it compares and measures with.
packages=(
  ca-certificates git python3 cmake ninja-build g++ clang lld llvm libclang-rt-14-dev clang-format clang-tidy ccache
  libgtest-dev librapidcheck-dev libbenchmark-dev libfmt-dev libcli11-dev nlohmann-json3-dev libtomlplusplus-dev
  libtbb-dev libdnnl-dev libtorch-dev libclang-14-dev valgrind chromium mandoc python3-yaml python3-lark
)

# ccache keeps what was compiled with precompiled headers only when told to (the first). It has to know them by their
# bytes (the second): by their preprocessed text, one in which a comment or a macro changed is taken for the one before,
# and what includes it defines everything twice. The third leaves behind what was stored by the text.
export CCACHE_SLOPPINESS=pch_defines,time_macros
export CCACHE_DEPEND=1
export CCACHE_NAMESPACE=modecheck-by-headers
# Paths below the root count from there: a copy of the sources in another folder finds what was compiled in this one.
export CCACHE_BASEDIR=$root

say() { printf '\n== %s\n' "$*" >&2; }

# Installs the missing packages. Asks for nothing; says what to do where it may not install.
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

# build PRESET [TARGET...]: configures once, builds the targets (all of them if none is named).
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

# copy_sources FOLDER: the sources as they are now, in a folder that is made anew.
copy_sources() {
  rm -rf "$1"
  mkdir -p "$1"
  git ls-files -co --exclude-standard -z | xargs -0 cp -P --parents -t "$1"
}
