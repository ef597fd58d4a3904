# SPDX-License-Identifier: Apache-2.0
"""Reads x and y, both packed float32, in batches of a fixed size: read_arrays.py FOLDER"""

import sys

import tensorflow as tf

AUTO = tf.data.experimental.AUTOTUNE
BATCH_SIZE = 8  # TPUs want multiples of 8 and 128
SAMPLES = 128
TARGETS = 2


def parse_tfrecord(example):
    features = {
        "x": tf.io.FixedLenFeature([], tf.string),
        "y": tf.io.FixedLenFeature([], tf.string),
    }
    example = tf.io.parse_single_example(example, features)
    x = tf.reshape(tf.io.decode_raw(example["x"], tf.float32), [SAMPLES])
    y = tf.reshape(tf.io.decode_raw(example["y"], tf.float32), [TARGETS])
    return x, y


def load_dataset(pattern):
    filenames = sorted(tf.io.gfile.glob(pattern))
    dataset = tf.data.TFRecordDataset(filenames, num_parallel_reads=AUTO)
    return dataset.map(parse_tfrecord, num_parallel_calls=AUTO).batch(BATCH_SIZE, drop_remainder=True)


for part in ("train", "test"):
    batches = list(load_dataset(f"{sys.argv[1]}/tfrecords_{part}/*.tfrecords"))
    x = tf.concat([x for x, _ in batches], axis=0)
    y = tf.concat([y for _, y in batches], axis=0)
    print(f"{part}: {len(batches)} batches, x {x.shape} {x.dtype.name}, y {y.shape} {y.dtype.name}")
    # A sine of a few periods reaches the height that is its second target.
    ratio = tf.reduce_max(tf.abs(x), axis=1) / y[:, 1]
    print(f"{part}: largest |x| by height, {tf.reduce_min(ratio):.2f} to {tf.reduce_max(ratio):.2f}")
