# SPDX-License-Identifier: Apache-2.0
# Sourced by run.sh: kills a worker of an engine during the build, and finds the log lines about it. A process is found
# by the plan in the folder of this run, and ended by its id.
# shellcheck shell=bash disable=SC2154

# The id of the tfrec process that builds a part in a folder and already has an unfinished shard there.
building() {  # OUT PART
  local pid
  for pid in $(pgrep -x tfrec); do
    [ "$(readlink "/proc/$pid/cwd")" = "$1" ] || [[ $(tr '\0' ' ' <"/proc/$pid/cmdline") == *" $1/"* ]] || continue
    if tr '\0' '\n' <"/proc/$pid/cmdline" | grep -qx -- "$2/$PARTS"; then
      echo "$pid"
      return
    fi
  done 2>/dev/null
  return 1
}

wait_for_part() {  # OUT PART RUNS; sets `builder`
  until builder=$(building "$1" "$2"); do
    kill -0 "$3" 2>/dev/null || return 1
    sleep 0.02
  done
  sleep 0.3  # in the middle of it
  [ -e "/proc/$builder" ]
}

# A process and all below it, those first that could start others.
tree() {  # PID
  echo "$1"
  local child
  for child in $(pgrep -P "$1"); do tree "$child"; done
}

# The whole worker of Spark that builds a part: daemon, executor, Python and tfrec, as if the machine were lost.
kill_spark() {  # OUT RUNS
  wait_for_part "$1" 2 "$2" || return 1
  local worker pids
  for worker in worker1 worker2; do
    mapfile -t pids < <(tree "$(cat "$1/spark/$worker.pid")")
    if printf '%s\n' "${pids[@]}" | grep -qx "$builder"; then
      kill -9 "${pids[@]}" 2>/dev/null
      say "spark: killed $worker, ${#pids[@]} processes, during part 2 of $PARTS"
      return
    fi
  done
  return 1
}

kill_slurm() {  # OUT RUNS
  wait_for_part "$1" 2 "$2" || return 1
  kill -9 "$builder" || return 1
  say "slurm: killed task 2 of $PARTS"
}

kill_kubernetes() {  # OUT RUNS
  wait_for_part "$1" 2 "$2" || return 1
  kill -9 "$builder" || return 1
  say "kubernetes: killed the process of index 1 of $PARTS"
}

evidence() {  # ENGINE OUT
  case $1 in
    spark) grep -E 'Lost executor|Lost task|Executor lost|\.1 in stage' "$work/spark.log" | cut -c 1-160 | head -n 6 ;;
    slurm) grep -vE '^(time|next) ' "$2/part-2.log" | grep -A 9 -B 9 requeued | cut -c 1-160 ;;
    kubernetes) grep 'attempt 0' "$work/kubernetes.log" ;;
  esac
}
