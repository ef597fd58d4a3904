# SPDX-License-Identifier: Apache-2.0
"""Reads shards by the keys of TensorFlow's Object Detection API: read_tensorflow.py FOLDER TABLE"""

import collections
import hashlib
import sys

import tensorflow as tf

import drawn

KEYS = {
    "image/encoded": tf.io.FixedLenFeature([], tf.string),
    "image/format": tf.io.FixedLenFeature([], tf.string, default_value="jpeg"),
    "image/filename": tf.io.FixedLenFeature([], tf.string, default_value=""),
    "image/key/sha256": tf.io.FixedLenFeature([], tf.string, default_value=""),
    "image/source_id": tf.io.FixedLenFeature([], tf.string, default_value=""),
    "image/height": tf.io.FixedLenFeature([], tf.int64, default_value=1),
    "image/width": tf.io.FixedLenFeature([], tf.int64, default_value=1),
    "image/object/bbox/xmin": tf.io.VarLenFeature(tf.float32),
    "image/object/bbox/xmax": tf.io.VarLenFeature(tf.float32),
    "image/object/bbox/ymin": tf.io.VarLenFeature(tf.float32),
    "image/object/bbox/ymax": tf.io.VarLenFeature(tf.float32),
    "image/object/class/text": tf.io.VarLenFeature(tf.string),
    "image/object/class/label": tf.io.VarLenFeature(tf.int64),
}


def parse(example):
    example = tf.io.parse_single_example(example, KEYS)
    example = {key: tf.sparse.to_dense(value) if isinstance(value, tf.SparseTensor) else value for key, value in example.items()}
    image = tf.io.decode_jpeg(example["image/encoded"], channels=3)
    boxes = tf.stack([example[f"image/object/bbox/{edge}"] for edge in ("ymin", "xmin", "ymax", "xmax")], axis=1)
    return image, boxes, tf.strings.to_number(example["image/source_id"], tf.int64), example


expected = drawn.read_boxes(sys.argv[2])
counts, ids = collections.Counter(), set()
for image, boxes, source_id, example in tf.data.TFRecordDataset(tf.io.gfile.glob(sys.argv[1] + "/*.tfrec")).map(parse):
    height, width = int(example["image/height"]), int(example["image/width"])
    assert image.shape == (height, width, 3)
    assert hashlib.sha256(example["image/encoded"].numpy()).hexdigest().encode() == example["image/key/sha256"]
    classes = [text.decode() for text in example["image/object/class/text"].numpy()]
    pixels = boxes.numpy()[:, [1, 0, 3, 2]] * [width, height, width, height]
    drawn.check(image.numpy(), pixels, classes, expected.get(example["image/filename"].numpy().decode(), []))
    ids.add(int(source_id))
    counts["images"] += 1
    counts["images without boxes"] += not classes
    counts.update(zip(example["image/object/class/label"].numpy().tolist(), classes))
print(f"{counts.pop('images')} images, {counts.pop('images without boxes')} without boxes; ids {min(ids)} to {max(ids)}")
print(", ".join(f"{label} {text} x {n}" for (label, text), n in sorted(counts.items())))
