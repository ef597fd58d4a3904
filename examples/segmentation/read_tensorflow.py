# SPDX-License-Identifier: Apache-2.0
"""Reads images and masks by the keys of DeepLab and Model Garden: read_tensorflow.py FOLDER MASKS"""

import collections
import sys

import tensorflow as tf

import drawn

KEYS = {
    "image/encoded": tf.io.FixedLenFeature([], tf.string, default_value=""),
    "image/filename": tf.io.FixedLenFeature([], tf.string, default_value=""),
    "image/format": tf.io.FixedLenFeature([], tf.string, default_value="jpeg"),
    "image/height": tf.io.FixedLenFeature([], tf.int64, default_value=0),
    "image/width": tf.io.FixedLenFeature([], tf.int64, default_value=0),
    "image/segmentation/class/encoded": tf.io.FixedLenFeature([], tf.string, default_value=""),
    "image/segmentation/class/format": tf.io.FixedLenFeature([], tf.string, default_value="png"),
}


def parse(example):
    example = tf.io.parse_single_example(example, KEYS)
    image = tf.io.decode_jpeg(example["image/encoded"], channels=3)
    mask = tf.io.decode_png(example["image/segmentation/class/encoded"], channels=1)  # uint8, one channel: ids
    return image, mask, example


images, pixels = 0, collections.Counter()
for image, mask, example in tf.data.TFRecordDataset(tf.io.gfile.glob(sys.argv[1] + "/*.tfrec")).map(parse):
    size = [int(example["image/height"]), int(example["image/width"])]
    assert image.shape[:2] == mask.shape[:2] == size
    assert example["image/segmentation/class/format"] == b"PNG"
    ids = tf.squeeze(mask, 2).numpy()
    drawn.check(image.numpy(), ids, example["image/filename"].numpy().decode(), sys.argv[2])
    images += 1
    pixels.update(ids.ravel().tolist())
print(f"{images} images with their masks, bit for bit")
print("pixels by id: " + ", ".join(f"{id_} x {n}" for id_, n in sorted(pixels.items())))
