# SPDX-License-Identifier: Apache-2.0
"""What the checks give to tfrec: drawn images, tables, and sets made of them."""

import csv
import hashlib
import io
import os

import cv2
import numpy as np

CAT_DOG = [("a0", "cat"), ("a1", "dog"), ("a2", "cat"), ("a3", "dog")]
BIRD_CAT = [("b0", "bird"), ("b1", "cat"), ("b2", "bird"), ("b3", "cat")]
NAMED = ("--feature", "image=jpeg", "--feature", "image_name=bytes:image")
WITH_CLASS = (*NAMED, "--feature", "class=index:class")


def pixels(width, height, seed, gray=False):
    """A smooth image of random colours, in OpenCV's order."""
    shape = (4, 4) if gray else (4, 4, 3)
    small = np.random.default_rng(seed).integers(0, 256, shape, dtype=np.uint8)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


def encoded(width, height, seed, gray=False, extension=".jpg"):
    return cv2.imencode(extension, pixels(width, height, seed, gray))[1].tobytes()


def write_file(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data.encode() if isinstance(data, str) else data)
    return path


def read_file(path):
    with open(path, "rb") as file:
        return file.read()


def draw(path, width=24, height=16, seed=None, gray=False):
    """Writes an image in the format of the extension. Without a seed the name decides what it shows."""
    path = os.fsencode(path)
    if seed is None:
        seed = int.from_bytes(hashlib.sha256(os.path.basename(path)).digest()[:4], "little")
    extension = os.path.splitext(path)[1].decode("ascii", "replace")
    return write_file(path, encoded(width, height, seed, gray, extension))


def draw_all(folder, names, first_seed=0, **shape):
    for number, name in enumerate(names):
        draw(os.path.join(os.fsencode(folder), os.fsencode(name)), seed=first_seed + number, **shape)


def numbered(count, extension=".jpg"):
    return [f"i{number:03}{extension}" for number in range(count)]


def write_table(path, header, rows, quoting=csv.QUOTE_MINIMAL):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=quoting)
    writer.writerow(header)
    writer.writerows(rows)
    return write_file(path, text.getvalue())


def table_set(scene, header, rows, folder="in", **shape):
    """Images i000.jpg … and a table with these columns behind `image`: the paths of both."""
    names = numbered(len(rows))
    draw_all(scene.path(folder, "images"), names, **shape)
    rows = [[name, *row] for name, row in zip(names, rows)]
    labels = write_table(scene.path(folder, "labels.csv"), ["image", *header], rows)
    return scene.path(folder, "images"), labels


def class_table(scene, name, pairs, **shape):
    """PNG images and a table of their classes: the paths of both."""
    shape = {"width": 16, "height": 16, **shape}
    for stem, _ in pairs:
        draw(scene.path(name, "images", stem + ".png"), **shape)
    rows = [[stem + ".png", label] for stem, label in pairs]
    labels = write_table(scene.path(name, "labels.csv"), ["image", "class"], rows)
    return scene.path(name, "images"), labels


def class_set(scene, name, pairs, options=(), **shape):
    """Builds a set NAME of [(image, class)], and returns its path."""
    images, labels = class_table(scene, name + "-in", pairs, **shape)
    if "--feature" not in options and "--layout" not in options:
        options = (*WITH_CLASS, *options)
    out = scene.path(name)
    scene.run("build", images, "--labels", labels, "-o", out, "--name", "s", *options, exit_code=0)
    return out
