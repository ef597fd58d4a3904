# SPDX-License-Identifier: Apache-2.0
"""Compares boxes that were read with boxes.csv, and with the shapes in the images."""

import csv

import numpy as np

PAPER = (230, 226, 220)
COLOURS = {"circle": (200, 40, 40), "cross": (40, 150, 60), "square": (50, 80, 200)}


def read_boxes(table):
    """The table's rows: {filename: [(class, (xmin, ymin, xmax, ymax))]}."""
    boxes = {}
    with open(table, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            box = tuple(float(row[edge]) for edge in ("xmin", "ymin", "xmax", "ymax"))
            boxes.setdefault(row["filename"], []).append((row["class"], box))
    return boxes


def shape_in(image, colour, box):
    """The edges of what has this colour, in and around a box."""
    left, top = (max(0, int(edge) - 8) for edge in box[:2])
    part = image[top : int(box[3]) + 8, left : int(box[2]) + 8].astype(int)
    distances = [np.abs(part - np.array(other)).sum(axis=2) for other in (colour, PAPER)]
    rows, columns = np.where(distances[0] < distances[1])
    return left + columns.min(), top + rows.min(), left + columns.max() + 1, top + rows.max() + 1


def check(image, boxes, classes, expected):
    """`boxes` (xyxy, in pixels) and `classes` are the table's, and where the shapes are in `image` (RGB)."""
    assert list(classes) == [name for name, _ in expected], (list(classes), expected)
    for box, (name, drawn) in zip(boxes, expected):
        assert np.abs(np.subtract(box, drawn)).max() < 0.01, (box, drawn)
        found = shape_in(image, COLOURS[name], box)
        assert np.abs(np.subtract(box, found)).max() < 1.5, (box, found)
