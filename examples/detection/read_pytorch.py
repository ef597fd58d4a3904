# SPDX-License-Identifier: Apache-2.0
"""Reads shards for torchvision's detectors: read_pytorch.py FOLDER TABLE

Needs `pip install tfrecord opencv-python-headless`, and torch for the DataLoader; without torch it reads in one process.
"""

import glob
import itertools
import sys

import cv2
import numpy as np
from tfrecord.reader import tfrecord_loader

import drawn

try:
    import torch
    from torch.utils.data import DataLoader, IterableDataset, get_worker_info
except ImportError:
    torch, DataLoader, IterableDataset, get_worker_info = None, None, object, lambda: None

EDGES = ["xmin", "ymin", "xmax", "ymax"]
DESCRIPTION = {
    "image/encoded": "byte",
    "image/filename": "byte",
    "image/source_id": "byte",
    **{f"image/object/bbox/{edge}": "float" for edge in EDGES},
    "image/object/class/label": "int",
}


def as_tensor(array):
    return torch.from_numpy(array) if torch else array


class Shapes(IterableDataset):
    """Yields an image, 3 x height x width from 0 to 1, and its target: boxes as xyxy in pixels, labels from 1."""

    def __init__(self, folder):
        self.shards = sorted(glob.glob(folder + "/*.tfrec"))

    def __iter__(self):
        worker = get_worker_info()
        shards = self.shards[worker.id :: worker.num_workers] if worker else self.shards
        for shard in shards:
            for features in tfrecord_loader(shard, None, DESCRIPTION):
                image = cv2.imdecode(np.frombuffer(features["image/encoded"], np.uint8), cv2.IMREAD_COLOR)[:, :, ::-1]  # BGR to RGB
                height, width = image.shape[:2]
                boxes = np.stack([features[f"image/object/bbox/{edge}"] for edge in EDGES], axis=1)
                target = {
                    "boxes": as_tensor(boxes * np.float32([width, height, width, height])),
                    "labels": as_tensor(features["image/object/class/label"]),
                    "image_id": int(features["image/source_id"]),
                    "name": features["image/filename"].decode(),
                }
                yield as_tensor(np.ascontiguousarray(image.transpose(2, 0, 1)).astype(np.float32) / 255), target


def collate(batch):
    """Images differ in size and number of boxes, so a batch is two lists: model(images, targets) of torchvision."""
    images, targets = zip(*batch)
    return list(images), list(targets)


def batches(dataset, size):
    if DataLoader:
        yield from DataLoader(dataset, batch_size=size, num_workers=2, collate_fn=collate)
        return
    samples = iter(dataset)
    while batch := list(itertools.islice(samples, size)):
        yield collate(batch)


folder, table = sys.argv[1:]
with open(folder + "/classes.txt", encoding="utf-8") as file:
    names = ["background", *file.read().splitlines()]  # class ids begin at 1
expected = drawn.read_boxes(table)
images_read, boxes_read, batches_read = 0, 0, 0
for images, targets in batches(Shapes(folder), 4):
    batches_read += 1
    for image, target in zip(images, targets):
        pixels = np.rint(np.asarray(image).transpose(1, 2, 0) * 255).astype(np.uint8)
        classes = [names[label] for label in np.asarray(target["labels"])]
        drawn.check(pixels, np.asarray(target["boxes"]), classes, expected.get(target["name"], []))
        images_read += 1
        boxes_read += len(target["boxes"])
print(f"{images_read} images, {boxes_read} boxes in {batches_read} batches, all where the shapes are")
