#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every test there is: installs what is missing, builds with warnings as errors, checks format and code, runs the tests
# under the sanitizers and of the static program, and last the tests of the plain build with TensorFlow as the judge.
#
#   tests/run.sh           all of it but clang-tidy
#   tests/run.sh --tidy    clang-tidy, too; its clang-analyzer checks are those of scan-build
#   tests/run.sh --tsan    ThreadSanitizer for all tests, through the real binary, too, not just those of threads
#   tests/run.sh --quick   the plain build and its tests alone
#
# Stops at the first thing that is wrong. Ends with ctest's own summary. CI=true makes a skipped test a failed one.
set -euo pipefail

quick=no
tidy=no
tsan=no
for option in "$@"; do
  case "$option" in
    --quick) quick=yes ;;
    --tidy) tidy=yes ;;
    --tsan) tsan=yes ;;
    *) echo "usage: tests/run.sh [--quick | --tidy --tsan]" >&2; exit 2 ;;
  esac
done
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
jobs=$(nproc)
# What these tests exercise runs on several threads.
threaded='^unit/(base|sets|operations)$'

# The program and the packages that users get: their own checks, and those of odd images and of TensorFlow. Printed code,
# cards and the shards of hosts do not depend on how the program is linked.
check_static() (
  cmake --workflow --preset static >build/static.txt 2>&1 || { tail -n 40 build/static.txt >&2; return 1; }
  tests/package/run
  export TFREC_BINARY=$root/build/static/bin/tfrec
  build/dev/bin/cli_tests -# '[#build_images_test],[#verify_images_test],[#usage_test]'
  find tests/interop -name '*_test.py' -printf '%P\n' | sort |
    grep -vE '^(reader_|printed_code|cards|equal_steps|tfds)' |
    TFREC_DRAW_FLOWERS=$root/build/dev/bin/draw_flowers xargs -P "$jobs" -I TEST sh -c 'tests/interop/run TEST || [ $? = 77 ]'
)

begin() { printf '\n== %s (after %d s)\n' "$*" "$SECONDS"; }

build() {  # PRESET [TARGET...]
  local preset=$1
  shift
  cmake --preset "$preset" >/dev/null
  cmake --build --preset "$preset" -j "$jobs" ${1:+--target "$@"}
}

# The Pythons that have TensorFlow, JAX and mlcroissant, made once and again when the pinned versions change.
make_venv() {  # NAME PINS
  local venv=build/$1 pins=tests/interop/$2
  if cmp -s "$pins" "$venv/installed.txt" && "$venv/bin/python" -c '' 2>/dev/null; then
    return 0
  fi
  rm -rf "$venv"
  mkdir -p build
  python3 -m venv "$venv" &&
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$pins" &&
    cp "$pins" "$venv/installed.txt"
}

make_interop_venvs() {
  make_venv interop-venv requirements.txt && make_venv jax-venv requirements-jax.txt &&
    make_venv cards-venv requirements-cards.txt
}

check_format() {
  find src tests examples \( -name '*.cpp' -o -name '*.hpp' \) -print0 | xargs -0 clang-format --dry-run --Werror
}

# The files of a folder together, as they are compiled: headers are read once for all of them. clang-tidy looks for its
# settings beside those files in build/, so what tests/.clang-tidy turns off is passed.
tidy_folders() {  # FOLDERS CHECKS
  run-clang-tidy -quiet -p build/tidy -j "$jobs" -checks="$2" -header-filter="^$root/($1)/" \
    "^$root/(build/tidy/)?($1)/" >>build/clang-tidy.txt 2>/dev/null
}

# Code that the preset does not compile: of the static program, the fuzz targets, MemorySanitizer and benchmarks.
tidy_others() {
  clang-tidy --quiet $(grep -l TFREC_FUZZER tests/fuzz/*.cpp) -- -std=c++20 -DTFREC_FUZZER -Isrc -Itests \
    -isystem build/tidy/proto >>build/clang-tidy.txt 2>/dev/null &&
    clang-tidy --quiet src/image/linked.cpp src/image/opencv/tiff_handler_linked.cpp tests/fuzz/asan_options.cpp \
      tests/msan/*.cpp tests/benchmark/programs/*.cpp -- -std=c++20 -Isrc -Itests -isystem /usr/include/opencv4 \
      >>build/clang-tidy.txt 2>/dev/null
}

check_code() {
  cmake --preset dev -B build/tidy >/dev/null
  cmake --build build/tidy --target tfrec_proto
  : >build/clang-tidy.txt
  tidy_folders 'src|examples' '' && tidy_folders tests "$(grep '^  -' tests/.clang-tidy | tr -d ' \n')" &&
    tidy_others || {
    grep -E '(warning|error): ' build/clang-tidy.txt | sort -u >&2
    return 1
  }
}

begin "packages"
if [ "$quick" = yes ]; then .ci/packages test; else .ci/packages test package lint; fi

begin "TensorFlow, JAX and mlcroissant from PyPI"
make_interop_venvs || [ "${CI:-}" != true ]  # without it the interop tests report that they were skipped

begin "build, warnings are errors"
build dev

if [ "$quick" = no ]; then
  begin "clang-format"
  check_format
  if [ "$tidy" = yes ]; then
    begin "clang-tidy"
    check_code
  fi
  begin "AddressSanitizer and UndefinedBehaviorSanitizer"
  build asan
  ctest --preset asan -j "$jobs"
  if [ "$tsan" = yes ]; then
    begin "ThreadSanitizer"
    build tsan
    ctest --preset tsan -j "$jobs"
  else
    begin "ThreadSanitizer, the threaded tests"
    build tsan unit_base unit_sets unit_operations
    ctest --preset tsan -j "$jobs" -R "$threaded"
  fi
  begin "MemorySanitizer, the readers"
  tests/msan/run
fi

if [ "$quick" = no ]; then
  begin "the static program and its packages"
  check_static
fi

begin "tests"
ctest --preset dev -j "$jobs"
