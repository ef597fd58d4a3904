#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Shards for a TPU pod: files enough for every host, each a fair sample, read in parallel.
source "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

draw_classes flowers

step tfrec plan flowers --layout flowers --size 224 --hosts 2 --batch 8
step tfrec build flowers --layout flowers --size 224 --name flowers --hosts 2 --shards 20 -o shards
step tfrec verify shards
reader read_pod.py shards 2
