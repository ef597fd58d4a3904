# SPDX-License-Identifier: Apache-2.0
"""The code that `tfrec reader --framework dali` prints is sound Python in ruff's form; it runs only with a GPU."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "reader"))
import sample_sets  # noqa: E402  pylint: disable=wrong-import-position
from printed_reader import PrintedReaderTest  # noqa: E402  pylint: disable=wrong-import-position
from support import run_tfrec  # noqa: E402  pylint: disable=wrong-import-position

SETS = {
    "classes": ["flowers", "--split", "train=0.8,val=0.2"],
    "columns": ["leaves", "--labels", "train.csv", "--layout", "columns", "--size", "32"],
    "raw": ["digits", "--labels", "digits.csv", "--layout", "raw", "--color", "gray"],
    "arrays": ["signals", "--labels", "signals.csv", "--layout", "xy"],
    "detection": ["images", "--labels", "boxes.csv", "--layout", "detection"],
    "segmentation": ["images", "--masks", "masks", "--layout", "segmentation"],
}


class Reader(PrintedReaderTest):
    framework = "dali"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.scratch = cls.scratch / "input"
        cls.scratch.mkdir()
        sample_sets.make_all(cls.scratch, 20)

    def test_each_layout_is_printed_in_form(self):
        for name, words in SETS.items():
            with self.subTest(name):
                result = run_tfrec("build", *words, "-o", name, folder=self.scratch)
                self.assertEqual(result.returncode, 0, result.stderr)
                code = self.program(name).read_text(encoding="utf-8")
                compile(code, name, "exec")
                self.assertIn("fn.readers.tfrecord(", code)


del PrintedReaderTest

if __name__ == "__main__":
    unittest.main()
