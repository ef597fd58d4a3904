# SPDX-License-Identifier: Apache-2.0
"""The same cases for each framework: one set per layout, printed, run and compared."""

import io

import numpy as np
import tensorflow as tf
from PIL import Image

import sample_sets
from printed_reader import PrintedReaderTest, array
from support import run_tfrec, write_rows


class ReaderCases(PrintedReaderTest):
    """Subclasses name the framework."""

    image_count = 20

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.scratch = cls.scratch / "input"  # beside the images that are drawn for other tests
        cls.scratch.mkdir()
        sample_sets.make_all(cls.scratch, cls.image_count)

    def build_set(self, images, *options, out="set"):
        result = run_tfrec("build", images, "-o", out, "--overwrite", *options, folder=self.scratch)
        self.assertEqual(result.returncode, 0, result.stderr)
        return self.stored(out)

    def check(self, stored, *arguments, key=None, image=None, lossy=True, resized=False, **options):
        """All records once, with their values; `image` is the feature that is compared with what is stored."""
        file = self.program(*(arguments or ["set"]))
        read = self.read(file, batch_size=3, training=False, **options)
        records = read["records"]
        self.assertEqual(set(self.printed_batch(file)), set(records[0]), "the program prints each name")
        self.assertEqual(len(records), len(stored))
        self.assertEqual(sum(read["batches"]), len(stored))
        if key:
            def text(value):
                return value.encode() if isinstance(value, str) else value

            records = sorted(records, key=lambda one: text(one[key]))
            stored = sorted(stored, key=lambda one: one[key][0])
        for got, expected in zip(records, stored):
            self.assert_same_values(got, expected)
            if image and not resized:
                self.assert_same_image(got[image], expected[image][0], lossy)
        return read, records, stored

    def test_flowers(self):
        stored = self.build_set("flowers", "--layout", "flowers", "--size", "48", "--shards", "3", "--feature", "image=png")
        self.assertTrue(all(one["image"][0].startswith(b"\x89PNG") for one in stored))
        options = {"num_workers": 2} if self.framework == "torch" else {}
        read = self.read(self.program("set"), batch_size=3, training=False, **options)
        self.assertEqual(read["classes"], ["daisy", "dandelion", "roses", "sunflowers", "tulips"])
        self.assertEqual((read["batch_size"], read["steps"]), (16, 20 // 16))
        left = {one["image"][0]: one for one in stored}
        pixels = {}
        for data, one in left.items():
            pixels[np.atleast_3d(np.asarray(Image.open(io.BytesIO(data)))).tobytes()] = one
        for record in read["records"]:
            image = array(record["image"])
            image = image.transpose(1, 2, 0) if self.framework == "torch" else image
            self.assert_same_values(record, pixels.pop(np.ascontiguousarray(image).tobytes()))
        self.assertEqual(pixels, {}, "each record is there once")

    def test_training_yields_full_batches_without_end(self):
        self.build_set("flowers", "--layout", "flowers", "--size", "32", "--shards", "3")
        read = self.read(self.program("set"), batch_size=7, training=True, batches=9)
        self.assertEqual(read["batches"], [7] * 9)

    def test_training_repeats_no_record_within_an_epoch(self):
        names = {one["image_name"][0] for one in self.build_set("leaves", "--labels", "train.csv", "--shards", "1", "--size", "32")}
        read = self.read(self.program("set"), batch_size=1, training=True, batches=3 * len(names))
        seen = [name if isinstance(name, bytes) else name.encode() for name in (one["image_name"] for one in read["records"])]
        epochs = [seen[start : start + len(names)] for start in range(0, len(seen), len(names))]
        self.assertEqual([set(epoch) for epoch in epochs], [names] * 3)
        self.assertNotEqual(epochs[0], epochs[1], "each epoch has an order of its own")

    def test_hosts_read_each_record_once(self):
        stored = self.build_set("leaves", "--labels", "train.csv", "--shards", "5", "--size", "32")
        file = self.program("set")
        names = []
        for host in range(2):
            read = self.read(file, batch_size=4, training=False, host=host, hosts=2)
            self.assertGreater(len(read["records"]), 2)
            names += [one["image_name"] for one in read["records"]]
        names = [name if isinstance(name, bytes) else name.encode() for name in names]
        self.assertEqual(sorted(names), sorted(one["image_name"][0] for one in stored))

    def test_splits(self):
        self.build_set("flowers", "--split", "train=0.8,val=0.2", "--size", "32")
        file = self.program("set")
        train = self.read(file, batch_size=4, training=False)
        val = self.read(file, batch_size=4, training=False, split="val")
        self.assertEqual((len(train["records"]), len(val["records"])), (16, 4))
        self.assertEqual(train["steps"], 16 // train["batch_size"])
        pixels = {"tf": "uint8 (16, 32, 32, 3)", "torch": "torch.uint8 (16, 3, 32, 32)", "jax": "uint8 (16, 32, 32, 3)"}
        printed = self.printed_batch(file)
        self.assertEqual(printed["image"], pixels[self.framework])
        names = {"tf": "string (16,)", "torch": "list of 16 str", "jax": "list of 16 str"}
        self.assertEqual(printed["image_name"], names[self.framework])

    def test_a_fold_is_validated_by_a_model_trained_on_the_others(self):
        names = {one["image_name"][0] for one in self.build_set("flowers", "--folds", "5", "--size", "32", "--layout", "auto")}
        file = self.program("set")
        train = self.read(file, batch_size=4, training=False)
        fold = self.read(file, batch_size=4, training=False, split="fold0")
        self.assertEqual(train["steps"], len(train["records"]) // train["batch_size"])
        as_bytes = lambda name: name if isinstance(name, bytes) else name.encode()
        read = [as_bytes(one["image_name"]) for one in train["records"] + fold["records"]]
        self.assertEqual(sorted(read), sorted(names), "each record is in the fold or in the others")
        self.assertEqual(len(fold["records"]), 4)
        self.assertIn("image", self.printed_batch(file))

    def test_images_of_several_sizes_are_resized(self):
        stored = self.build_set("flowers", "--layout", "auto")
        read, records, _ = self.check(stored, key="image_name", resized=True)
        shapes = {array(one["image"]).shape for one in records}
        self.assertEqual(len(shapes), 1, shapes)
        self.assertEqual(read["classes"][0], "daisy")

    def test_columns_target_and_unlabelled(self):
        for layout in ("columns", "target"):
            with self.subTest(layout):
                stored = self.build_set("leaves", "--labels", "train.csv", "--layout", layout, "--size", "32")
                read, _, _ = self.check(stored, key="image_name", image="image")
                self.assertEqual(read["classes"], sample_sets.DISEASES)
        stored = self.build_set("leaves", "--labels", "test.csv", "--layout", "unlabelled", "--size", "40x30")
        read, _, _ = self.check(stored, key="image_name", image="image")
        self.assertEqual(read["classes"], [])

    def test_slim(self):
        stored = self.build_set("flowers", "--layout", "slim", "--size", "32", "--gzip")
        read, _, _ = self.check(stored, key="image/filename", image="image/encoded")
        self.assertEqual(read["classes"], dict(enumerate(["daisy", "dandelion", "roses", "sunflowers", "tulips"], 1)))

    def test_raw_pixels_and_packed_arrays(self):
        stored = self.build_set("digits", "--labels", "digits.csv", "--layout", "raw", "--color", "gray")
        read, records, stored = self.check(stored)
        self.assertEqual(read["classes"], [str(i) for i in range(10)])
        expected = sorted(one["image_raw"][0] for one in stored)
        self.assertEqual(sorted(array(one["image_raw"]).tobytes() for one in records), expected)
        self.assertIn(array(records[0]["image_raw"]).shape, ((28, 28, 1), (1, 28, 28)))
        stored = self.build_set("signals", "--labels", "signals.csv", "--layout", "xy")
        _, records, stored = self.check(stored)
        for name, shape in (("x", (64, 2)), ("y", (2,))):
            self.assertEqual([array(one[name]).tobytes() for one in records], [one[name][0] for one in stored])
            self.assertEqual(array(records[0][name]).shape, shape)

    def test_raw_pixels_of_another_producer_need_a_shape(self):
        (self.scratch / "other").mkdir(exist_ok=True)
        with tf.io.TFRecordWriter(str(self.scratch / "other" / "a.tfrecord"), "ZLIB") as writer:
            for number in range(5):
                example = tf.train.Example()
                example.features.feature["pixels"].bytes_list.value.append(bytes((number + i) % 256 for i in range(12 * 10 * 3)))
                example.features.feature["y"].int64_list.value.append(number - 2)
                writer.write(example.SerializeToString())
        stored = self.stored("other")
        _, records, _ = self.check(stored, "other", "--shape", "12x10x3")
        got = array(records[3]["pixels"])
        got = got.transpose(1, 2, 0) if self.framework == "torch" else got
        self.assertEqual(np.ascontiguousarray(got).tobytes(), stored[3]["pixels"][0])

    def test_detection(self):
        stored = self.build_set("images", "--labels", "boxes.csv", "--layout", "detection")
        read, records, stored = self.check(stored, key="image/filename", resized=True)
        for got, expected in zip(records, stored):
            self.assert_boxes(got, expected)
        self.assertEqual(read["classes"][1], "daisy")

    def test_segmentation(self):
        feature = "image/segmentation/class/encoded"
        for size in ([], ["--size", "32"]):
            stored = self.build_set("images", "--masks", "masks", "--layout", "segmentation", *size)
            _, records, stored = self.check(stored, key="image/filename", resized=True)
            for got, expected in zip(records, stored):
                mask = array(got[feature])
                ids = np.asarray(Image.open(io.BytesIO(expected[feature][0])))
                if size:
                    self.assertTrue(np.array_equal(mask.reshape(32, 32), ids))
                self.assertLessEqual(set(np.unique(mask)), set(np.unique(ids)))

    def test_lists_of_labels_and_captions(self):
        stored = self.build_set("photos", "--labels", "photos/metadata.csv", "--size", "32", "--feature", "image=jpeg",
                                "--feature", "image_name=bytes:file_name", "--feature", "labels=multihot:labels",
                                "--feature", "ids=indices:labels")  # fmt: skip
        read, _, _ = self.check(stored, key="image_name", image="image")
        self.assertEqual(read["classes"], ["fog", "rain", "sun", "wind"])
        rows = [{"image": path.name, "caption": f"caption {i} é"} for path in sorted((self.scratch / "images").glob("*.jpg"))[:6]
                for i in range(len(path.name) % 3 + 1)]  # fmt: skip
        write_rows(self.scratch / "captions.csv", rows)
        stored = self.build_set("images", "--labels", "captions.csv", "--record-per", "image", "--size", "32")
        self.check(stored, key="image_name", image="image")

    def test_several_images_in_a_record_and_absent_values(self):
        (self.scratch / "frames").mkdir(exist_ok=True)
        random = np.random.default_rng(3)
        with tf.io.TFRecordWriter(str(self.scratch / "frames" / "a.tfrecord")) as writer:
            for number in range(7):
                example = tf.train.Example()
                feature = example.features.feature
                for count, name in ((1, "left"), (3, "frames"), (1 + number % 3, "views")):
                    for _ in range(count):
                        data = tf.io.encode_png(random.integers(0, 256, (8, 9, 3), np.uint8)).numpy()
                        feature[name].bytes_list.value.append(data)
                feature["id"].int64_list.value.append(number)
                if number % 2:
                    feature["label"].int64_list.value.append(number)
                    feature["score"].float_list.value.append(number / 4)
                    feature["note"].bytes_list.value.append(b"n%d" % number)
                writer.write(example.SerializeToString())
        stored = self.stored("frames")
        file = self.program("frames")
        read = self.read(file, batch_size=3, training=False)["records"]
        self.assertEqual(set(self.printed_batch(file)), set(read[0]))
        self.assertEqual(len(read), len(stored))
        for got, expected in zip(sorted(read, key=lambda one: array(one["id"]).item()), stored):
            self.assert_same_image(got["left"], expected["left"][0], False)
            for name in ("frames", "views"):
                frames = got[name]
                frames = list(array(frames)) if isinstance(frames, tuple) else [array(one) if isinstance(one, tuple) else np.uint8(one) for one in frames]
                self.assertEqual(len(frames), len(expected[name]))
                for frame, data in zip(frames, expected[name]):
                    self.assert_same_image((frame.dtype.str, frame.shape, frame.tobytes()), data, False)
            label = array(got["label"]).item()
            self.assertEqual(label, expected["label"][0] if "label" in expected else -1)


__all__ = ["ReaderCases"]
