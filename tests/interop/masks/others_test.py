# SPDX-License-Identifier: Apache-2.0
"""Shards that TensorFlow writes as DeepLab's build_data.py does: inspect counts their ids, verify finds what readers
would misread."""

import io
import json
import unittest

import numpy as np
import tensorflow as tf
from PIL import Image

from support import Scratch, run_tfrec

WIDTH, HEIGHT = 50, 30
FEATURE = "image/segmentation/class/encoded"


def png(array, palette=False):
    image = Image.fromarray(array)
    if palette:
        image = Image.fromarray(array, "L")
        image.putpalette([channel for i in range(256) for channel in (i, 255 - i, 90)])
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def ids(seed, width=WIDTH, height=HEIGHT):
    mask = np.zeros((height, width), np.uint8)
    mask[:10] = 1 + seed % 20
    mask[-1] = 255
    return mask


def feature(value):
    if isinstance(value, bytes):
        return tf.train.Feature(bytes_list=tf.train.BytesList(value=[value]))
    return tf.train.Feature(int64_list=tf.train.Int64List(value=[value]))


def example(name, mask):
    """The features of image_seg_to_tfexample() in DeepLab's build_data.py."""
    image = tf.io.encode_jpeg(np.full((HEIGHT, WIDTH, 3), 90, np.uint8)).numpy()
    features = {
        "image/encoded": image, "image/filename": name.encode(), "image/format": b"jpeg", "image/height": HEIGHT,
        "image/width": WIDTH, "image/channels": 3, FEATURE: mask, "image/segmentation/class/format": b"png"
    }
    return tf.train.Example(features=tf.train.Features(feature={k: feature(v) for k, v in features.items()}))


class ShardsOfOthers(unittest.TestCase):
    def setUp(self):
        self.scratch = self.enterContext(Scratch())

    def write(self, masks, name="train-00000-of-00001.tfrecord"):
        with tf.io.TFRecordWriter(str(self.scratch / name)) as writer:
            for number, mask in enumerate(masks):
                writer.write(example(f"image{number}", mask).SerializeToString())

    def inspect(self):
        result = run_tfrec("inspect", self.scratch, "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def verify(self, returncode):
        result = run_tfrec("verify", "--pixels", "--json", self.scratch)
        self.assertEqual(result.returncode, returncode, result.stdout + result.stderr)
        return json.loads(result.stdout)

    def test_good_masks(self):
        masks = [ids(seed) for seed in range(7)]
        self.write([png(mask) for mask in masks])
        report = self.inspect()
        values, counts = np.unique(np.stack(masks), return_counts=True)
        found = {one["id"]: (one["pixels"], one["images"]) for one in report["masks"]["ids"]}
        images = {value: sum(bool((mask == value).any()) for mask in masks) for value in values}
        self.assertEqual(found, {int(v): (int(n), images[v]) for v, n in zip(values, counts)})
        order = [one["pixels"] for one in report["masks"]["ids"]]
        self.assertEqual(order, sorted(order, reverse=True))
        self.assertEqual((report["masks"]["masks"], report["masks"]["images_without_mask"]), (7, 0))
        self.assertEqual(report["mixing"], [])
        checked = self.verify(0)
        self.assertEqual(checked["warnings"], [])
        self.assertEqual(checked["files"][0]["problems"], [])

    def test_a_mask_of_another_size(self):
        self.write([png(ids(1)), png(ids(2, WIDTH + 1)), png(ids(3))])
        [problem] = self.verify(1)["files"][0]["problems"]
        self.assertEqual((problem["kind"], problem["record"], problem["feature"]), ("masks", 1, FEATURE))
        self.assertEqual(problem["message"], f"feature '{FEATURE}': is 51x30, and the image is 50x30")

    def test_a_palette(self):
        palette = png(ids(2), palette=True)
        colours = tf.io.decode_png(palette).numpy()
        self.assertEqual(colours.shape, (HEIGHT, WIDTH, 3))  # what the warning is about
        self.assertFalse((tf.io.decode_png(palette, channels=1).numpy()[:, :, 0] == ids(2)).all())
        self.write([png(ids(1)), palette])
        self.assertEqual({one["id"] for one in self.inspect()["masks"]["ids"]}, {0, 2, 3, 255})
        checked = self.verify(0)
        [warning] = checked["warnings"]
        self.assertIn(f"feature '{FEATURE}': 1 mask has a palette (first: ", warning)
        self.assertIn("record 1)", warning)

    def test_colours_among_masks(self):
        self.write([png(ids(1)), png(ids(2)), png(np.stack([ids(3)] * 3, 2))])
        [problem] = self.verify(1)["files"][0]["problems"]
        self.assertEqual(problem["message"], f"feature '{FEATURE}': has 3 channels, not one of ids")


if __name__ == "__main__":
    unittest.main()
