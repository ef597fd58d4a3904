#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the commands of github.yml and gitlab.yml, taken out of these files, as their services would: each job in a new
# checkout, with the set that the last good one left in the cache. tfrec is there already, so nothing is installed.
source "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

draw_classes flowers
tool=${TFREC:-$root/build/release/bin/tfrec}
report=

# What a job did, in a few lines.
note() {  # WHAT EXIT_CODE
  report+="$1"$'\n'
  report+=$(sed -nE -e 's/^set  +(.*)/  built \1/p; s/^(up to date.*)/  \1/p; s/^(::error file=[^,]*).*/  \1/p' \
              -e 's/^ok: ([0-9]+ shards, [0-9]+ intact).*/  verified \1/p' printed)$'\n'
  report+="  verify.xml: $(grep -c '<testcase ' work/verify.xml) test cases, $(grep -c '<failure' work/verify.xml || true) failed"$'\n'
  report+="  exit code $2"$'\n'
}

# A job in a new checkout: files have the time of now, the cache what it was left.
job() {  # WHAT SERVICE VARIABLE...
  show bash -e "job of $2.yml"
  rm -rf work
  mkdir work
  cp -r flowers work/
  if [ -d "cache-$2" ]; then cp -a "cache-$2/shards" work/; fi
  awk -f "$example/job_script.awk" "$example/$2.yml" >"$2.sh"
  local code=0
  (cd work && env -u GITHUB_ACTIONS "${@:3}" CI=true PATH="$(dirname "$tool"):$PATH" bash -e "../$2.sh") >printed 2>&1 || code=$?
  cat printed
  note "$1" "$code"
  if [ "$code" -eq 0 ]; then
    mkdir -p "cache-$2"
    rm -rf "cache-$2/shards"
    cp -a work/shards "cache-$2/"
  fi
}
github() { job "GitHub, $1" github GITHUB_ACTIONS=true; }
gitlab() { job "GitLab, $1" gitlab GITLAB_CI=true; }

github 'an empty cache'
github 'the same images'
step mv flowers/roses/roses_001.jpg .
github 'an image less'
step truncate -s -1 cache-github/shards/flowers02-*.tfrec
github 'a cached shard cut short'
for shard in cache-github/shards/flowers02-*.tfrec; do
  step dd if=/dev/zero of="$shard" bs=1 count=8 seek=5000 conv=notrunc status=none
done
github 'a cached shard damaged'
step mv roses_001.jpg flowers/roses/
gitlab 'an empty cache'
gitlab 'the same images'

printf '%s' "$report" >log
step cat log
