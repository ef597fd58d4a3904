#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Object detection: the table of TensorFlow's tutorial, a row per box, becomes one record per image.
source "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

step draw_shapes .
step head -n 4 boxes.csv

step tfrec build images --labels boxes.csv --layout detection --keep-unlisted --name shapes --shards 4 -o shapes
step cat shapes/label_map.pbtxt
step tfrec verify shapes
reader read_tensorflow.py shapes boxes.csv
reader read_pytorch.py shapes boxes.csv
