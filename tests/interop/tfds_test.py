# SPDX-License-Identifier: Apache-2.0
"""TensorFlow Datasets reads a set of --name-style tfds by itself, with its labels and splits."""

import json
import pathlib
import unittest

import numpy as np
import tensorflow_datasets as tfds
from PIL import Image

from support import CLASSES, InteropTest


class TensorFlowDatasets(InteropTest):
    image_count = 40

    def read(self, out):
        return tfds.builder_from_directory(str(self.scratch / out))

    def test_splits_and_labels(self):
        self.build("set", self.rows, "--name-style", "tfds", "--layout", "flowers", "--split", "train=0.75,val=0.25",
                   "--stratify", "class", "--shards", "2", "--dedupe", "ignore",
                   "--feature", "image_name=bytes:image", "--feature", "petals=int64:petals",
                   "--feature", "sizes=float:height_cm,petals", "--feature", "wide=width")
        self.assertTrue((self.scratch / "set/flowers-val.tfrecord-00001-of-00002").exists())
        builder = self.read("set")
        self.assertEqual({name: info.num_examples for name, info in builder.info.splits.items()},
                         {"train": 30, "val": 10})
        self.assertEqual(builder.info.features["class"].names, CLASSES)
        rows = {row["image"]: row for row in self.rows}
        seen = set()
        for split in ("train", "val"):
            for example in builder.as_dataset(split=split):
                name = example["image_name"].numpy().decode()
                row = rows[name]
                seen.add(name)
                self.assertEqual(builder.info.features["class"].int2str(int(example["class"])), row["class"])
                self.assertEqual(int(example["one_hot_class"].numpy().argmax()), int(example["class"]))
                self.assertEqual(int(example["petals"]), int(row["petals"]))
                self.assertEqual(example["sizes"].shape, (2,))
                self.assertEqual(example["image"].shape[1], int(example["wide"]))
        self.assertEqual(seen, set(rows))
        image, label = next(iter(builder.as_dataset(split="val[:50%]", as_supervised=True)))
        self.assertEqual(image.shape[2], 3)
        self.assertIn(int(label), range(len(CLASSES)))

    def test_whole_set_is_train_and_sizes_have_files_of_their_own(self):
        self.build("sizes", self.rows, "--name-style", "tfds", "--layout", "flowers", "--sizes", "32,48")
        for size in (32, 48):
            builder = self.read(f"sizes/{size}x{size}")
            self.assertEqual(builder.info.splits["train"].num_examples, 40)
            for example in builder.as_dataset(split="train"):
                self.assertEqual(example["image"].shape, (size, size, 3))

    def test_masks(self):
        for bits, dtype in ((8, np.uint8), (16, np.uint16)):
            masks = self.scratch / f"masks{bits}"
            masks.mkdir()
            ids = {}
            for number, row in enumerate(self.rows):
                with Image.open(self.images / row["image"]) as image:
                    shape = image.size[::-1]
                ids[row["image"]] = np.random.default_rng(number).integers(0, 2**bits, shape).astype(dtype)
                Image.fromarray(ids[row["image"]]).save(masks / f"{pathlib.Path(row['image']).stem}.png")
            self.build(f"masked{bits}", self.rows, "--name-style", "tfds", "--masks", masks, "--feature", "image=jpeg",
                       "--feature", "mask=mask", "--feature", "image_name=bytes:image")
            for example in self.read(f"masked{bits}").as_dataset(split="train"):
                expected = ids[example["image_name"].numpy().decode()]
                np.testing.assert_array_equal(example["mask"].numpy()[:, :, 0], expected)

    def test_several_labels(self):
        tags = ["fog|sun", "sun", "", "rain"]
        rows = [{"image": row["image"], "tags": tags[i % 4]} for i, row in enumerate(self.rows)]
        self.build("tags", rows, "--name-style", "tfds", "--feature", "image=jpeg", "--feature", "tags=indices:tags",
                   "--feature", "image_name=bytes:image")
        wanted = {row["image"]: row["tags"] for row in rows}
        builder = self.read("tags")
        names = builder.info.features["tags"].feature.names
        for example in builder.as_dataset(split="train"):
            found = "|".join(names[i] for i in example["tags"].numpy())
            self.assertEqual(found, wanted[example["image_name"].numpy().decode()])

    def test_names_that_only_just_fit(self):
        self.build("names", self.rows, "--name-style", "tfds", "--split", "a-b=0.5,_c=0.25,0x=0.25",
                   "--dedupe", "ignore", "--feature", "image=jpeg", "--feature", "5x=int64:petals",
                   "--feature", "a b-c.d=index:class", name="f_2")
        builder = self.read("names")
        self.assertEqual(builder.info.features["a b-c.d"].names, CLASSES)
        counts = {split: sum(1 for example in builder.as_dataset(split=split) if "5x" in example)
                  for split in builder.info.splits}
        self.assertEqual(counts, {"a-b": 20, "_c": 10, "0x": 10})
        self.assertEqual(sum(1 for _ in builder.as_dataset(split="all")), 40)

    def test_bytes_told_are_those_of_the_examples(self):
        self.build("dealt", self.rows, "--name-style", "tfds", "--layout", "flowers")
        info = json.loads((self.scratch / "dealt/dataset_info.json").read_text())["splits"][0]
        shards = list((self.scratch / "dealt").glob("*.tfrecord-*"))
        self.assertEqual(int(info["numBytes"]), sum(shard.stat().st_size for shard in shards) - 16 * 40)


if __name__ == "__main__":
    unittest.main()
