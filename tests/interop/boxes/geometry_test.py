# SPDX-License-Identifier: Apache-2.0
"""A rectangle painted into an image is where the box of the stored image is, for every size and orientation, and
TensorFlow parses the layout `detection` by the keys of the Object Detection API."""

import json
import unittest

import numpy as np
import tensorflow as tf
from PIL import Image, ImageDraw

from support import Scratch, run_tfrec, write_rows

SIZE = (300, 180)
BOX = (90, 40, 170, 120)
# What makes of an upright image the one that a camera stores with this EXIF orientation.
STORED_BY = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
OPTIONS = [
    [],
    ["--size", "128"],
    ["--size", "150x100", "--fit", "stretch"],
    ["--size", "150x100", "--fit", "crop"],
    ["--size", "100x170", "--fit", "crop"],
    ["--size", "150x100", "--fit", "pad"],
    ["--size", "400", "--fit", "pad", "--no-upscale"],
    ["--size", "100", "--fit", "short"],
    ["--size", "97", "--fit", "long"],
    ["--sizes", "64,129", "--fit", "crop"],
]
SPEC = {
    "image/encoded": tf.io.FixedLenFeature([], tf.string),
    "image/source_id": tf.io.FixedLenFeature([], tf.string),
    "image/height": tf.io.FixedLenFeature([], tf.int64),
    "image/width": tf.io.FixedLenFeature([], tf.int64),
    "image/object/bbox/xmin": tf.io.VarLenFeature(tf.float32),
    "image/object/bbox/xmax": tf.io.VarLenFeature(tf.float32),
    "image/object/bbox/ymin": tf.io.VarLenFeature(tf.float32),
    "image/object/bbox/ymax": tf.io.VarLenFeature(tf.float32),
    "image/object/class/text": tf.io.VarLenFeature(tf.string),
    "image/object/class/label": tf.io.VarLenFeature(tf.int64),
}


def edges_of_the_bright_part(image):
    rows, columns = np.where(image[:, :, 0] > 135)
    return columns.min(), rows.min(), columns.max() + 1, rows.max() + 1


class BoxesFollowTheirImage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = cls.enterClassContext(Scratch())
        (cls.scratch / "images").mkdir()
        rows = []
        for orientation, stored_by in STORED_BY.items():
            upright = Image.new("RGB", SIZE, (20, 20, 20))
            left, top, right, bottom = BOX
            ImageDraw.Draw(upright).rectangle([left, top, right - 1, bottom - 1], fill=(250, 250, 250))
            stored = upright if stored_by is None else upright.transpose(stored_by)
            exif = Image.Exif()
            exif[0x0112] = orientation
            for name, of_stored in ((f"upright{orientation}.jpg", False), (f"stored{orientation}.jpg", True)):
                stored.save(cls.scratch / "images" / name, quality=100, subsampling=0, exif=exif)
                # Without a change of sides, a stated size can't tell which image the box is on.
                turns = of_stored and orientation >= 5
                size = stored.size if turns else SIZE
                box = edges_of_the_bright_part(np.array(stored)) if turns else BOX
                columns = ("filename", "width", "height", "class", "xmin", "ymin", "xmax", "ymax")
                rows.append(dict(zip(columns, (name, *size, "sign", *box))))
        write_rows(cls.scratch / "boxes.csv", rows)

    def records(self, options):
        out = f"out{'_'.join(options).replace(',', '_')}"
        built = run_tfrec(
            "build", "images", "--labels", "boxes.csv", "--layout", "detection", "-o", out, *options, folder=self.scratch
        )
        self.assertEqual(built.returncode, 0, built.stderr)
        for shard in sorted((self.scratch / out).glob("**/*.tfrec")):
            for record in tf.data.TFRecordDataset(str(shard)):
                yield tf.io.parse_single_example(record, SPEC)

    def test_every_size_and_orientation(self):
        for options in OPTIONS:
            with self.subTest(options=options):
                count = 0
                for record in self.records(options):
                    image = tf.io.decode_jpeg(record["image/encoded"], channels=3).numpy()
                    height, width = image.shape[:2]
                    self.assertEqual((record["image/height"], record["image/width"]), (height, width))
                    sides = {"xmin": width, "ymin": height, "xmax": width, "ymax": height}
                    box = [record[f"image/object/bbox/{edge}"].values.numpy()[0] * side for edge, side in sides.items()]
                    for found, stored in zip(edges_of_the_bright_part(image), box):
                        self.assertLess(abs(found - stored), 1.5, f"{options}, record {count}")
                    self.assertEqual(record["image/object/class/label"].values.numpy().tolist(), [1])
                    self.assertEqual(record["image/object/class/text"].values.numpy().tolist(), [b"sign"])
                    count += 1
                self.assertEqual(count, 16 * (2 if "--sizes" in options else 1))

    def test_source_ids_are_numbers_in_the_order_of_paths(self):
        ids = sorted(int(tf.strings.to_number(record["image/source_id"])) for record in self.records([]))
        self.assertEqual(ids, list(range(1, 17)))


def float_list(values):
    return tf.train.Feature(float_list=tf.train.FloatList(value=values))


class BoxesOfTensorFlow(unittest.TestCase):
    """Shards as the Object Detection API's tools write them."""

    def write(self, folder, xmax):
        image = tf.io.encode_jpeg(tf.zeros([100, 200, 3], tf.uint8)).numpy()
        features = {
            "image/encoded": tf.train.Feature(bytes_list=tf.train.BytesList(value=[image])),
            "image/object/bbox/xmin": float_list([0.1] * len(xmax)),
            "image/object/bbox/xmax": float_list(xmax),
            "image/object/bbox/ymin": float_list([0.1] * len(xmax)),
            "image/object/bbox/ymax": float_list([0.6] * len(xmax)),
            "image/object/class/text": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"cat"] * len(xmax))),
            "image/object/class/label": tf.train.Feature(int64_list=tf.train.Int64List(value=[3] * len(xmax))),
            "image/object/is_crowd": tf.train.Feature(),
            "image/object/area": float_list([]),
        }
        (folder / "label_map.pbtxt").write_text("item {\n  name: '/m/01yrx'\n  id: 3\n  display_name: 'cat'\n}\n")
        with tf.io.TFRecordWriter(str(folder / "coco_train.record-00000-of-00001")) as writer:
            for values in (xmax, []):
                features["image/object/bbox/xmax"] = float_list(values)
                example = tf.train.Example(features=tf.train.Features(feature=features if values else {
                    name: feature for name, feature in features.items() if "object" not in name}))
                writer.write(example.SerializeToString())

    def test_verify_and_inspect(self):
        with Scratch() as scratch:
            self.write(scratch, [0.2, 0.9])
            verified = run_tfrec("verify", ".", folder=scratch)
            self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)
            boxes = json.loads(run_tfrec("inspect", ".", "--json", folder=scratch).stdout)["boxes"]
            self.assertEqual((boxes["boxes"], boxes["images_without_boxes"]), (2, 1))
            self.assertEqual(boxes["sizes"], {"small": 1, "medium": 1, "large": 0, "unknown": 0})
            self.assertEqual(boxes["classes"], [{"name": "cat", "boxes": 2}])
            self.write(scratch, [0.2, 1.9])
            verified = run_tfrec("verify", ".", folder=scratch)
            self.assertEqual(verified.returncode, 1)
            self.assertIn("'image/object/bbox/xmax', box 2 of 2: 1.9 is not between 0 and 1", verified.stdout)


if __name__ == "__main__":
    unittest.main()
