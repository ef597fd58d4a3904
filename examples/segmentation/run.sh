#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Semantic segmentation: each image and its mask become one record.
source "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

step draw_shapes .
step cat mask_classes.csv

step tfrec build images --masks masks --layout segmentation --mask-classes mask_classes.csv --name shapes --shards 4 -o shapes
step tfrec verify shapes
reader read_tensorflow.py shapes masks
reader read_pytorch.py shapes masks
