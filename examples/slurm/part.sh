#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A part of a plan as a task of an array job: sbatch --array=1-N part.sh IMAGES PLAN OUT [N]
#SBATCH --job-name=tfrec-part
#SBATCH --cpus-per-task=8
#SBATCH --mem=4G
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=part-%a.log

part=$SLURM_ARRAY_TASK_ID
parts=${4:-$SLURM_ARRAY_TASK_COUNT}
echo "part $part of $parts on $(hostname), restart ${SLURM_RESTART_COUNT:-0}"
srun --ntasks=1 --cpus-per-task="$SLURM_CPUS_PER_TASK" \
  "${TFREC:-tfrec}" build "$1" --plan "$2" --part "$part/$parts" -o "$3"
code=$?

# Slurm itself repeats tasks of a lost node. A part that was killed, or whose machine failed (3), is repeated here. Bad
# data (1) and wrong options (2) would fail again.
if [ "$code" -gt 2 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 5 ]; then
  echo "part $part: exit code $code, requeued"
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$part" && sleep 60  # Slurm ends this script
fi
exit "$code"
