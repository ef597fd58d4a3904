# SPDX-License-Identifier: Apache-2.0
"""Tools for object detection read the same boxes as the table has.

pycocotools judges: the boxes of the records, as detections, get an average precision of 1 against those of the table.
Datumaro reads the set itself, as `tf_detection_api`, which finds shards by .tfrecord and reads label_map.pbtxt.
"""

import contextlib
import io
import json
import pathlib
import unittest

import tensorflow as tf
from datumaro.components.dataset import Dataset
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from support import InteropTest, run_tfrec, write_rows

EDGES = ("xmin", "ymin", "xmax", "ymax")
CLASSES = ("ball", "cube", "ring")


def boxes_of_image(index, width, height):
    """Up to four boxes, in pixels; every fifth image has none."""
    count = index % 5
    for i in range(count):
        left, top = (7 * index + 13 * i) % (width // 2), (5 * index + 11 * i) % (height // 2)
        box = (left, top, left + 9 + i * width // 10, top + 7.5 + i * height // 10)
        yield CLASSES[(index + i) % 3], box


class DetectionReaders(InteropTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.names = sorted(path.name for path in cls.images.iterdir())
        rows = []
        for index, name in enumerate(cls.names):
            height, width = tf.io.decode_image((cls.images / name).read_bytes()).shape[:2]
            found = list(boxes_of_image(index, width, height)) or [("", ("",) * 4)]
            for label, box in found:
                rows.append({"filename": name, "width": width, "height": height, "class": label, **dict(zip(EDGES, box))})
        cls.boxes = [row for row in rows if row["class"]]
        write_rows(cls.scratch / "boxes.csv", rows)
        built = run_tfrec(
            "build", cls.images, "--labels", cls.scratch / "boxes.csv", "--layout", "detection", "-o", cls.scratch / "set",
            "--shards", 3, "--extension", ".tfrecord")
        assert built.returncode == 0, built.stderr

    def stored(self):
        """One dictionary per box: the image's name, the id of the class, the edges in pixels."""
        for shard in sorted((self.scratch / "set").glob("*.tfrecord")):
            for record in tf.data.TFRecordDataset(str(shard)):
                features = tf.train.Example.FromString(record.numpy()).features.feature
                name = features["image/filename"].bytes_list.value[0].decode()
                width, height = (features[f"image/{side}"].int64_list.value[0] for side in ("width", "height"))
                scales = dict(zip(EDGES, (width, height, width, height)))
                edges = [[x * scales[edge] for x in features[f"image/object/bbox/{edge}"].float_list.value] for edge in EDGES]
                for label, *box in zip(features["image/object/class/label"].int64_list.value, *edges, strict=True):
                    yield {"name": name, "id": label, "box": box}

    def coco_truth(self):
        """The table, as the JSON of COCO."""
        ids = {name: i + 1 for i, name in enumerate(CLASSES)}
        annotations = []
        for row in self.boxes:
            left, top, right, bottom = (row[edge] for edge in EDGES)
            annotations.append({
                "id": len(annotations) + 1, "image_id": self.names.index(row["filename"]), "category_id": ids[row["class"]],
                "bbox": [left, top, right - left, bottom - top], "area": (right - left) * (bottom - top), "iscrowd": 0})
        return {
            "images": [{"id": i, "file_name": name} for i, name in enumerate(self.names)],
            "categories": [{"id": i, "name": name} for name, i in ids.items()],
            "annotations": annotations,
        }

    def test_coco_finds_the_boxes_of_the_table_in_the_records(self):
        detections = []
        for stored in self.stored():
            left, top, right, bottom = stored["box"]
            detections.append({
                "image_id": self.names.index(stored["name"]), "category_id": stored["id"],
                "bbox": [left, top, right - left, bottom - top], "score": 1.0})
        self.assertEqual(len(detections), len(self.boxes))
        truth = self.scratch / "truth.json"
        truth.write_text(json.dumps(self.coco_truth()), encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()):
            coco = COCO(str(truth))
            judge = COCOeval(coco, coco.loadRes(detections), "bbox")
            judge.evaluate()
            judge.accumulate()
            judge.summarize()
        self.assertEqual(judge.stats[0], 1.0)  # over overlaps of 0.5 to 0.95

    def test_datumaro_reads_the_boxes_of_the_table(self):
        dataset = Dataset.import_from(str(self.scratch / "set"), "tf_detection_api")
        names = [category.name for category in next(iter(dataset.categories().values()))]
        found = []
        for item in dataset:
            for box in item.annotations:
                edges = [box.x, box.y, box.x + box.w, box.y + box.h]
                found.append((pathlib.Path(item.id).stem, names[box.label], *(round(edge, 1) for edge in edges)))
        expected = [
            (pathlib.Path(row["filename"]).stem, row["class"], *(float(row[edge]) for edge in EDGES)) for row in self.boxes]
        self.assertEqual(sorted(found), sorted(expected))
        self.assertEqual(len(dataset), len(self.names))


if __name__ == "__main__":
    unittest.main()
