# SPDX-License-Identifier: Apache-2.0
"""TensorFlow reads our shards: one record per row, right counts, nothing beside what was announced, in any order.

layouts_test.py has the layouts.
"""

import json
import re
import unittest

import tensorflow as tf

from support import CLASSES, InteropTest, run_tfrec


def text(tensor):
    return tensor.numpy().decode("utf-8")


class TensorFlowReads(InteropTest):
    def assert_one_record_per_row(self, names, expected):
        self.assertEqual(sorted(names), sorted(expected))
        self.assertEqual(len(set(names)), len(names))

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
        self.assertEqual(manifest["records"], len(self.rows))
        self.assertEqual([shard["records"] for shard in manifest["shards"]], by_tensorflow)

    def test_interleaved_and_shuffled_reading_sees_each_record_once(self):
        shards = self.build("interleaved", self.rows, "--shards", 4)
        files = tf.data.Dataset.list_files([str(shard) for shard in shards], seed=1)
        dataset = files.interleave(tf.data.TFRecordDataset, cycle_length=4, num_parallel_calls=2, deterministic=False)
        spec = {"image_name": tf.io.FixedLenFeature([], tf.string)}
        names = [text(tf.io.parse_single_example(raw, spec)["image_name"]) for raw in dataset.shuffle(16)]
        self.assert_one_record_per_row(names, [row["image"] for row in self.rows])


if __name__ == "__main__":
    unittest.main()
