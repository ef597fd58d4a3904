# SPDX-License-Identifier: Apache-2.0
"""PyTorch users read shards with the `tfrecord` package, which knows nothing of TensorFlow."""

import unittest

from tfrecord.reader import tfrecord_loader

from support import CLASSES, InteropTest


class OtherReaders(InteropTest):
    def test_tfrecord_package(self):
        shards = self.build("torch", self.rows, "--shards", 2)
        description = {"image": "byte", "image_name": "byte", "class": "int", "petals": "int", "height_cm": "float"}
        by_name = {row["image"]: row for row in self.rows}
        seen = []
        for shard in shards:
            for record in tfrecord_loader(str(shard), None, description):
                row = by_name[bytes(record["image_name"]).decode()]
                seen.append(row["image"])
                self.assertEqual(CLASSES[int(record["class"][0])], row["class"])
                self.assertEqual(int(record["petals"][0]), int(row["petals"]))
                self.assertEqual(bytes(record["image"])[:2], b"\xff\xd8")
        self.assertEqual(sorted(seen), sorted(by_name))


if __name__ == "__main__":
    unittest.main()
