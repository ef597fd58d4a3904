#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the examples for Spark, Slurm and Kubernetes, kills a worker of each during the build, and compares the sets with
# the one of a single build, byte for byte. Not part of the default test run: it installs engines.
#
#   tests/scale/run.sh [WORK]    (WORK: a new or empty folder for sets and logs; default: one in the temporary folder,
#                                which is removed if all is well)
#
#   TFREC                 the program; default: that of build/release, built where it is missing
#   IMAGES                images/ and labels.csv; default: drawn flowers
#   ENGINES               default: spark slurm kubernetes
#   RECORDS               images of the set, each a link to one of IMAGES (6000); parts must take seconds
#
# Prints a line per step, and log lines of each killed worker. Exit codes: 0; 1 if a set differs or a kill missed; 3 if
# something could not be installed or started.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
source "$root/tests/scale/install.sh"
source "$root/tests/scale/kill.sh"
engines=${ENGINES:-spark slurm kubernetes}
records=${RECORDS:-6000}
export SHARDS=24 PARTS=4
keep=${1:-}
work=${1:-$(mktemp -d)}
mkdir -p "$work"
work=$(cd "$work" && pwd)
if [ -n "$(ls -A "$work")" ]; then echo "scale: $work is not empty" >&2; exit 2; fi

say() { printf 'scale: %s\n' "$*"; }
wrong() { printf 'scale: %s (logs in %s)\n' "$*" "$work" >&2; exit 1; }

# A set that takes seconds to build: few images under many names, with their rows. Hard links, because links that lead
# out of the folder are refused.
link_images() {
  mkdir -p "$work/set/images"
  local originals
  originals=$(($(wc -l <"$IMAGES/labels.csv") - 1))
  awk -v records="$records" -v rows="$originals" -v from="$IMAGES/images" -v to="$work/set" '
    NR == 1 { print >(to "/labels.csv"); next }
    { name = $0; sub(/,.*/, "", name); rest = substr($0, length(name) + 1); files = from "/" name
      if ((getline _ < files) < 0) files = files ".jpg"
      close(files)
      for (copy = 0; copy * rows + NR - 1 <= records; ++copy) {
        print copy "_" name rest >(to "/labels.csv")
        print files; print to "/images/" copy "_" substr(files, length(from) + 2) } }
  ' "$IMAGES/labels.csv" | xargs -n 200 -d '\n' python3 -c '
import os, shutil, sys
for image, link in zip(sys.argv[1::2], sys.argv[2::2]):
    try:
        os.link(image, link)
    except OSError:  # another file system
        shutil.copyfile(image, link)'
}

# Runs an example, kills a worker when it builds, waits for the example and compares.
try() {  # ENGINE
  local engine=$1 out=$work/$1 code=0
  say "$engine: begins"
  PYTHON=$python "$root/examples/$engine/run.sh" "$out" >"$work/$engine.log" 2>&1 &
  runs=$!
  "kill_$engine" "$out" "$runs" || wrong "$engine: the kill missed"
  wait "$runs" || code=$?
  runs=
  [ "$code" -eq 0 ] || wrong "$engine: run.sh ended with exit code $code"
  evidence "$engine" "$out" >"$work/$engine.killed" || true
  sed 's/^/    /' "$work/$engine.killed"
  [ -s "$work/$engine.killed" ] || wrong "$engine: no log of a killed part"
  same "$work/one" "$out/shards" || wrong "$engine: the sets differ"
  say "$engine: the same bytes as one build: $(find "$out/shards" -name '*.tfrec' | wc -l) shards and manifest.json"
}

same() {  # ONE OTHER
  local file
  diff <(cd "$1" && ls) <(cd "$2" && ls) || return 1
  for file in "$1"/*; do cmp "$file" "$2/${file##*/}" || return 1; done
}

runs=
trap '[ -z "$runs" ] || kill "$runs" 2>/dev/null || true' EXIT  # an example ends what it started
install_engines
get_tfrec
get_images
link_images
say "$records images, linked"
"$TFREC" build "$work/set/images" --labels "$work/set/labels.csv" --name flowers --shards "$SHARDS" -o "$work/one" -q 2>"$work/one.log" \
  || { cat "$work/one.log" >&2; exit 1; }
say "one build: $SHARDS shards"
export IMAGES=$work/set
for engine in $engines; do try "$engine"; done
say 'all is well'
[ -n "$keep" ] || rm -rf "$work"
