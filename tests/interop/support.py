# SPDX-License-Identifier: Apache-2.0
"""What the interop tests share: the binary, the sample images, a scratch folder."""

import csv
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "data" / "golden"
CLASSES = ["daisy", "dandelion", "roses", "sunflowers", "tulips"]


def run_tfrec(*arguments, folder=None):
    """Runs the real binary, in `folder` where given; the caller judges exit code, stdout and stderr."""
    command = [os.environ["TFREC_BINARY"], *map(str, arguments)]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=240, check=False)


class Scratch:
    """A folder that is gone afterwards."""

    def __enter__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="tfrec_interop_"))
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


def read_rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write_rows(path, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def draw_flowers(folder, count=20):
    """Sample images; returns the rows of their labels.csv."""
    subprocess.run([os.environ["TFREC_DRAW_FLOWERS"], str(folder), "--count", str(count)], check=True, capture_output=True)
    return read_rows(folder / "labels.csv")


class InteropTest(unittest.TestCase):
    """A test with one scratch folder and one set of images for all its cases."""

    maxDiff = None
    image_count = 20

    @classmethod
    def setUpClass(cls):
        cls.scratch = cls.enterClassContext(Scratch())
        cls.rows = draw_flowers(cls.scratch / "flowers", cls.image_count)
        cls.images = cls.scratch / "flowers" / "images"

    def build(self, out, rows, *options, name="flowers"):
        """Builds `rows` into scratch/out and returns the shards, sorted."""
        labels = self.scratch / f"{out}.csv"
        write_rows(labels, rows)
        result = run_tfrec("build", self.images, "--labels", labels, "-o", self.scratch / out, "--name", name, *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return sorted((self.scratch / out).glob("*.tfrec"))
