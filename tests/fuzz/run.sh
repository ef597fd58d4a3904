#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the fuzz targets under ASan and UBSan, in turns, and prints a table: percent is of the edges of all code that a
# target is linked with.
#
#   tests/fuzz/run.sh --hours N                all targets together get N hours; fractions are fine
#     --cases N      a target ends at N cases in all runs
#     --target NAME  only this one; may be given again
#     --jobs N       targets at a time (default: the number of cores)
#     --turn SECONDS of a target at a time (default 300)
#     --no-build     the programs are there already
#
# What was reached stays in build/fuzz/runs: corpora, counts of cases and findings. A later run goes on from there.
# A finding is a file in build/fuzz/runs/findings/NAME; it becomes a test in tests/fuzz/corpus/NAME with its fix.
set -euo pipefail
cd "$(dirname "$0")/../.."

usage() { sed -n '6,11s/^# \{0,1\}//p' tests/fuzz/run.sh >&2; exit 2; }

hours='' most='' jobs=$(nproc) turn=300 build=yes targets=()
while [ $# -gt 0 ]; do
  if [ "$1" = --no-build ]; then
    build=no && shift
    continue
  fi
  [ $# -gt 1 ] || usage
  case "$1" in
    --hours) hours=$2 ;;
    --cases) most=$2 ;;
    --target) targets+=("$2") ;;
    --jobs) jobs=$2 ;;
    --turn) turn=$2 ;;
    *) usage ;;
  esac
  shift 2
done
[[ $hours =~ ^[0-9]*\.?[0-9]+$ && $most =~ ^[0-9]*$ && $jobs =~ ^[1-9][0-9]*$ && $turn =~ ^[1-9][0-9]*$ ]] || usage
seconds=$(awk -v hours="$hours" 'BEGIN { printf "%d", hours * 3600 }')
if [ ${#targets[@]} -eq 0 ]; then
  for source in tests/fuzz/*_fuzz.cpp; do targets+=("$(basename "$source" _fuzz.cpp)"); done
fi
for name in "${targets[@]}"; do
  [ -f "tests/fuzz/${name}_fuzz.cpp" ] || { echo "run.sh: there is no target '$name'" >&2; exit 2; }
done

runs=build/fuzz/runs
if [ $build = yes ]; then
  cmake --preset fuzz
  cmake --build --preset fuzz --target "${targets[@]/%/_fuzz}"
fi

cases_of() { cat "$runs/cases/$1" 2>/dev/null || echo 0; }
files_in() { { find "$1" -type f 2>/dev/null || true; } | wc -l; }
findings_of() { files_in "$runs/findings/$1"; }
# A target with a new finding waits for its fix.
declare -A known
for name in "${targets[@]}"; do known[$name]=$(findings_of "$name"); done
is_done() {
  [ "$(findings_of "$1")" -gt "${known[$1]}" ] || { [ -n "$most" ] && [ "$(cases_of "$1")" -ge "$most" ]; }
}

# take_turn NAME SECONDS: the last line of progress has the number of cases where libFuzzer was killed.
take_turn() {
  local name=$1 log=$runs/logs/$1.log limit=() cases
  mkdir -p "$runs"/{cases,logs,coverage} "$runs/corpus/$name" "$runs/findings/$name"
  [ -z "$most" ] || limit=("-runs=$((most - $(cases_of "$name")))")
  "build/fuzz/bin/${name}_fuzz" -max_total_time="$2" "${limit[@]}" -timeout=60 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix="$runs/findings/$name/" "$runs/corpus/$name" "tests/fuzz/corpus/$name" \
    >"$log" 2>&1 || true
  cases=$(sed -n 's/^stat::number_of_executed_units: *//p; s/^#\([0-9]*\)[^0-9].*/\1/p' "$log" | sort -n | tail -1)
  echo $(($(cases_of "$name") + ${cases:-0})) >"$runs/cases/$name"
  sed -n 's/.*\(cov: [0-9]*\) \(ft: [0-9]*\).*/\1 \2/p' "$log" | tail -1 >"$runs/coverage/$name"
  sed -n 's/^INFO: Loaded .*(\([0-9]*\) inline 8-bit counters.*/all: \1/p' "$log" | head -1 >>"$runs/coverage/$name"
}

# A corpus keeps what adds coverage.
minimise() {
  local name=$1 merged=$runs/corpus/$1.merged
  [ -d "$runs/corpus/$name" ] || return 0
  rm -rf "$merged" && mkdir "$merged"
  if "build/fuzz/bin/${name}_fuzz" -merge=1 "$merged" "$runs/corpus/$name" "tests/fuzz/corpus/$name" \
    >"$runs/logs/$name.merge.log" 2>&1; then
    rm -rf "$runs/corpus/$name" && mv "$merged" "$runs/corpus/$name"
  else
    rm -rf "$merged"
  fi
}

print_table() {
  printf '%-10s %14s %9s %9s %9s %9s %9s\n' target cases edges percent features corpus findings
  for name in "${targets[@]}"; do
    local edges all features percent=-
    edges=$(sed -n 's/^cov: \([0-9]*\).*/\1/p' "$runs/coverage/$name" 2>/dev/null || true)
    all=$(sed -n 's/^all: //p' "$runs/coverage/$name" 2>/dev/null || true)
    [ -z "$edges" ] || [ -z "$all" ] || percent=$((100 * edges / all))
    features=$(sed -n 's/.*ft: \([0-9]*\)/\1/p' "$runs/coverage/$name" 2>/dev/null || true)
    printf '%-10s %14s %9s %9s %9s %9s %9s\n' "$name" "$(cases_of "$name")" "${edges:--}" \
      "$percent" "${features:--}" \
      "$(files_in "$runs/corpus/$name")" "$(findings_of "$name")"
  done
}

end=$((SECONDS + seconds))
while [ $SECONDS -lt $end ]; do
  is_left=no
  for name in "${targets[@]}"; do
    left=$((end - SECONDS))
    { [ $left -gt 0 ] && ! is_done "$name"; } || continue
    is_left=yes
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || true; done
    take_turn "$name" $((left < turn ? left : turn)) &
  done
  wait
  [ $is_left = yes ] || break
done
for name in "${targets[@]}"; do minimise "$name"; done
print_table
found=0
for name in "${targets[@]}"; do found=$((found + $(findings_of "$name"))); done
[ $found -eq 0 ]
