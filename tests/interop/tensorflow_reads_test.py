# SPDX-License-Identifier: Apache-2.0
"""TensorFlow reads our shards exactly as published notebooks do: one record per row, right pictures, right labels."""

import functools
import json
import pathlib
import re
import unittest

import numpy as np
import tensorflow as tf

from support import CLASSES, InteropTest, run_tfrec

STRING = tf.io.FixedLenFeature([], tf.string)
INT64 = tf.io.FixedLenFeature([], tf.int64)
FLOAT = tf.io.FixedLenFeature([], tf.float32)


@functools.lru_cache(maxsize=None)
def source_shape(path):
    """Height, width and channels of a picture, as TensorFlow decodes it."""
    return tuple(tf.io.decode_jpeg(tf.io.read_file(str(path)), channels=3).shape)


def text(tensor):
    return tensor.numpy().decode("utf-8")


class TensorFlowReads(InteropTest):
    def parse(self, shards, spec):
        """Every record through parse_single_example; a record that does not fit the spec raises."""
        dataset = tf.data.TFRecordDataset([str(shard) for shard in shards])
        return list(dataset.map(lambda record: tf.io.parse_single_example(record, spec)))

    def leaf_rows(self, ids_only=False):
        """The Apple leaves' table on our pictures: an id without extension, then 0/1 per class."""
        rows = []
        for row in self.rows:
            targets = {} if ids_only else {name: int(row["class"] == name) for name in CLASSES}
            rows.append({"image_id": pathlib.Path(row["image"]).stem, **targets})
        return rows

    def assert_one_record_per_row(self, names, expected):
        self.assertEqual(sorted(names), sorted(expected))
        self.assertEqual(len(set(names)), len(names))

    def assert_picture(self, jpeg, source):
        decoded = tf.io.decode_jpeg(jpeg)
        self.assertEqual(tuple(decoded.shape), source_shape(source))
        original = tf.io.decode_jpeg(tf.io.read_file(str(source)))
        difference = tf.abs(tf.cast(decoded, tf.float32) - tf.cast(original, tf.float32))
        self.assertLess(float(tf.reduce_mean(difference)), 3, f"not the picture {source}")

    def test_auto_layout_holds_every_column(self):
        shards = self.build("auto", self.rows, "--shards", 3)
        self.assertEqual(len(shards), 3)
        spec = {"image": STRING, "image_name": STRING, "class": INT64, "petals": INT64, "height_cm": FLOAT}
        by_name = {row["image"]: row for row in self.rows}
        records = self.parse(shards, spec)
        self.assert_one_record_per_row([text(record["image_name"]) for record in records], by_name)
        for record in records:
            row = by_name[text(record["image_name"])]
            self.assertEqual(CLASSES[int(record["class"])], row["class"])
            self.assertEqual(int(record["petals"]), int(row["petals"]))
            self.assertEqual(np.float32(record["height_cm"]), np.float32(row["height_cm"]))
            self.assert_picture(record["image"], self.images / row["image"])

    def test_no_feature_beside_the_announced_ones(self):
        shards = self.build("exact", self.rows, "--shards", 1)
        for raw in tf.data.TFRecordDataset([str(shard) for shard in shards]):
            names = set(tf.train.Example.FromString(raw.numpy()).features.feature)
            self.assertEqual(names, {"image", "image_name", "class", "petals", "height_cm"})

    def test_counts_agree_everywhere(self):
        shards = self.build("counts", self.rows, "--shards", 3)
        manifest = json.loads((shards[0].parent / "manifest.json").read_text(encoding="utf-8"))
        self.assertEqual((shards[0].parent / "classes.txt").read_text().splitlines(), CLASSES)
        counted = json.loads(run_tfrec("count", shards[0].parent, "--json").stdout)
        by_tensorflow = [sum(1 for _ in tf.data.TFRecordDataset(str(shard))) for shard in shards]
        by_name = [int(re.search(r"-([0-9]*)\.", shard.name).group(1)) for shard in shards]
        self.assertEqual(by_tensorflow, by_name)
        self.assertEqual(by_tensorflow, [file["records"] for file in counted["files"]])
        self.assertEqual(sum(by_tensorflow), len(self.rows))
        self.assertLessEqual(max(by_tensorflow) - min(by_tensorflow), 1)
        self.assertIn(str(len(self.rows)), json.dumps(manifest))

    def test_r1a_apple_leaves_one_scalar_per_column(self):
        shards = self.build("leaves", self.leaf_rows(), "--shards", 2, name="leaves")
        spec = {"image": STRING, "image_name": STRING, **{name: INT64 for name in CLASSES}}
        records = self.parse(shards, spec)
        expected = {row["image_id"]: row for row in self.leaf_rows()}
        self.assert_one_record_per_row([text(record["image_name"]) for record in records], expected)
        for record in records:
            row = expected[text(record["image_name"])]
            self.assertEqual({name: int(record[name]) for name in CLASSES}, {name: row[name] for name in CLASSES})
            self.assert_picture(record["image"], self.images / (row["image_id"] + ".jpg"))

    def test_r1b_apple_leaves_one_list(self):
        options = ["--feature", "image=jpeg", "--feature", "target=int64:" + ",".join(CLASSES)]
        shards = self.build("target", self.leaf_rows(), *options, "--feature", "image_name=bytes:image_id")
        target = tf.io.FixedLenSequenceFeature([], tf.int64, allow_missing=True)
        records = self.parse(shards, {"image": STRING, "target": target, "image_name": STRING})
        expected = {row["image_id"]: [row[name] for name in CLASSES] for row in self.leaf_rows()}
        self.assertEqual({text(record["image_name"]): record["target"].numpy().tolist() for record in records}, expected)

    def test_r1c_apple_leaves_without_labels(self):
        shards = self.build("unlabelled", self.leaf_rows(ids_only=True))
        records = self.parse(shards, {"image": STRING, "image_name": STRING})
        self.assert_one_record_per_row([text(record["image_name"]) for record in records], [row["image_id"] for row in self.leaf_rows()])

    def test_r2_five_flowers_on_tpu(self):
        square = [row for row in self.rows if source_shape(self.images / row["image"])[:2] == (400, 400)]
        self.assertGreater(len(square), 1, "draw_flowers draws some pictures of 400 x 400")
        rows = square + [row for row in self.rows if row not in square]
        options = ["--feature", "image=jpeg", "--feature", "class=index:class", "--feature", "one_hot_class=onehot:class"]
        shards = self.build("tpu", rows, *options, "--feature", "image_name=bytes:image")
        spec = {"image": STRING, "class": INT64, "one_hot_class": tf.io.VarLenFeature(tf.float32)}
        squares = 0
        for record, name in zip(self.parse(shards, spec), self.parse(shards, {"image_name": STRING})):
            one_hot = tf.reshape(tf.sparse.to_dense(record["one_hot_class"]), [5]).numpy().tolist()
            self.assertEqual(one_hot, [float(place == int(record["class"])) for place in range(5)])
            self.assertTrue(text(name["image_name"]).startswith(CLASSES[int(record["class"])]))
            image = tf.io.decode_jpeg(record["image"], channels=3)
            if image.shape[:2] == (400, 400):
                squares += 1
                tf.reshape(tf.cast(image, tf.float32) / 255.0, [400, 400, 3])
        self.assertEqual(squares, len(square))

    def test_interleaved_and_shuffled_reading_sees_each_record_once(self):
        shards = self.build("interleaved", self.rows, "--shards", 4)
        files = tf.data.Dataset.list_files([str(shard) for shard in shards], seed=1)
        dataset = files.interleave(tf.data.TFRecordDataset, cycle_length=4, num_parallel_calls=2, deterministic=False)
        names = [text(tf.io.parse_single_example(raw, {"image_name": STRING})["image_name"]) for raw in dataset.shuffle(16)]
        self.assert_one_record_per_row(names, [row["image"] for row in self.rows])


if __name__ == "__main__":
    unittest.main()
