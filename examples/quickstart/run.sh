#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From a fresh clone to shards: installs what is missing, builds tfrec, draws sample images, writes and checks shards.
#
#   examples/quickstart/run.sh [FOLDER]    (default: build/quickstart in the clone)
#
# May be run from anywhere and again.
set -euo pipefail

if [ $# -gt 1 ] || [[ ${1:-} == -* ]]; then
  echo "usage: examples/quickstart/run.sh [FOLDER]" >&2
  exit 2
fi
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
out=${1:-$root/build/quickstart}
mkdir -p "$out"
out=$(cd "$out" && pwd)

"$root/.ci/packages" build

cd "$root"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
quietly() { "$@" >"$log" 2>&1 || { cat "$log" >&2; exit 3; }; }
echo "Building tfrec; this takes a few minutes the first time."
quietly cmake --preset release
if [ -t 1 ]; then
  cmake --build --preset release --target tfrec draw_flowers draw_shapes  # shows how far it is
else
  quietly cmake --build --preset release --target tfrec draw_flowers draw_shapes
fi
PATH=$root/build/release/bin:$PATH

# Shows a command as one would type it, then runs it.
step() {
  echo
  echo "\$ $*"
  "$@"
}

cd "$out"
echo
echo "\$ cd $out"
step draw_flowers .
step head -n 4 labels.csv
again=()
if [ -e shards/manifest.json ]; then again=(--overwrite); fi
step tfrec build images --labels labels.csv --name flowers --shards 4 -o shards "${again[@]}"
step ls shards
step tfrec inspect shards
step tfrec count shards
step tfrec verify shards
