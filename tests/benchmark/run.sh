#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures tfrec against the least its jobs can take (the floors in programs/) and against other tools from PyPI, side
# by side in one run. Prints a table, writes build/benchmark/results.json, exits with 1 where a reach is missed.
#
#   tests/benchmark/run.sh                 everything: about 25 minutes, 5 GB of disk, TensorFlow from PyPI
#   tests/benchmark/run.sh --quick         few repeats, small inputs, no other tools: about three minutes
#   tests/benchmark/run.sh --only WORD     the rows whose names hold WORD (repeatable)
#   tests/benchmark/run.sh --photos DIR    a folder of JPEGs, too, beside the images it draws
#   tests/benchmark/run.sh --static        builds the static program, too: rows whole-…-static
#   tests/benchmark/run.sh --page          no rows: the table of the last run goes into docs/performance.md
#   tests/benchmark/run.sh --help          all options
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/build/benchmark
static=$root/build/benchmark-static

if [[ $* == --page ]]; then
  exec python3 "$here/driver/page.py" "$build/results.json" "$root/docs/performance.md"
fi

case " $* " in
  *" --help "* | *" -h "* | *" --list "*) ;;
  *)
    "$root/.ci/packages" build
    cmake -S "$root" --preset release -B "$build" -DTFREC_BUILD_BENCHMARKS=ON >/dev/null
    cmake --build "$build" >&2
    ;;
esac
case " $* " in
  *" --static "*)
    cmake -S "$root" --preset static -B "$static" -DTFREC_BUILD_BENCHMARKS=ON >/dev/null
    cmake --build "$static" --target tfrec floor_jpeg >&2
    ;;
esac
exec python3 "$here/driver/main.py" --programs "$build/bin" --static-programs "$static/bin" --work "$build/work" --results "$build/results.json" "$@"
