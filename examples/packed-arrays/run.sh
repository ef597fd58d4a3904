#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Packed float arrays: NumPy files and their target values become two strings of float32 each.
source "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

# A .npy file of 128 int16 samples: a sine wave of the given period and height.
write_signal() {  # FILE PERIOD HEIGHT
  local header="{'descr': '<i2', 'fortran_order': False, 'shape': (128,), }" samples
  samples=$(awk -v period="$2" -v height="$3" 'BEGIN {
    for (i = 0; i < 128; ++i) {
      v = int(height * sin(6.2831853 * i / period))
      if (v < 0) v += 65536
      printf "\\0%03o\\0%03o", v % 256, int(v / 256)
    }
  }')
  printf '\x93NUMPY\x01\x00\x76\x00%-117s\n%b' "$header" "$samples" >"$1"  # the header fills 128 bytes
}

mkdir signals
echo signal,period,height >train.csv
echo signal,period,height >test.csv
for ((i = 0; i < 40; ++i)); do
  write_signal "signals/s$i.npy" $((8 + i)) $((500 + 100 * i))
  if ((i < 32)); then table=train.csv; else table=test.csv; fi
  echo "s$i,$((8 + i)),$((500 + 100 * i))" >>"$table"
done
step head -n 3 train.csv

step tfrec build signals --labels train.csv --layout xy --extension .tfrecords --shards 2 -o tfrecords_train
step tfrec build signals --labels test.csv --like tfrecords_train/manifest.json --extension .tfrecords -o tfrecords_test
step tfrec verify tfrecords_train tfrecords_test
reader read_arrays.py .
