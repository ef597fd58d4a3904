# SPDX-License-Identifier: Apache-2.0
"""Reads five-flowers shards as "Keras on TPU" notebooks do: read_flowers.py FOLDER SIZE"""

import re
import sys

import numpy as np
import tensorflow as tf

AUTO = tf.data.experimental.AUTOTUNE
BATCH_SIZE = 4
VALIDATION_SPLIT = 0.19
CLASSES = ["daisy", "dandelion", "roses", "sunflowers", "tulips"]

folder, size = sys.argv[1], int(sys.argv[2])
IMAGE_SIZE = [size, size]


def read_tfrecord(example):
    features = {
        "image": tf.io.FixedLenFeature([], tf.string),  # tf.string means bytestring
        "class": tf.io.FixedLenFeature([], tf.int64),  # shape [] means scalar
        "one_hot_class": tf.io.VarLenFeature(tf.float32),
    }
    example = tf.io.parse_single_example(example, features)
    image = tf.image.decode_jpeg(example["image"], channels=3)
    image = tf.cast(image, tf.float32) / 255.0  # convert image to floats in [0, 1] range
    image = tf.reshape(image, [*IMAGE_SIZE, 3])  # explicit size needed for TPU
    one_hot_class = tf.sparse.to_dense(example["one_hot_class"])
    one_hot_class = tf.reshape(one_hot_class, [5])
    return image, one_hot_class


def load_dataset(filenames):
    # read from several files at once; the order of the records does not matter since we will be shuffling anyway
    option_no_order = tf.data.Options()
    option_no_order.deterministic = False
    dataset = tf.data.TFRecordDataset(filenames, num_parallel_reads=AUTO)
    dataset = dataset.with_options(option_no_order)
    return dataset.map(read_tfrecord, num_parallel_calls=AUTO)


def count_data_items(filenames):
    # the number of data items is written in the name of the .tfrec files, i.e. flowers00-230.tfrec = 230 data items
    n = [int(re.compile(r"-([0-9]*)\.").search(filename).group(1)) for filename in filenames]
    return np.sum(n)


filenames = sorted(tf.io.gfile.glob(folder + "/*.tfrec"))
split = len(filenames) - int(len(filenames) * VALIDATION_SPLIT)
training_filenames, validation_filenames = filenames[:split], filenames[split:]

for name, files in (("training", training_filenames), ("validation", validation_filenames)):
    count = count_data_items(files)
    print(f"{name}: {len(files)} files, {count} images by their names, {count // BATCH_SIZE} steps per epoch")

images, labels = next(iter(load_dataset(filenames).shuffle(2048).batch(BATCH_SIZE, drop_remainder=True)))
print(f"batch: images {images.shape}, labels {labels.shape}")
totals = sum(label.numpy() for _, label in load_dataset(filenames))
print("all: " + ", ".join(f"{name} {int(n)}" for name, n in zip(CLASSES, totals)))
