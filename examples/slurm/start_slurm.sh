# SPDX-License-Identifier: Apache-2.0
# Sourced by run.sh: a Slurm of one node on loopback, in the folder ./slurm. It ends with the shell. Needs Debian's
# slurm-wlm and munge, or the like.
# shellcheck shell=bash

slurm_pids=()
end_slurm() {
  if [ -n "${job:-}" ]; then scancel "$job" 2>/dev/null || true; fi
  kill "${slurm_pids[@]}" 2>/dev/null || true
  wait "${slurm_pids[@]}" 2>/dev/null || true
}

free_ports() {
  python3 -c 'import socket
s = [socket.socket() for _ in range(2)]
for one in s: one.bind(("127.0.0.1", 0)); print(one.getsockname()[1])'
}

# Every daemon listens on 127.0.0.1 alone. A requeued task waits for cred_expire seconds (120 where it is not set).
write_slurm_conf() {
  local ports memory
  mapfile -t ports < <(free_ports)
  memory=$(awk '/^MemTotal/ { print int($2 / 1024 / 2) }' /proc/meminfo)
  cat >slurm/slurm.conf <<CONF
ClusterName=scratch
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=${ports[0]}
SlurmdPort=${ports[1]}
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$PWD/slurm/munge.socket,cred_expire=5
StateSaveLocation=$PWD/slurm/state
SlurmdSpoolDir=$PWD/slurm/spool
SlurmctldPidFile=$PWD/slurm/slurmctld.pid
SlurmdPidFile=$PWD/slurm/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$memory
PartitionName=all Nodes=ALL Default=YES State=UP
CONF
}

daemon() {  # NAME PROGRAM ARGUMENT...
  PATH=$PATH:/usr/sbin "${@:2}" >"slurm/$1.log" 2>&1 &
  slurm_pids+=($!)
}

start_slurm() {
  mkdir -p slurm/state slurm/spool
  trap end_slurm EXIT
  head -c 1024 /dev/urandom >slurm/munge.key
  chmod 400 slurm/munge.key
  write_slurm_conf
  export SLURM_CONF=$PWD/slurm/slurm.conf
  daemon munged munged --foreground --force --socket="$PWD/slurm/munge.socket" --key-file="$PWD/slurm/munge.key" \
    --pid-file="$PWD/slurm/munged.pid" --seed-file="$PWD/slurm/munge.seed" --log-file="$PWD/slurm/munge.log"
  until [ -S slurm/munge.socket ]; do sleep 0.1; done
  daemon slurmctld slurmctld -D
  daemon slurmd slurmd -D
  local tries=0
  until [ "$(sinfo --noheader --format %t 2>/dev/null)" = idle ]; do
    if [ $((tries += 1)) -gt 300 ]; then cat slurm/*.log >&2; exit 3; fi
    sleep 0.1
  done
}
