#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# PyTorch: shards read with the `tfrecord` package, without TensorFlow.
source "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

draw_classes flowers
step tfrec build flowers --layout flowers --size 128 --name flowers --shards 4 -o shards
step tfrec verify shards
reader read_flowers.py shards
