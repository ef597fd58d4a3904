# SPDX-License-Identifier: Apache-2.0
"""Reads images with several labels each, for a sigmoid per class: read_photos.py FOLDER"""

import sys

import tensorflow as tf

folder = sys.argv[1]
with open(folder + "/classes.txt", encoding="utf-8") as file:
    CLASSES = file.read().splitlines()


def read_tfrecord(example):
    features = {
        "image": tf.io.FixedLenFeature([], tf.string),
        "labels": tf.io.FixedLenFeature([len(CLASSES)], tf.float32),
        "label_ids": tf.io.VarLenFeature(tf.int64),
    }
    example = tf.io.parse_single_example(example, features)
    image = tf.image.resize(tf.image.decode_jpeg(example["image"], channels=3), [128, 128])
    return image, example["labels"], tf.sparse.to_dense(example["label_ids"], default_value=-1)


dataset = tf.data.TFRecordDataset(sorted(tf.io.gfile.glob(folder + "/*.tfrec"))).map(read_tfrecord)
for images, labels, ids in dataset.padded_batch(1024, padding_values=(0.0, 0.0, tf.constant(-1, tf.int64))):
    print(f"images {images.shape}, labels {labels.shape}, label_ids {ids.shape}")
    print(", ".join(f"{name} {int(n)}" for name, n in zip(CLASSES, tf.reduce_sum(labels, axis=0))))
    again = tf.reduce_sum(tf.one_hot(ids, len(CLASSES)), axis=1)
    print("both features have the same labels:", bool(tf.reduce_all(again == labels)))
