# SPDX-License-Identifier: Apache-2.0
"""Reads images and masks for PyTorch: read_pytorch.py FOLDER MASKS

Needs `pip install tfrecord opencv-python-headless`, and torch for the DataLoader; without torch it reads in one process.
"""

import glob
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

DESCRIPTION = {"image/encoded": "byte", "image/filename": "byte", "image/segmentation/class/encoded": "byte"}


def as_tensor(array):
    return torch.from_numpy(array) if torch else array


def decode(encoded, flags):
    return cv2.imdecode(np.frombuffer(encoded, np.uint8), flags)


class Shapes(IterableDataset):
    """Yields an image, 3 x height x width from 0 to 1; its mask, height x width, int64 ids; and its name."""

    def __init__(self, folder):
        self.shards = sorted(glob.glob(folder + "/*.tfrec"))

    def __iter__(self):
        worker = get_worker_info()
        shards = self.shards[worker.id :: worker.num_workers] if worker else self.shards
        for shard in shards:
            for features in tfrecord_loader(shard, None, DESCRIPTION):
                image = decode(features["image/encoded"], cv2.IMREAD_COLOR)[:, :, ::-1]  # BGR to RGB
                mask = decode(features["image/segmentation/class/encoded"], cv2.IMREAD_UNCHANGED)  # ids, also of 16 bits
                image = np.ascontiguousarray(image.transpose(2, 0, 1)).astype(np.float32) / 255
                yield as_tensor(image), as_tensor(mask.astype(np.int64)), features["image/filename"].decode()


dataset = Shapes(sys.argv[1])
images, pixels = 0, np.zeros(256, np.int64)
for image, mask, name in DataLoader(dataset, batch_size=None, num_workers=2) if DataLoader else dataset:
    colours = np.rint(np.asarray(image).transpose(1, 2, 0) * 255).astype(np.uint8)
    ids = np.asarray(mask)
    assert ids.dtype == np.int64  # as torch.nn.CrossEntropyLoss takes them
    drawn.check(colours, ids, name, sys.argv[2])
    images += 1
    pixels += np.bincount(ids.ravel(), minlength=len(pixels))
print(f"{images} images with their masks, bit for bit; {pixels[0] / pixels.sum():.2%} of the pixels are background")
