#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Five flowers for TPU: sub-folders are the classes, square images in two sizes from one decode.
source "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

draw_classes flowers
step ls flowers

step tfrec build flowers --layout flowers --sizes 192,224 --name flowers --shards 16 -o shards
step tfrec verify shards
step tfrec inspect shards/192x192
reader read_flowers.py shards/192x192 192
