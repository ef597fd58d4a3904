#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Parts of a set as Spark tasks, on two workers. PARTS and SHARDS may be set.
source "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"
source "$example/start_spark.sh"

draw_images
start_spark

step tfrec plan "$images" --labels "$images/../labels.csv" --name flowers --shards "${SHARDS:-8}" -o flowers.plan
TFREC=$(realpath "$(command -v "${TFREC:-$root/build/release/bin/tfrec}")")
export TFREC
step "$SPARK_HOME/bin/spark-submit" --master "$master" --executor-memory 512m --conf spark.ui.enabled=false \
  "$example/build_parts.py" "$images" flowers.plan shards "${PARTS:-4}"
step tfrec finish flowers.plan -o shards
step tfrec verify shards
