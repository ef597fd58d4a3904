#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# TF-slim and Inception: image/encoded and its facts, class ids from 1 (0 is the background class there).
source "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

draw_classes flowers
step ls flowers

step tfrec build flowers --layout slim --name train --shards 2 -o slim
step cat slim/classes.txt
step tfrec verify slim
reader read_slim.py slim
