# SPDX-License-Identifier: Apache-2.0
"""TensorFlow parses every layout with the code of docs/layouts.md: right values, right images, right counts."""

import hashlib
import re
import unittest

import cv2
import numpy as np
import tensorflow as tf
from PIL import Image

import layouts_page
from sample_sets import DISEASES, make_all, pixels
from support import CLASSES, Scratch, read_rows, run_tfrec, write_rows

COUNT = 20
SEVERAL = "Several labels in a cell"


def psnr(one, other):
    """Decibels; above 30 two images look the same, two different ones of ours stay below 20."""
    error = np.mean((one.astype(np.float64) - other) ** 2)
    return np.inf if error == 0 else 10 * np.log10(255**2 / error)


def text(tensor):
    return tensor.numpy().decode("utf-8")


class Layouts(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.scratch = cls.enterClassContext(Scratch())
        make_all(cls.scratch, COUNT)
        cls.sections = layouts_page.sections()
        cls.built = {}
        for heading, section in cls.sections.items():
            cls.built[heading] = run_tfrec(*section.command, folder=cls.scratch)
            if cls.built[heading].returncode == 0:
                (cls.scratch / "shards").rename(cls.scratch / f"built_{heading}")

    def shards(self, heading, pattern="*.tfrec"):
        self.assertEqual(self.built[heading].returncode, 0, self.built[heading].stderr)
        return [str(shard) for shard in sorted((self.scratch / f"built_{heading}").glob(pattern))]

    def records(self, heading, *pattern):
        """Every record, through the page's code, in a graph as input pipelines run it."""
        return list(tf.data.TFRecordDataset(self.shards(heading, *pattern)).map(self.sections[heading].parse))

    def rows(self, table, key):
        return {row[key]: row for row in read_rows(self.scratch / table)}

    def assert_once_each(self, names, expected):
        self.assertEqual(sorted(names), sorted(expected))

    def assert_image(self, image, source):
        original = pixels(self.scratch / source)
        self.assertEqual(tuple(image.shape), original.shape)
        self.assertGreater(psnr(image.numpy(), original), 30, source)

    def test_the_page_shows_what_tfrec_prints(self):
        for heading, section in self.sections.items():
            with self.subTest(layout=heading):
                self.assertEqual(self.built[heading].returncode, 0, self.built[heading].stderr)
                printed = [layouts_page.comparable(line) for line in self.built[heading].stdout.splitlines()]
                self.assertEqual(printed, [layouts_page.comparable(line) for line in section.printed])

    def test_auto(self):
        rows = self.rows("labels.csv", "image")
        records = self.records("auto")
        self.assert_once_each([text(name) for _, name, *_ in records], rows)
        for image, name, label, petals, height in records:
            row = rows[text(name)]
            self.assertEqual((CLASSES[int(label)], int(petals)), (row["class"], int(row["petals"])))
            self.assertEqual(height.numpy(), np.float32(row["height_cm"]))
            self.assert_image(image, f"images/{row['image']}")

    def test_r1a_apple_leaves_one_scalar_per_column(self):
        self.check_leaves("columns")

    def test_r1b_apple_leaves_one_list(self):
        self.check_leaves("target")

    def check_leaves(self, heading):
        rows = self.rows("train.csv", "image_id")
        records = self.records(heading)
        self.assert_once_each([text(name) for _, _, name in records], rows)
        for image, target, name in records:
            row = rows[text(name)]
            self.assertEqual(target.numpy().tolist(), [int(row[disease]) for disease in DISEASES])
            self.assert_image(image, f"leaves/{row['image_id']}.jpg")

    def test_r1c_apple_leaves_without_labels(self):
        records = self.records("unlabelled")
        self.assert_once_each([text(name) for _, name in records], self.rows("test.csv", "image_id"))
        for image, name in records:
            self.assert_image(image, f"leaves/{text(name)}.jpg")

    def test_r1c_like_the_training_set(self):
        manifest = self.scratch / "built_target" / "manifest.json"
        arguments = ["build", "leaves", "--labels", "test.csv", "--like", manifest, "--name", "test", "-o", "like"]
        result = run_tfrec(*arguments, folder=self.scratch)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("--like: 1 feature is left out: 'target' (no column 'healthy')",
                      result.stderr)
        shards = [(self.scratch / out / "test00-5.tfrec").read_bytes() for out in ("like", "built_unlabelled")]
        self.assertEqual(*shards)

    def test_r2_five_flowers_at_192(self):
        sources = {}
        for source in (self.scratch / "flowers").rglob("*.jpg"):
            sources[source] = cv2.resize(pixels(source), (192, 192), interpolation=cv2.INTER_AREA)
        seen = []
        for image, label, one_hot in self.records("flowers", "192x192/*.tfrec"):
            source = max(sources, key=lambda path: psnr(image.numpy(), sources[path]))
            seen.append(source)
            self.assertGreater(psnr(image.numpy(), sources[source]), 30, source)
            self.assertEqual(CLASSES[int(label)], source.parent.name)
            self.assertEqual(one_hot.numpy().tolist(), [float(place == int(label)) for place in range(5)])
        self.assert_once_each(seen, sources)

    def test_r2_counts_are_read_from_whole_paths(self):
        for size in (192, 224):
            filenames = self.shards("flowers", f"{size}x{size}/*.tfrec")
            by_name = [int(re.compile(r"-([0-9]*)\.").search(filename).group(1)) for filename in filenames]
            self.assertEqual(by_name, [sum(1 for _ in tf.data.TFRecordDataset(filename)) for filename in filenames])
            self.assertEqual(np.sum(by_name), COUNT)

    def test_r2_the_last_19_percent_of_the_files_are_a_random_sample(self):
        filenames = self.shards("flowers", "192x192/*.tfrec")
        held_out = filenames[len(filenames) - int(len(filenames) * 0.19):]
        self.assertEqual((len(filenames), len(held_out)), (16, 3))
        labels = [int(label) for _, label, _ in tf.data.TFRecordDataset(held_out).map(self.sections["flowers"].parse)]
        self.assertEqual(len(labels), sum(int(name.rsplit("-", 1)[1].split(".")[0]) for name in held_out))
        self.assertGreater(len(set(labels)), 1, "sorted by class, the last files would hold one class")

    def test_r2_sizes_have_the_same_records_in_the_same_shards(self):
        spec = {"class": tf.io.FixedLenFeature([], tf.int64), "image": tf.io.FixedLenFeature([], tf.string)}
        read = {}
        for size in (192, 224):
            filenames = self.shards("flowers", f"{size}x{size}/*.tfrec")
            records = [tf.io.parse_single_example(raw, spec) for raw in tf.data.TFRecordDataset(filenames)]
            for record in records:
                self.assertEqual(tf.io.decode_jpeg(record["image"]).shape, (size, size, 3))
            names = [filename.rsplit("/", 1)[1] for filename in filenames]
            read[size] = (names, [int(record["class"]) for record in records])
        self.assertEqual(read[192], read[224])

    def test_r3_packed_arrays(self):
        rows = {np.float32(row["period"]): row for row in read_rows(self.scratch / "signals.csv")}
        records = self.records("xy", "*.tfrecords")
        self.assert_once_each([y.numpy()[0] for _, y in records], rows)
        for x, y in records:
            row = rows[y.numpy()[0]]
            self.assertEqual(y.numpy()[1], np.float32(row["height"]))
            array = np.load(self.scratch / "signals" / f"{row['signal']}.npy")
            np.testing.assert_array_equal(x.numpy(), array.astype(np.float32), row["signal"])

    def test_r3_batches_of_eight_without_a_remainder(self):
        dataset = tf.data.TFRecordDataset(self.shards("xy", "*.tfrecords")).map(self.sections["xy"].parse)
        batches = list(dataset.batch(8, drop_remainder=True))
        self.assertEqual([(x.shape, y.shape) for x, y in batches], [((8, 64, 2), (8, 2))] * (COUNT // 8))

    def test_r5_mnist_pixel_by_pixel(self):
        sources = {}
        for row in read_rows(self.scratch / "digits.csv"):
            image = cv2.imread(str(self.scratch / "digits" / row["image"]), cv2.IMREAD_GRAYSCALE)
            sources[image.tobytes()] = int(row["label"])
        read = {image.numpy().tobytes(): int(label) for image, label in self.records("raw")}
        self.assertEqual(read, sources)

    def test_slim(self):
        records = self.records("slim")
        names = [text(record["image/filename"]) for record in records]
        images = [path.relative_to(self.scratch / "flowers") for path in (self.scratch / "flowers").rglob("*.jpg")]
        self.assert_once_each(names, [str(path) for path in images])
        for record, name in zip(records, names):
            image = tf.io.decode_jpeg(record["image/encoded"])
            self.assert_image(image, f"flowers/{name}")
            facts = [int(record[f"image/{fact}"]) for fact in ("height", "width", "channels")]
            self.assertEqual(facts, list(image.shape))
            self.assertEqual((text(record["image/format"]), text(record["image/colorspace"])), ("JPEG", "RGB"))
            self.assertEqual(text(record["image/class/text"]), name.split("/")[0])
            self.assertEqual(record["image/class/label"].numpy().tolist(), [1 + CLASSES.index(name.split("/")[0])])

    def test_detection(self):
        rows = {}
        for row in read_rows(self.scratch / "boxes.csv"):
            rows.setdefault(row["filename"], []).append(row)
        records = self.records("detection")
        names = [text(example["image/filename"]) for *_, example in records]
        self.assert_once_each(names, rows)
        for name, (image, boxes, labels, example) in zip(names, records):
            self.assert_image(image, f"images/{name}")
            boxed = [row for row in rows[name] if row["class"]]
            sides = np.array(image.shape)[[0, 1, 0, 1]]
            drawn = [[int(row[edge]) for edge in ("ymin", "xmin", "ymax", "xmax")] for row in boxed]
            np.testing.assert_allclose(boxes.numpy() * sides, np.reshape(drawn, (-1, 4)), atol=1e-3)
            classes = sorted(["flower", *CLASSES])
            self.assertEqual([classes[label - 1] for label in labels.numpy()], [row["class"] for row in boxed])
            self.assertEqual(int(text(example["image/source_id"])), sorted(rows).index(name) + 1)

    def test_segmentation(self):
        records = self.records("segmentation")
        names = [text(name) for *_, name in records]
        self.assert_once_each(names, [path.name for path in (self.scratch / "images").glob("*.jpg")])
        for name, (image, mask, _) in zip(names, records):
            self.assert_image(image, f"images/{name}")
            ids = np.array(Image.open(self.scratch / "masks" / name.replace(".jpg", ".png")))
            np.testing.assert_array_equal(tf.squeeze(mask, 2), ids, name)

    def test_kinds_that_no_layout_has(self):
        (self.scratch / "colours").mkdir()
        random = np.random.default_rng(7)
        sources = {f"{n}.png": random.integers(0, 256, (5, 7, 3), np.uint8) for n in range(4)}
        for name, image in sources.items():
            cv2.imwrite(str(self.scratch / "colours" / name), image[:, :, ::-1])
        rows = [{"image": name, "a": n - 2**62, "b": n / 3} for n, name in enumerate(sources)]
        write_rows(self.scratch / "colours.csv", rows)
        kinds = ["png=png", "bytes=raw-uint8", "floats=raw-float32", "ints=raw-int64:a,a", "numbers=float:b,a",
                 "whole=int64:a", "image=bytes:image", "sha=sha256", "where=path"]
        arguments = ["build", "colours", "--labels", "colours.csv", "--scale", 1 / 255, "--name", "c", "-o", "kinds"]
        result = run_tfrec(*arguments, *(f"--feature={kind}" for kind in kinds), folder=self.scratch)
        self.assertEqual(result.returncode, 0, result.stderr)
        spec = {name: tf.io.FixedLenFeature([], tf.string) for name in ("png", "bytes", "floats", "ints", "image", "sha", "where")}
        spec |= {"numbers": tf.io.FixedLenFeature([2], tf.float32), "whole": tf.io.FixedLenFeature([], tf.int64)}
        records = [tf.io.parse_single_example(raw, spec) for raw in tf.data.TFRecordDataset(str(self.scratch / "kinds" / "c00-4.tfrec"))]
        self.assert_once_each([text(record["image"]) for record in records], sources)
        for record in records:
            image, row = sources[text(record["image"])], rows[int(text(record["image"])[0])]
            np.testing.assert_array_equal(tf.io.decode_png(record["png"]), image)
            np.testing.assert_array_equal(np.reshape(tf.io.decode_raw(record["bytes"], tf.uint8), (5, 7, 3)), image)
            floats = np.reshape(tf.io.decode_raw(record["floats"], tf.float32), (5, 7, 3))
            np.testing.assert_allclose(floats, image / 255, rtol=1e-6)
            self.assertEqual(tf.io.decode_raw(record["ints"], tf.int64).numpy().tolist(), [row["a"]] * 2)
            self.assertEqual(int(record["whole"]), row["a"])
            self.assertEqual(record["numbers"].numpy().tolist(), [np.float32(row["b"]), np.float32(row["a"])])
            self.assertEqual(text(record["sha"]), hashlib.sha256(record["png"].numpy()).hexdigest())
            self.assertEqual(record["where"], record["image"])

    def test_several_labels_in_a_cell(self):
        classes = (self.scratch / f"built_{SEVERAL}" / "classes.txt").read_text(encoding="utf-8").splitlines()
        self.assertEqual(classes, ["fog", "rain", "sun", "wind"])
        rows = self.rows("photos/metadata.csv", "file_name")
        records = self.records(SEVERAL)
        self.assert_once_each([text(name) for _, name, *_ in records], rows)
        for image, name, labels, label_ids in records:
            cell = rows[text(name)]["labels"]
            ids = sorted(classes.index(label) for label in cell.split("|")) if cell else []
            self.assertEqual(label_ids.numpy().tolist(), ids)
            self.assertEqual(labels.numpy().tolist(), [float(place in ids) for place in range(4)])
            self.assert_image(image, f"photos/{text(name)}")


if __name__ == "__main__":
    unittest.main()
