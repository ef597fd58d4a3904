# SPDX-License-Identifier: Apache-2.0
"""Compares a mask that was read with its source file, and with the colours in its image."""

import os

import cv2
import numpy as np

COLOURS = np.array([(230, 226, 220), (200, 40, 40), (40, 150, 60), (50, 80, 200)])  # of ids 0 to 3
MOST_LOSS = 6  # of 255 on average: the images are JPEGs


def check(image, mask, name, folder):
    """`mask` (height x width) has the ids of FOLDER/NAME.png bit for bit, and `image` (RGB) their colours."""
    source = cv2.imread(os.path.join(folder, os.path.splitext(name)[0] + ".png"), cv2.IMREAD_UNCHANGED)
    assert image.shape[:2] == mask.shape == source.shape, (name, image.shape, mask.shape, source.shape)
    assert (mask == source).all(), name
    loss = np.abs(image.astype(int) - COLOURS[source]).mean()
    assert loss < MOST_LOSS, (name, loss)
