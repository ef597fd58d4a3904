#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Ends tfrec at random moments, runs the same command again, and compares the final state, byte for byte
# and file for file, with what an undisturbed run makes. Not part of the test run: 200 kills take minutes.
#
#   tests/soak/run.sh [--kills N] [--seed S] [--tfrec FILE] [--jobs WORDS] [--size GB] IMAGES [BUILD-OPTION …]
#
#   IMAGES      a folder of images; options of `build` may follow it (--labels, --shards, …)
#   --kills N   runs that are ended, per job (200; `disk` fills so many disks: a fifth of them)
#   --seed S    of the random moments (1); the same seed tries the same fractions of the undisturbed run's time
#   --tfrec F   the program (build/release/bin/tfrec)
#   --jobs W    of: build replace signals boxes masks reshard repair extract plan index report together parts finish
#               disk (all; one argument, blanks between), and large
#   --size GB   of the set of `large` (24)
#
#   build    kill -9 of a build into a fresh folder; every fourth time the resumed build is killed, too
#   replace  kill -9 while --overwrite puts a set in the place of another one
#   signals  SIGINT and SIGTERM instead: exit codes 130 and 143
#   boxes, masks   kill -9 of a build with a box, with a mask for each image
#   reshard, repair, extract   kill -9, then again with --overwrite
#   plan, index, report   kill -9 of what writes single files, then again; what has its name is whole
#   together three builds into one folder that begin at random moments, none of them killed
#   parts    kill -9 of parts that run twice at the same time, then `finish`, which is killed as well
#   finish   kill -9 of `finish`, which gathers parts from other folders, and of the next one
#   disk     a tmpfs on which something else grows while the build writes: exit 3, then room is made (as root, or
#            where user namespaces are allowed)
#   large    a set of --size GB, of the images again and again, is built, verified, resharded and extracted. Compares
#            memory and open files of the last third of each run with those before. Needs twice the room in TMPDIR.
#
# After each kill: a manifest under its final name means that all it lists is there, whole. Prints a line per job: runs,
# how many of them came to their end before the kill, defects. Exit code 1 where anything differs; the work folder is
# then kept, and its path is printed.
set -uo pipefail

fail() { printf 'soak: %s\n' "$1" >&2; exit 2; }

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tfrec=$here/../../build/release/bin/tfrec
kills=200
seed=1
size=24
jobs='build replace signals boxes masks reshard repair extract plan index report together parts finish disk'
while [ $# -gt 0 ]; do
  case $1 in
    --kills) kills=$2; shift 2 ;;
    --seed) seed=$2; shift 2 ;;
    --tfrec) tfrec=$2; shift 2 ;;
    --jobs) jobs=$2; shift 2 ;;
    --size) size=$2; shift 2 ;;
    -h | --help) sed -n '3,/^set/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"; exit 0 ;;
    -*) fail "unknown option $1" ;;
    *) break ;;
  esac
done
[ $# -gt 0 ] || fail 'IMAGES is missing (--help)'
images=$(cd "$1" && pwd) || exit 2
shift
options=("$@")
[ -x "$tfrec" ] || fail "$tfrec is missing (--tfrec)"
tfrec=$(cd "$(dirname "$tfrec")" && pwd)/$(basename "$tfrec")
for i in "${!options[@]}"; do  # the work is done in another folder
  [ -e "${options[i]}" ] && options[i]=$(realpath "${options[i]}")
done
RANDOM=$seed
work=$(mktemp -d)
cd "$work" || exit 2
defects=0
success=0  # the exit code of a job's command when it is left alone

now() { date +%s%N; }

# Seconds, at random within the time a job takes undisturbed ($length, in ns) and a little longer.
moment() {
  local ns=$((length * (RANDOM * 32768 + RANDOM) / 1073741824 * 11 / 10))
  printf '%d.%09d' $((ns / 1000000000)) $((ns % 1000000000))
}

defect() {  # WHAT
  defects=$((defects + 1))
  printf 'soak: DEFECT: %s (run %s, after %s s, in %s)\n' "$1" "$run" "$after" "$work" >&2
  cp -a out "defect-$defects" 2>/dev/null
  cp log "defect-$defects.log" 2>/dev/null
}

# Runs a command undisturbed; $length becomes its time.
measure() {  # COMMAND…
  local begun
  begun=$(now)
  "$@" >log 2>&1
  [ $? -eq "$success" ] || { cat log >&2; fail "fails undisturbed: $*"; }
  length=$(($(now) - begun))
}

# Ends a command at a random moment; $code becomes its exit code.
end_at_random() {  # SIGNAL COMMAND…
  local signal=$1
  shift
  after=$(moment)
  timeout --foreground -s "$signal" "$after" "$@" >log 2>&1
  code=$?
  if [ "$signal" = KILL ]; then
    # 124: it ended by itself while timeout was about to kill it.
    [ $code -eq 137 ] || [ $code -eq 124 ] || [ $code -eq "$success" ] || defect "exit code $code before the kill"
  fi
  [ $code -ne "$success" ] || completed=$((completed + 1))
}

again() {  # COMMAND…
  "$@" >log 2>&1
  code=$?
  [ $code -eq "$success" ] || defect "the next run ends with $code: $(tail -n 2 log | tr '\n' ' ')"
}

same() {  # WHAT FOLDER: out is what the folder holds, no file more
  diff -r "$2" out >difference 2>&1 || defect "$1 differs: $(head -n 3 difference | tr '\n' ' ')"
}

# A manifest under its final name means that what it lists is there; FOLDER… are the sets it may be of.
not_torn() {
  [ -e out/manifest.json ] || return 0
  local set
  for set in "$@"; do
    diff -r -x .tfrec-build "$set" out >/dev/null 2>&1 && return 0
  done
  defect 'a manifest beside other files than its own'
}

build() { "$tfrec" build "$images" -o "$@" -q "${options[@]}"; }
threads() { printf -- '-j%d' $((RANDOM % 2 * 3 + 1)); }
# For timeout, which runs programs, not functions.
build_words() { words=("$tfrec" build "$images" -q "${options[@]}" "$(threads)" -o "$@"); }

# Builds with the options at hand, which make SET undisturbed.
kill_builds() {  # SET
  for ((run = 1; run <= kills; ++run)); do
    rm -rf out
    build_words out
    end_at_random KILL "${words[@]}"
    not_torn "$1"
    if [ $((run % 4)) -eq 0 ]; then
      build_words out
      end_at_random KILL "${words[@]}"
      not_torn "$1"
    fi
    build_words out
    again "${words[@]}"
    same 'the resumed set' "$1"
  done
}

job_build() { kill_builds undisturbed; }

# The paths of the images, below their folder.
image_paths() { (cd "$images" && find . -type f | sed 's,^\./,,' | grep -iE '\.(jpe?g|png)$' | sort); }

job_boxes() {
  { echo image,class,xmin,ymin,xmax,ymax; image_paths | sed 's/.*/"&",thing,0.1,0.2,0.7,0.9/'; } >boxes.csv
  local options=(--labels "$work/boxes.csv" --layout detection --box-units fraction --shards 3 --record-list)
  rm -rf boxes
  measure build boxes
  kill_builds boxes
}

# The masks are the images in grey: extract writes them under their names.
job_masks() {
  rm -rf grey masks masked
  { "$tfrec" build "$images" -o grey --color gray --encode png -q && "$tfrec" extract grey -o masks -q; } >log 2>&1 || {
    cat log >&2
    fail 'grey images fail'
  }
  local options=(--masks "$work/masks/images" --layout segmentation --shards 3)
  measure build masked
  kill_builds masked
}

# A command that writes single files into out, which begins as START. What has its name must be whole.
kill_writer() {  # START COMMAND…
  local start=$1 file
  shift
  rm -rf out expected
  cp -a "$start" out
  measure "$@" && mv out expected
  for ((run = 1; run <= kills; ++run)); do
    rm -rf out
    cp -a "$start" out
    end_at_random KILL "$@" "$(threads)"
    for file in out/*; do
      [[ ! -f $file || $file == *.tmp* ]] || cmp -s "$file" "expected/${file#out/}" || defect "$file is torn"
    done
    again "$@" "$(threads)"
    same "what $2 wrote" expected
  done
}

job_plan() {
  rm -rf empty && mkdir empty
  kill_writer empty "$tfrec" plan "$images" -q "${options[@]}" -o out/the.plan
}

job_index() { kill_writer undisturbed "$tfrec" index out -q; }

job_report() {
  rm -rf empty && mkdir empty
  kill_writer empty "$tfrec" report undisturbed -q -o out/page.html
}

job_replace() {
  build other --quality 60 >log 2>&1 || fail 'a set of another quality fails'
  for ((run = 1; run <= kills; ++run)); do
    rm -rf out
    cp -a other out
    build_words out --overwrite
    end_at_random KILL "${words[@]}"
    not_torn undisturbed other
    build_words out --overwrite
    again "${words[@]}"
    same 'the set that replaces another' undisturbed
  done
}

job_signals() {
  local signal expected
  for ((run = 1; run <= kills; ++run)); do
    rm -rf out
    signal=INT expected=130
    [ $((run % 2)) -eq 0 ] || signal=TERM expected=143
    build_words out
    # Without --preserve-status timeout returns 124 for whatever it ended.
    after=$(moment)
    timeout --foreground --preserve-status -s $signal "$after" "${words[@]}" >log 2>&1
    code=$?
    # Before main has begun, the signal itself ends it, which the shell tells by the same number.
    [ $code -eq $expected ] || [ $code -eq 0 ] || defect "SIG$signal: exit code $code"
    [ $code -ne 0 ] || completed=$((completed + 1))
    not_torn undisturbed
    build_words out
    again "${words[@]}"
    same "the set after SIG$signal" undisturbed
  done
}

# A command with -o OUT, killed, then run again with --overwrite.
killed_then_again() {  # COMMAND…
  rm -rf out expected
  "$@" -o expected >log 2>&1
  mv expected once && measure "$@" -o expected
  diff -r once expected >/dev/null || fail "two runs differ: $*"
  rm -rf once
  for ((run = 1; run <= kills; ++run)); do
    rm -rf out
    end_at_random KILL "$@" "$(threads)" -o out
    not_torn expected
    again "$@" "$(threads)" -o out --overwrite
    same "what $2 wrote" expected
  done
}

job_reshard() { killed_then_again "$tfrec" reshard undisturbed --shards 3 -q; }
job_extract() { killed_then_again "$tfrec" extract undisturbed -q; }

job_repair() {
  rm -rf damaged
  cp -a undisturbed damaged
  local shard
  shard=$(find damaged -type f ! -name '*.json' ! -name '*.txt' ! -name '*.csv' ! -name '*.pbtxt' | sort | head -n 1)
  printf 'damage' | dd of="$shard" bs=1 seek=$(($(stat -c %s "$shard") / 3)) conv=notrunc status=none
  success=1  # something was lost
  killed_then_again "$tfrec" repair damaged -q
}

# Three builds at once, of which two must wait or find the set complete.
job_together() {
  local pids pid
  for ((run = 1; run <= kills; ++run)); do
    rm -rf out
    pids=()
    for i in 1 2 3; do
      build_words out
      { sleep "$(moment)"; "${words[@]}" >"log.$i" 2>&1; } &
      pids+=($!)
    done
    for pid in "${pids[@]}"; do
      wait "$pid"
      code=$?
      [ $code -eq 3 ] || [ $code -eq 0 ] || defect "one of three builds at once ends with $code: $(cat log.?)"
    done
    same 'the set of three builds at once' undisturbed
  done
}

job_parts() {
  if ! "$tfrec" finish --help >/dev/null 2>&1; then
    skipped='this tfrec has no finish'
    return
  fi
  "$tfrec" plan "$images" -q "${options[@]}" -o the.plan >log 2>&1 || { cat log >&2; fail 'plan fails'; }
  local part parts=3 pids pid
  for ((run = 1; run <= kills; ++run)); do
    rm -rf out
    pids=()
    for part in 1 2 3 1; do
      after=$(moment)
      # The shell would tell of each one that is killed.
      { timeout -s KILL "$after" "$tfrec" build "$images" --plan the.plan --part $part/$parts -o out -q \
        >"log.$part" 2>&1; } 2>/dev/null &
      pids+=($!)
    done
    for pid in "${pids[@]}"; do
      wait "$pid" 2>/dev/null
      code=$?
      [ $code -eq 137 ] || [ $code -eq 124 ] || [ $code -eq 0 ] || defect "a part ends with $code"
    done
    [ ! -e out/manifest.json ] || defect 'a manifest before finish'
    for part in 3 1 2; do
      again "$tfrec" build "$images" --plan the.plan --part $part/$parts -o out -q
    done
    end_at_random KILL "$tfrec" finish the.plan -o out -q
    not_torn undisturbed
    again "$tfrec" finish the.plan -o out -q
    same 'the set of parts' undisturbed
  done
}

job_finish() {
  rm -rf parts
  "$tfrec" plan "$images" -q "${options[@]}" -o the.plan >log 2>&1 || { cat log >&2; fail 'plan fails'; }
  local part
  for part in 1 2 3; do
    "$tfrec" build "$images" --plan the.plan --part $part/3 -o parts/$part -q >log 2>&1 || fail 'a part fails'
  done
  rm -rf copy out && cp -a parts copy
  measure "$tfrec" finish the.plan copy/1 copy/2 copy/3 -o out -q
  same 'the set of parts' undisturbed
  for ((run = 1; run <= kills; ++run)); do
    rm -rf copy out && cp -a parts copy
    end_at_random KILL "$tfrec" finish the.plan copy/1 copy/2 copy/3 -o out -q
    not_torn undisturbed
    end_at_random KILL "$tfrec" finish the.plan copy/1 copy/2 copy/3 -o out -q
    not_torn undisturbed
    again "$tfrec" finish the.plan copy/1 copy/2 copy/3 -o out -q
    same 'the set of parts' undisturbed
    [ -z "$(find copy -type f)" ] || defect "finish leaves parts: $(find copy -type f | head -n 2 | tr '\n' ' ')"
  done
}

# Runs a command and looks five times a second at its memory (kB) and its open files. Prints the largest of both in the
# second third of the run, and in the last one; a defect if that is much more.
watch_growth() {  # COMMAND…
  local begun pid seconds
  begun=$(now)
  "$@" >log 2>&1 &
  pid=$!
  while kill -0 $pid 2>/dev/null; do
    printf '%s %s\n' "$(awk '/^VmRSS/ {print $2}' /proc/$pid/status 2>/dev/null)" \
      "$(find /proc/$pid/fd -mindepth 1 2>/dev/null | wc -l)"
    sleep 0.2
  done >samples
  wait $pid
  code=$?
  seconds=$((($(now) - begun) / 1000000000))
  [ $code -eq 0 ] || defect "$2 ends with $code: $(tail -n 2 log | tr '\n' ' ')"
  awk -v command="$2" -v seconds=$seconds '
    NF == 2 { memory[n] = $1; files[n++] = $2 }
    END {
      for (i = int(n / 3); i < n; ++i) {
        last = i >= 2 * n / 3
        if (memory[i] > m[last]) m[last] = memory[i]
        if (files[i] > f[last]) f[last] = files[i]
      }
      printf "large    %-8s %5d s; memory %d, then %d MB; files %d, then %d\n", command, seconds, m[0] / 1024,
        m[1] / 1024, f[0], f[1]
      exit m[1] > m[0] * 1.2 + 65536 || f[1] > f[0] + 8
    }' samples || defect "$2 grows"
  run=$((run + 1))
}

# Copies where they can be: it is the size that is tried.
job_large() {
  local bytes times
  run=1
  image_paths >paths
  bytes=$(cd "$images" && tr '\n' '\0' <"$work/paths" | du -cb --files0-from=- | tail -n 1 | cut -f 1)
  times=$((size * 1000000000 / bytes + 1))
  { echo image,class; for ((i = 0; i < times; ++i)); do sed 's/.*/"&",thing/' paths; done; } >large.csv
  watch_growth "$tfrec" build "$images" --labels large.csv --allow-repeats --encode auto -o large -q
  [ $code -eq 0 ] || return
  watch_growth "$tfrec" verify large -q
  watch_growth "$tfrec" reshard large --shard-size 50MB -o other -q
  rm -rf other
  watch_growth "$tfrec" extract large -o other -q
  [ "$(find other/images -type f | wc -l)" -eq $(($(wc -l <large.csv) - 1)) ] || defect 'extract wrote too few images'
  rm -rf large other
}

# One run on a disk that something else fills; prints what it found. Runs in a mount namespace.
fill_disk() {
  local bytes=$1 pause=$2
  mkdir -p disk
  mount -t tmpfs -o "size=$bytes" none disk || exit 9
  (sleep "$pause" && cat /dev/zero >disk/other 2>/dev/null) &
  local filler=$! code
  "$tfrec" build "$images" -q "${options[@]}" -o disk/out >log 2>&1
  code=$?
  kill $filler 2>/dev/null
  wait $filler 2>/dev/null
  rm -f disk/other
  case $code in
    0) echo completed ;;
    3)
      grep -qE 'No space left on device| are free on its file system' log || {
        echo "message: $(head -n 1 log)"
        exit 1
      }
      ;;
    *) echo "exit code $code: $(head -n 1 log)"; exit 1 ;;
  esac
  if [ -e disk/out/manifest.json ]; then
    diff -r -x .tfrec-build undisturbed disk/out || exit 1
  elif [ $code -eq 0 ]; then
    echo 'exit code 0 without a manifest'
    exit 1
  fi
  "$tfrec" build "$images" -q "${options[@]}" -o disk/out >log 2>&1 || {
    echo "the next run: $? $(head -n 1 log)"
    exit 1
  }
  diff -r undisturbed disk/out
}

job_disk() {
  local size flag=-rm bytes pause
  [ "$(id -u)" -ne 0 ] || flag=-m
  if ! unshare $flag true 2>/dev/null; then
    skipped='no file system can be mounted here'
    return
  fi
  size=$(du -sb undisturbed | cut -f 1)
  export -f fill_disk
  for ((run = 1; run <= (kills + 4) / 5; ++run)); do
    pause=$(moment) after=$pause
    bytes=$((size * 3 / 2 + (8 << 20)))
    # shellcheck disable=SC2016
    unshare $flag env tfrec="$tfrec" images="$images" \
      bash -c 'options=("${@:3}"); fill_disk "$1" "$2"' - $bytes "$pause" "${options[@]}" >found 2>&1 ||
      defect "on a full disk: $(head -n 3 found | tr '\n' ' ')"
    ! grep -q '^completed' found || completed=$((completed + 1))
  done
}

measure build undisturbed
rm -rf warm && mv undisturbed warm && measure build undisturbed  # with warm caches
diff -r warm undisturbed >/dev/null || fail 'two undisturbed builds differ'
rm -rf warm
build_length=$length
printf 'soak: %s, %s shards; an undisturbed build takes %d ms\n' "$("$tfrec" --version | head -n 1)" \
  "$("$tfrec" count undisturbed 2>/dev/null | wc -l)" $((length / 1000000))
total=0
for job in $jobs; do
  length=$build_length success=0 completed=0 skipped='' before=$defects run=0 after=0
  "job_$job"
  if [ -n "$skipped" ]; then
    printf '%-8s left out: %s\n' "$job" "$skipped"
  else
    printf '%-8s %4d runs, %3d of them not ended in time, %d defects\n' "$job" $((run - 1)) $completed \
      $((defects - before))
  fi
  total=$((total + defects - before))
done
[ "$total" -eq 0 ] || exit 1
cd / && rm -rf "$work"
