#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A set as a target of make: what one does after another failed, a second one after it, and those after images were
# touched, changed or deleted.
source "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

draw_classes flowers
cp "$example/Makefile" .
export TFREC=${TFREC:-$root/build/release/bin/tfrec}

# What make did to the files of the set since the last call, a line each time.
report=
report() {  # WHAT
  local file bytes=() times=()
  mkdir -p before/shards
  for file in shards/*; do
    if ! cmp -s "$file" "before/$file"; then
      bytes+=("${file#*/}")
    elif [ "$(stat -c %y "$file")" != "$(stat -c %y "before/$file")" ]; then
      times+=("${file#*/}")
    fi
  done
  report+="$1"$'\n'"  new bytes: ${bytes[*]:-none}"$'\n'"  new times: ${times[*]:-none}"$'\n'
  rm -rf before
  mkdir before
  cp -a shards before/
}

make_and_settle() {  # WHAT
  sleep 0.02  # file systems' clocks tick in hundredths of a second
  step make
  report "$1"
  step make --question  # it settles: a second make changes nothing
}

cp flowers/daisy/daisy_001.jpg whole.jpg
step truncate --size=500 flowers/daisy/daisy_001.jpg
show make
if make; then exit 1; fi  # an image is cut short
step cp whole.jpg flowers/daisy/daisy_001.jpg
show make
make 2>&1 | tee made
sleep 0.02
report+="an image fixed after a make that failed"$'\n'"  $(grep -o '[0-9]* shards are already built.*' made)"$'\n'
report 'that set'
step make --question
step touch flowers/daisy/daisy_001.jpg
make_and_settle 'an image touched'
step cp flowers/daisy/daisy_006.jpg flowers/daisy/daisy_001.jpg
make_and_settle 'an image changed'
step rm flowers/daisy/daisy_006.jpg
make_and_settle 'an image deleted'
step make verify

printf '%s' "$report" >log
step cat log
