# SPDX-License-Identifier: Apache-2.0
"""Reads shards as Inception's image_processing.py does: read_slim.py FOLDER"""

import collections
import sys

import tensorflow as tf


def parse_example_proto(example_serialized):
    # Dense features in Example proto.
    feature_map = {
        "image/encoded": tf.io.FixedLenFeature([], dtype=tf.string, default_value=""),
        "image/class/label": tf.io.FixedLenFeature([1], dtype=tf.int64, default_value=-1),
        "image/class/text": tf.io.FixedLenFeature([], dtype=tf.string, default_value=""),
    }
    sparse_float32 = tf.io.VarLenFeature(dtype=tf.float32)
    # Sparse features in Example proto.
    feature_map.update({
        k: sparse_float32
        for k in ["image/object/bbox/xmin", "image/object/bbox/ymin", "image/object/bbox/xmax", "image/object/bbox/ymax"]
    })
    features = tf.io.parse_single_example(example_serialized, feature_map)
    label = tf.cast(features["image/class/label"], dtype=tf.int32)
    return features["image/encoded"], label, features["image/class/text"]


def parse_facts(example_serialized):
    # What slim's dataset definitions and the tools around them ask for besides.
    return tf.io.parse_single_example(example_serialized, {
        "image/format": tf.io.FixedLenFeature((), tf.string, default_value="jpeg"),
        "image/height": tf.io.FixedLenFeature((), tf.int64),
        "image/width": tf.io.FixedLenFeature((), tf.int64),
        "image/channels": tf.io.FixedLenFeature((), tf.int64),
        "image/colorspace": tf.io.FixedLenFeature((), tf.string),
        "image/filename": tf.io.FixedLenFeature((), tf.string),
    })


records = tf.data.TFRecordDataset(sorted(tf.io.gfile.glob(sys.argv[1] + "/*.tfrec")))
classes = collections.Counter()
for encoded, label, text in records.map(parse_example_proto):
    classes[(int(label[0]), text.numpy().decode())] += 1
print("classes:", ", ".join(f"{label} {text} x {n}" for (label, text), n in sorted(classes.items())))

agree = collections.Counter()
for facts, (encoded, _, text) in zip(records.map(parse_facts), records.map(parse_example_proto)):
    image = tf.image.decode_jpeg(encoded, channels=3)
    announced = [int(facts[f"image/{name}"]) for name in ("height", "width", "channels")]
    in_folder = facts["image/filename"].numpy().startswith(text.numpy() + b"/")
    agree[(image.shape == announced and in_folder, facts["image/format"].numpy(), facts["image/colorspace"].numpy())] += 1
for (good, image_format, colorspace), n in agree.items():
    print(f"{n} images, {image_format.decode()} {colorspace.decode()}, size and folder as announced: {good}")
