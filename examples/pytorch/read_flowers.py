# SPDX-License-Identifier: Apache-2.0
"""Reads shards for PyTorch, each worker its own ones: read_flowers.py FOLDER

Needs `pip install tfrecord opencv-python-headless`, and torch for the DataLoader; without torch it reads in one process.
"""

import collections
import glob
import re
import sys

import cv2
import numpy as np
from tfrecord.reader import tfrecord_loader

try:
    from torch.utils.data import DataLoader, IterableDataset, get_worker_info
except ImportError:
    DataLoader, IterableDataset, get_worker_info = None, object, lambda: None

DESCRIPTION = {"image": "byte", "class": "int", "one_hot_class": "float"}


class Flowers(IterableDataset):
    def __init__(self, folder):
        self.shards = sorted(glob.glob(folder + "/*.tfrec"))

    def __len__(self):  # from the names alone: flowers00-230.tfrec holds 230
        return sum(int(re.search(r"-([0-9]*)\.", shard).group(1)) for shard in self.shards)

    def __iter__(self):
        worker = get_worker_info()
        shards = self.shards[worker.id :: worker.num_workers] if worker else self.shards
        for shard in shards:
            for features in tfrecord_loader(shard, None, DESCRIPTION):
                image = cv2.imdecode(np.frombuffer(features["image"], np.uint8), cv2.IMREAD_COLOR)[:, :, ::-1]  # BGR to RGB
                image = np.ascontiguousarray(image.transpose(2, 0, 1)).astype(np.float32) / 255
                yield image, int(features["class"][0]), features["one_hot_class"]


flowers = Flowers(sys.argv[1])
loader = DataLoader(flowers, batch_size=None, num_workers=2) if DataLoader else flowers
classes, shapes = collections.Counter(), set()
for image, label, one_hot in loader:
    assert one_hot[label] == 1 and one_hot.sum() == 1
    classes[label] += 1
    shapes.add(tuple(image.shape))
print(f"{len(flowers)} images by the names, {sum(classes.values())} read, of shape {shapes.pop()}")
print("classes", dict(sorted(classes.items())))
