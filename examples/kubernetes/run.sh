#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the Jobs against the schema of Kubernetes, then runs the commands of their containers on this machine, an index
# after the other. PARTS and SHARDS may be set.
source "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

draw_images
python=${PYTHON:-python3}
if ! "$python" -c 'import kubernetes_validate, yaml' 2>/dev/null; then
  step python3 -m venv venv
  step venv/bin/pip install --quiet kubernetes-validate pyyaml
  python=$PWD/venv/bin/python
fi
mkdir bin
ln -s "$(realpath "$(command -v "${TFREC:-$root/build/release/bin/tfrec}")")" bin/tfrec
export PATH=$PWD/bin:$PATH

job() {  # NAME [VARIABLE=VALUE...]
  show python run_job.py "$1" "${@:2}"
  "$python" "$example/run_job.py" "$example/$1" "${@:2}"
}

job plan.yaml IMAGES="$images" LABELS="$images/../labels.csv" PLAN=flowers.plan SHARDS="${SHARDS:-8}"
job parts.yaml IMAGES="$images" PLAN=flowers.plan OUT=shards PARTS="${PARTS:-4}"
job finish.yaml PLAN=flowers.plan OUT=shards
step tfrec verify shards
