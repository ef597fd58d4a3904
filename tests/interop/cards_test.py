# SPDX-License-Identifier: Apache-2.0
"""What build --card writes: mlcroissant accepts croissant.json, a YAML parser the header of README.md, and TensorFlow
runs the code in it."""

import contextlib
import os
import pathlib
import re
import subprocess
import sys
import unittest

import numpy as np
import yaml
from markdown_it import MarkdownIt
from PIL import Image

from support import InteropTest

MLCROISSANT = pathlib.Path(os.environ.get(
    "TFREC_MLCROISSANT", pathlib.Path(__file__).resolve().parents[2] / "build/cards-venv/bin/mlcroissant"))
HOSTILE = ["a|b", "--- x", "q\"'", "# h: c", "<script>alert(1)</script>", "`c` *b* _i_", "[l](http://h)", "\u2028\u202e",
           "null", "花🌻"]
UNKNOWN = {"citeAs", "datePublished", "license", "version"}  # only the publisher knows them


class Cards(InteropTest):
    def mlcroissant(self, command, out, *arguments):
        result = subprocess.run(
            [MLCROISSANT, command, "--jsonld", self.scratch / out / "croissant.json", *arguments],
            capture_output=True, text=True, encoding="utf-8", timeout=120, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def readme(self, out):
        return (self.scratch / out / "README.md").read_text(encoding="utf-8")

    def header(self, out):
        return yaml.safe_load(self.readme(out).split("---\n")[1])

    def count_records(self, out):
        """What the code in README.md reads."""
        code = re.search(r"^```python\n(.*?)^```$", self.readme(out), re.DOTALL | re.MULTILINE).group(1)
        names = {}
        with contextlib.chdir(self.scratch / out):
            exec(code, names)  # pylint: disable=exec-used
            return sum(1 for _ in names["dataset"])

    def cells(self, out):
        """The texts in the tables of README.md, row by row. None of them has markup."""
        rows = []
        tokens = MarkdownIt("commonmark").enable("table").parse(self.readme(out))
        for cell, inline in zip(tokens, tokens[1:]):
            if cell.type == "tr_open":
                rows.append([])
            if cell.type in ("th_open", "td_open"):
                self.assertEqual({child.type for child in inline.children}, {"text"})
                rows[-1].append("".join(child.content for child in inline.children))
        return rows

    def check(self, out, rows, *options, records, **build):
        self.build(out, rows, *options, "--card", "--dedupe", "ignore", **build)
        warnings = self.mlcroissant("validate", out).stderr
        self.assertEqual(set(re.findall(r'Property ".*?(\w+)" is recommended', warnings)), UNKNOWN)
        self.assertIn(f"Found the following {len(UNKNOWN)} warning(s)", warnings)
        self.assertEqual(self.count_records(out), records)

    def test_layouts(self):
        boxes = [{"image": row["image"], "class": row["class"], "xmin": 1, "ymin": 2, "xmax": 3 + i // 20, "ymax": 6}
                 for i, row in enumerate(self.rows + self.rows[:7])]
        tags = [{"image": row["image"], "tags": ["fog|sun", "sun", "", "rain"][i % 4], "class": row["class"]}
                for i, row in enumerate(self.rows)]
        masks = self.scratch / "masks"
        masks.mkdir()
        for row in self.rows:
            with Image.open(self.images / row["image"]) as image:
                shape = image.size[::-1]
            Image.fromarray(np.ones(shape, np.uint8)).save(masks / f"{pathlib.Path(row['image']).stem}.png")
        halves = ("--split", "train=0.5,val=0.5")
        cases = {
            "auto": (self.rows, (), 20, None),
            "flowers": (self.rows, ("--layout", "flowers", "--sizes", "32,48", *halves), 10, "image-classification"),
            "detection": (boxes, ("--layout", "detection", *halves), 10, "object-detection"),
            "segmentation": (self.rows, ("--layout", "segmentation", "--masks", masks), 20, "image-segmentation"),
            "unlabelled": (self.rows, ("--layout", "unlabelled"), 20, None),
            "labels": (tags, ("--feature", "image=jpeg", "--feature", "tags=indices:tags", "--gzip"), 20,
                       "image-classification"),
            "raw": (tags, ("--feature", "x=raw-float32", "--feature", "y=onehot:class", "--size", "8"), 20,
                    "image-classification"),
            "tfds": (self.rows, ("--name-style", "tfds", "--layout", "flowers", *halves), 10, "image-classification"),
        }
        for out, (rows, options, records, task) in cases.items():
            with self.subTest(out):
                self.check(out, rows, *options, records=records)
                header = self.header(out)
                self.assertEqual(header["pretty_name"], "flowers")
                self.assertEqual(header["size_categories"], ["n<1K"])
                if task:
                    self.assertEqual(header["task_categories"], [task])

    def test_hostile_names(self):
        name = "a: \"b\" 'c' # d | - <e> {f} 花🌻"
        rows = [{**row, "class": HOSTILE[i % len(HOSTILE)], "x|y: [z]": i % 3} for i, row in enumerate(self.rows)]
        self.check("hostile", rows, "--feature", "image=jpeg", "--feature", 'a b/../"c"|```=index:class', "--feature",
                   "n=int64:x|y: [z]", "--split-column", "x|y: [z]", records=7, name=name)
        self.assertEqual(self.header("hostile"), {
            "pretty_name": name, "size_categories": ["n<1K"], "task_categories": ["image-classification"],
            "tags": ["tfrecord"], "viewer": False})
        cells = self.cells("hostile")
        self.assertEqual([len(row) for row in cells], [4] * 4 + [4] * 4 + [3] * (1 + len(HOSTILE)))
        shown = [name.replace("\u2028\u202e", "\\u{2028}\\u{202E}") for name in sorted(HOSTILE, key=str.encode)]
        self.assertEqual([row[1] for row in cells[9:]], shown)
        self.assertEqual(cells[6], ['a b/../"c"|```', "int64", "1", "index:class"])
        loaded = self.mlcroissant("load", "hostile", "--record_set", "classes/classes", "--num_records", "-1").stdout
        for number, known in enumerate(sorted(HOSTILE, key=str.encode)):
            self.assertIn(f"{{'classes/classes/id': {number}, 'classes/classes/name': {known!r}}}\n", loaded)


if __name__ == "__main__":
    if not MLCROISSANT.exists():
        print(f"* SKIPPED: no {MLCROISSANT}. tests/run.sh installs it, or pip install --no-deps -r requirements-cards.txt")
        sys.exit(1 if os.environ.get("CI") == "true" else 77)  # nobody reads a green run's banners
    unittest.main()
