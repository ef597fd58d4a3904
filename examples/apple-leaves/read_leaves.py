# SPDX-License-Identifier: Apache-2.0
"""Reads the three ways these shards are made, as the competition's notebooks do: read_leaves.py COLUMNS TARGET TEST"""

import sys

import tensorflow as tf

AUTO = tf.data.experimental.AUTOTUNE
IMAGE_SIZE = [128, 128]
CLASSES = ["healthy", "multiple_diseases", "rust", "scab"]


def decode_image(image_data):
    image = tf.image.decode_jpeg(image_data, channels=3)
    image = tf.cast(image, tf.float32) / 255.0
    image = tf.image.resize(image, IMAGE_SIZE)
    return tf.reshape(image, [*IMAGE_SIZE, 3])


def read_column_tfrecord(example):
    features = {
        "image": tf.io.FixedLenFeature([], tf.string),
        "image_name": tf.io.FixedLenFeature([], tf.string),
        "healthy": tf.io.FixedLenFeature([], tf.int64),
        "multiple_diseases": tf.io.FixedLenFeature([], tf.int64),
        "rust": tf.io.FixedLenFeature([], tf.int64),
        "scab": tf.io.FixedLenFeature([], tf.int64),
    }
    example = tf.io.parse_single_example(example, features)
    return decode_image(example["image"]), [example[name] for name in CLASSES]


def read_target_tfrecord(example):
    features = {
        "image": tf.io.FixedLenFeature([], tf.string),
        "target": tf.io.FixedLenSequenceFeature([], tf.int64, allow_missing=True),
        "image_name": tf.io.FixedLenFeature([], tf.string),
    }
    example = tf.io.parse_single_example(example, features)
    return decode_image(example["image"]), tf.reshape(example["target"], [len(CLASSES)])


def read_unlabeled_tfrecord(example):
    features = {
        "image": tf.io.FixedLenFeature([], tf.string),
        "image_name": tf.io.FixedLenFeature([], tf.string),
    }
    example = tf.io.parse_single_example(example, features)
    return decode_image(example["image"]), example["image_name"]


def load_dataset(folder, read):
    filenames = sorted(tf.io.gfile.glob(folder + "/*.tfrec"))
    return tf.data.TFRecordDataset(filenames, num_parallel_reads=AUTO).map(read, num_parallel_calls=AUTO)


def show_labelled(folder, read):
    for images, labels in load_dataset(folder, read).batch(1024):
        totals = tf.reduce_sum(tf.cast(labels, tf.int64), axis=0).numpy()
        print(f"{folder}: images {images.shape}, " + ", ".join(f"{n} {name}" for name, n in zip(CLASSES, totals)))


columns, target, test = sys.argv[1:]
show_labelled(columns, read_column_tfrecord)
show_labelled(target, read_target_tfrecord)
for images, names in load_dataset(test, read_unlabeled_tfrecord).batch(1024):
    print(f"{test}: images {images.shape}, " + " ".join(sorted(name.decode() for name in names.numpy())))
