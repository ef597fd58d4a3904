#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Parts of a set as tasks of an array job. A Slurm that sinfo finds is used (OUT must then be a folder that its nodes
# share), else one is started here. PARTS and SHARDS may be set.
source "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"
source "$example/start_slurm.sh"

draw_images
if ! sinfo >/dev/null 2>&1; then start_slurm; fi
TFREC=$(realpath "$(command -v "${TFREC:-$root/build/release/bin/tfrec}")")
export TFREC

step tfrec plan "$images" --labels "$images/../labels.csv" --name flowers --shards "${SHARDS:-8}" -o flowers.plan
show sbatch --array="1-${PARTS:-4}" part.sh "$images" flowers.plan shards
job=$(sbatch --parsable --array="1-${PARTS:-4}" --cpus-per-task=1 --mem=500M "$example/part.sh" "$images" flowers.plan shards)
step sbatch --wait --dependency=afterok:"$job" --kill-on-invalid-dep=yes --mem=500M --output=finish.log \
  --wrap "'$TFREC' finish flowers.plan -o shards" || { cat part-*.log >&2; exit 1; }
step cat finish.log
step tfrec verify shards
