#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints how many lines of src the tests run, per folder, and each file below its floor. It needs the packages of
# `.ci/packages test lint`.
#
#   tests/coverage.sh           unit tests, corpora of the fuzz targets, and tests of the real binary
#   tests/coverage.sh --units   unit tests alone
#
# Exits with 1 if a test fails or a floor is missed. build/coverage/missed.txt has each line that did not run.
#
# Files that are below the floor of their folder for good, and why:
#   html.hpp, feature_spec.cpp, image_format.cpp, crc32c_algebra.cpp   constexpr functions, which run in the compiler
#   observer.hpp, codec.hpp, write_pages.cpp    defaults of interfaces, and errors of a program of the build
#   deflater.cpp, mat_pixels.hpp, load.cpp      failures inside zlib, OpenCV and the loader
#   seeded_stream.cpp, record_places.cpp        once in 2^32 draws or more; more records than a test can write
#   mask_findings.hpp, verify_indexes.cpp       files that change while they are read, or that root can't read
set -euo pipefail
cd "$(dirname "$0")/.."
build=$PWD/build/coverage
case "${1:-}" in
  "") kinds='unit|fuzz|cli' ;;
  --units) kinds=unit ;;
  *) sed -n '6,7s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac

# Each program maps a file of counters before main (%c), which its processes share (%9m: one of nine). So the sandbox
# and signals lose nothing. With one file, a process that a test stops while it starts would block all others. Objects
# contain the paths of sources: those of another clone, from ccache, would not fit.
counters="-fcoverage-mapping -fprofile-instr-generate=$build/profiles/%9m%c.profraw -mllvm -runtime-counter-relocation"
cmake --preset dev -B "$build" -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_CXX_FLAGS="-w $counters" \
  -DCMAKE_CXX_FLAGS_DEV=-O1 -DTFREC_BUILD_EXAMPLES=OFF -DTFREC_CCACHE=OFF >/dev/null
targets=(architecture_test)
for folder in tests/unit/*/; do targets+=("unit_$(basename "$folder")"); done
if [ "$kinds" != unit ]; then
  targets+=(tfrec cli_tests)
  for source in tests/fuzz/*_fuzz.cpp; do targets+=("$(basename "$source" .cpp)"); done
fi
cmake --build "$build" --target "${targets[@]}"

rm -rf "$build/profiles"
result=0
ctest --test-dir "$build" -R "^($kinds)/" -j "$(nproc)" --output-on-failure || result=1

llvm-profdata merge -o "$build/merged.profdata" "$build"/profiles/*.profraw
objects=("${targets[@]}" tfrec-image-opencv.so)
if [ "$kinds" != unit ]; then objects+=(write_pages); fi
llvm-cov export -format=lcov -instr-profile="$build/merged.profdata" \
  "${objects[@]/#/-object=$build/bin/}" >"$build/lines.lcov"
python3 - "$PWD/src/" "$build" <<'END' || result=1
import collections, pathlib, sys

FLOOR, FLOORS = 90, dict.fromkeys(("tfrecord", "example", "shards", "records"), 95)  # percent of lines

source, build = sys.argv[1:]
files = collections.defaultdict(dict)  # path below src → line → how often it ran
for entry in pathlib.Path(build, "lines.lcov").read_text().splitlines():
    key, _, value = entry.partition(":")
    if key == "SF":
        path = value
    elif key == "DA" and path.startswith(source):
        line, count = map(int, value.split(","))
        files[path.removeprefix(source)][line] = count

with open(build + "/missed.txt", "w") as missed:
    for path, lines in sorted(files.items()):
        texts = pathlib.Path(source, path).read_text().splitlines()
        missed.writelines(f"src/{path}:{n}: {texts[n - 1]}\n" for n, count in sorted(lines.items()) if count == 0)

folders = collections.defaultdict(list)
for path, lines in files.items():
    folders[path.partition("/")[0] if "/" in path else "src"] += lines.values()
folders["total"] = [count for counts in list(folders.values()) for count in counts]
percent = lambda counts: 100 * sum(count > 0 for count in counts) / len(counts)
print(f"{'folder':<12} {'lines':>7} {'covered':>7} {'percent':>7} {'floor':>5}")
is_missed = False
for folder, counts in folders.items():
    floor = FLOOR if folder == "total" else FLOORS.get(folder, 0)
    is_missed |= percent(counts) < floor
    print(f"{folder:<12} {len(counts):7} {sum(map(bool, counts)):7} {percent(counts):7.1f} {floor or '':>5}")
for path, lines in sorted(files.items()):
    if percent(lines.values()) < FLOORS.get(path.partition("/")[0], FLOOR):
        print(f"{percent(lines.values()):5.1f} of {len(lines):3} lines of src/{path}")
sys.exit(is_missed)
END
exit $result
