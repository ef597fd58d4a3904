# SPDX-License-Identifier: Apache-2.0
"""Input folders as each community has them, made from drawn images; called as docs/layouts.md calls them."""

import pathlib
import shutil

import cv2
import numpy as np
from PIL import Image

from support import draw_flowers, read_rows, write_rows

DISEASES = ["healthy", "multiple_diseases", "rust", "scab"]


def class_folders(folder):
    """flowers/CLASS/NAME.jpg"""
    for image in (folder / "images").glob("*.jpg"):
        target = folder / "flowers" / image.stem.rsplit("_", 1)[0]
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy(image, target)


def leaves(folder):
    """leaves/ID.jpg for training and test alike, train.csv with 0/1 columns, test.csv"""
    (folder / "leaves").mkdir()
    train, test = [], []
    for number, image in enumerate(sorted((folder / "images").glob("*.jpg"))):
        id_ = f"{'Test' if number % 4 == 0 else 'Train'}_{number}"
        shutil.copy(image, folder / "leaves" / f"{id_}.jpg")
        if number % 4 == 0:
            test.append({"image_id": id_})
        else:
            train.append({"image_id": id_, **{name: number >> bit & 1 for bit, name in enumerate(DISEASES)}})
    write_rows(folder / "train.csv", train)
    write_rows(folder / "test.csv", test)


def signals(folder, count=20):
    """signals/sN.npy of shape (64, 2) in several types and both orders, signals.csv"""
    (folder / "signals").mkdir()
    random = np.random.default_rng(7)
    rows = []
    for number in range(count):
        array = random.normal(0, 1000, (64, 2)).astype([np.float32, np.float64, np.int16, ">f4"][number % 4])
        np.save(folder / "signals" / f"s{number}.npy", np.asfortranarray(array) if number % 5 == 0 else array)
        rows.append({"signal": f"s{number}", "period": number / 7, "height": -number})
    write_rows(folder / "signals.csv", rows)


def digits(folder, count=20):
    """digits/N.png, grey, 28 x 28, digits.csv"""
    (folder / "digits").mkdir()
    random = np.random.default_rng(7)
    rows = []
    for number in range(count):
        cv2.imwrite(str(folder / "digits" / f"{number}.png"), random.integers(0, 256, (28, 28), np.uint8))
        rows.append({"image": f"{number}.png", "label": number * 7 % 10})
    write_rows(folder / "digits.csv", rows)


def photos(folder):
    """photos/NAME.jpg and photos/metadata.csv, as Hugging Face's imagefolder has it"""
    shutil.copytree(folder / "images", folder / "photos")
    labels = ["sun", "sun|wind", "fog|rain|wind", ""]
    rows = [{"file_name": path.name, "labels": labels[number % 4]} for number, path in enumerate(sorted((folder / "photos").iterdir()))]
    write_rows(folder / "photos" / "metadata.csv", rows)


def boxes(folder):
    """boxes.csv, the table of the Object Detection API's tutorials, with none to three boxes per image"""
    rows = []
    for number, path in enumerate(sorted((folder / "images").glob("*.jpg"))):
        height, width = cv2.imread(str(path)).shape[:2]
        row = {"filename": path.name, "width": width, "height": height, "class": "", "xmin": "", "ymin": "", "xmax": "", "ymax": ""}
        for box in range(number % 4):
            left, top = 10 * box + number, 7 * box
            edges = {"xmin": left, "ymin": top, "xmax": left + 50, "ymax": top + 30 + number}
            rows.append(row | {"class": path.name.split("_")[0] if box else "flower"} | edges)
        if number % 4 == 0:
            rows.append(row)
    write_rows(folder / "boxes.csv", rows)


def masks(folder):
    """masks/NAME.png of every image: palette indices from 0 to 3 in stripes, which differ from image to image"""
    (folder / "masks").mkdir()
    for number, path in enumerate(sorted((folder / "images").glob("*.jpg"))):
        height, width = cv2.imread(str(path)).shape[:2]
        ids = (np.arange(height)[:, None] // 16 + np.arange(width) // 40 * number) % 4
        mask = Image.fromarray(ids.astype(np.uint8), "P")
        mask.putpalette(bytes(37 * i % 256 for i in range(12)))
        mask.save(folder / "masks" / f"{path.stem}.png")


def make_all(folder, count):
    """All of them; returns nothing, for each is read back from where a user would have it."""
    draw_flowers(folder, count)
    for make in (class_folders, leaves, signals, digits, photos, boxes, masks):
        make(folder)


def pixels(path):
    """An image as OpenCV decodes it: RGB, 8 bits."""
    return cv2.imread(str(pathlib.Path(path)), cv2.IMREAD_COLOR)[:, :, ::-1]


__all__ = ["DISEASES", "make_all", "pixels", "read_rows"]
