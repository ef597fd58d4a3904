# SPDX-License-Identifier: Apache-2.0
"""Reads MNIST as the TPUEstimator example does: read_mnist.py FOLDER"""

import sys

import tensorflow as tf


def dataset(filenames):
    def parser(serialized_example):
        """Parses a single tf.Example into image and label tensors."""
        features = tf.io.parse_single_example(
            serialized_example,
            features={
                "image_raw": tf.io.FixedLenFeature([], tf.string),
                "label": tf.io.FixedLenFeature([], tf.int64),
            })
        image = tf.io.decode_raw(features["image_raw"], tf.uint8)
        image.set_shape([28 * 28])
        # Normalize the values of the image from the range [0, 255] to [-0.5, 0.5]
        image = tf.cast(image, tf.float32) * (1. / 255) - 0.5
        label = tf.cast(features["label"], tf.int32)
        return image, label

    return tf.data.TFRecordDataset(filenames).map(parser)


images, labels = next(iter(dataset(sorted(tf.io.gfile.glob(sys.argv[1] + "/*.tfrec"))).batch(20, drop_remainder=True)))
print(f"images {images.shape} {images.dtype.name} from {tf.reduce_min(images):.1f} to {tf.reduce_max(images):.1f}")
print("labels", sorted(labels.numpy().tolist()))
seven = tf.reshape(images[labels.numpy().tolist().index(7)], [28, 28]).numpy()
print("a seven, every second pixel:")
for line in seven[::2, ::2]:
    print("".join("#" if pixel > 0 else "." for pixel in line))
