# SPDX-License-Identifier: Apache-2.0
"""PyTorch users read shards with the `tfrecord` package, which knows nothing of TensorFlow."""

import unittest

import cv2
import numpy as np
from tfrecord.reader import tfrecord_loader

from sample_sets import DISEASES, make_all
from support import CLASSES, Scratch, read_rows, run_tfrec

COUNT = 15


class OtherReaders(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.scratch = cls.enterClassContext(Scratch())
        make_all(cls.scratch, COUNT)

    def read(self, description, *arguments):
        """Builds two shards and reads every record of them."""
        out = self.scratch / f"built_{self.id()}"
        result = run_tfrec("build", *arguments, "--shards", 2, "--name", "set", "-o", out, folder=self.scratch)
        self.assertEqual(result.returncode, 0, result.stderr)
        shards = sorted(out.glob("*.tfrec"))
        self.assertEqual(len(shards), 2)
        return [record for shard in shards for record in tfrecord_loader(str(shard), None, description)]

    def by_name(self, records, table, key, name="image_name"):
        """Pairs of record and row, once each."""
        rows = {row[key]: row for row in read_rows(self.scratch / table)}
        names = [bytes(record[name]).decode() for record in records]
        self.assertEqual(sorted(names), sorted(rows))
        return [(record, rows[name]) for record, name in zip(records, names)]

    def test_auto(self):
        description = {"image": "byte", "image_name": "byte", "class": "int", "petals": "int", "height_cm": "float"}
        records = self.read(description, "images", "--labels", "labels.csv")
        for record, row in self.by_name(records, "labels.csv", "image"):
            self.assertEqual(CLASSES[int(record["class"][0])], row["class"])
            self.assertEqual(int(record["petals"][0]), int(row["petals"]))
            self.assertEqual(record["height_cm"][0], np.float32(row["height_cm"]))
            image = cv2.imdecode(np.frombuffer(record["image"], np.uint8), cv2.IMREAD_COLOR)
            self.assertEqual(image.shape, cv2.imread(str(self.scratch / "images" / row["image"])).shape)

    def test_flowers(self):
        description = {"image": "byte", "class": "int", "one_hot_class": "float"}
        records = self.read(description, "flowers", "--layout", "flowers", "--size", 32)
        for record in records:
            self.assertEqual(record["one_hot_class"].tolist(), [float(place == record["class"][0]) for place in range(5)])
        self.assertEqual(sorted(int(record["class"][0]) for record in records), sorted(list(range(5)) * (COUNT // 5)))

    def test_target(self):
        description = {"image": "byte", "target": "int", "image_name": "byte"}
        records = self.read(description, "leaves", "--labels", "train.csv", "--layout", "target")
        for record, row in self.by_name(records, "train.csv", "image_id"):
            self.assertEqual(record["target"].tolist(), [int(row[disease]) for disease in DISEASES])

    def test_packed_arrays(self):
        records = self.read({"x": "byte", "y": "byte"}, "signals", "--labels", "signals.csv", "--layout", "xy")
        rows = {np.float32(row["period"]): row for row in read_rows(self.scratch / "signals.csv")}
        self.assertEqual(sorted(np.frombuffer(record["y"], np.float32)[0] for record in records), sorted(rows))
        for record in records:
            row = rows[np.frombuffer(record["y"], np.float32)[0]]
            array = np.load(self.scratch / "signals" / f"{row['signal']}.npy").astype("<f4")
            self.assertEqual(record["x"], array.tobytes())

    def test_slim(self):
        description = {"image/class/label": "int", "image/class/text": "byte", "image/filename": "byte", "image/height": "int"}
        records = self.read(description, "flowers", "--layout", "slim", "--size", "40x30")
        for record in records:
            name = bytes(record["image/filename"]).decode().split("/")[0]
            self.assertEqual(bytes(record["image/class/text"]).decode(), name)
            self.assertEqual((record["image/class/label"][0], record["image/height"][0]), (CLASSES.index(name) + 1, 30))

    def test_several_labels_in_a_cell_and_none(self):
        features = [f"--feature={feature}" for feature in ("name=bytes:file_name", "hot=multihot:labels", "ids=indices:labels")]
        description = {"name": "byte", "hot": "float", "ids": "int"}
        records = self.read(description, "photos", "--labels", "photos/metadata.csv", "--no-image", *features)
        for record, row in self.by_name(records, "photos/metadata.csv", "file_name", "name"):
            ids = [["fog", "rain", "sun", "wind"].index(label) for label in row["labels"].split("|") if label]
            self.assertEqual(record["ids"].tolist(), ids)
            self.assertEqual(record["hot"].tolist(), [float(place in ids) for place in range(4)])


if __name__ == "__main__":
    unittest.main()
