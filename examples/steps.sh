# SPDX-License-Identifier: Apache-2.0
# Sourced by the run.sh of the examples: finds the programs, makes the output folder, shows each command.
#
#   examples/NAME/run.sh [OUT]    (OUT: a new or empty folder; default: one in the temporary folder)
#
# TFREC, DRAW_FLOWERS, DRAW_SHAPES
#                       the programs; default: those of build/release, built where they are missing
# IMAGES                a folder of draw_flowers, to draw none anew
# PYTHON                a Python that has what the reader imports; without it shards are built and verified alone
# shellcheck shell=bash
set -euo pipefail

if [ $# -gt 1 ] || [[ ${1:-} == -* ]]; then
  echo "usage: ${0##*/} [OUT]" >&2
  exit 2
fi
example=$(cd "$(dirname "${BASH_SOURCE[1]}")" && pwd)
root=$(cd "$example/../.." && pwd)

if [ -z "${TFREC:-}" ] || [ -z "${DRAW_FLOWERS:-}${IMAGES:-}" ]; then
  "$root/.ci/packages" build
  echo "Building tfrec; this takes a few minutes the first time."
  log=$(mktemp)
  (cd "$root" && cmake --preset release && cmake --build --preset release --target tfrec draw_flowers draw_shapes) \
    >"$log" 2>&1 || { cat "$log" >&2; exit 3; }
  rm -f "$log"
fi
tfrec() { "${TFREC:-$root/build/release/bin/tfrec}" "$@"; }
draw_flowers() { "${DRAW_FLOWERS:-$root/build/release/bin/draw_flowers}" "$@"; }
draw_shapes() { "${DRAW_SHAPES:-$root/build/release/bin/draw_shapes}" "$@"; }

out=${1:-$(mktemp -d)}
mkdir -p "$out"
cd "$out"
if [ -n "$(ls -A)" ]; then
  echo "${0##*/}: $out is not empty" >&2
  exit 2
fi
printf '$ cd %s\n' "$PWD"

# Prints a command as one would type it.
show() {
  printf '\n$'
  local word
  for word in "$@"; do
    if [[ $word =~ ^[A-Za-z0-9_@%+=:,./-]+$ ]]; then printf ' %s' "$word"; else printf " '%s'" "$word"; fi
  done
  printf '\n'
}

# Shows a command, then runs it.
step() {
  show "$@"
  "$@"
}

# Sets `images` to a folder of sample images: CLASS_NUMBER.jpg, five classes in turn.
draw_images() {
  if [ -n "${IMAGES:-}" ]; then
    images=$IMAGES/images
  else
    step draw_flowers drawn --count 30
    images=drawn/images
  fi
}

# The same as one folder per class: FOLDER/CLASS/CLASS_NUMBER.jpg.
draw_classes() {  # FOLDER
  draw_images
  local image class
  for image in "$images"/*.jpg; do
    class=${image##*/}
    class=${class%_*}
    mkdir -p "$1/$class"
    cp "$image" "$1/$class/"
  done
}

# Runs reading code of this example, if PYTHON names an interpreter.
reader() {  # FILE [ARGUMENT...]
  if [ -z "${PYTHON:-}" ]; then
    printf '\nPYTHON is not set; the reader is left to you: python %s\n' "$example/$*"
    return
  fi
  show python "$1" "${@:2}"
  TF_CPP_MIN_LOG_LEVEL=3 TF_ENABLE_ONEDNN_OPTS=0 PYTHONDONTWRITEBYTECODE=1 "$PYTHON" "$example/$1" "${@:2}"
}
