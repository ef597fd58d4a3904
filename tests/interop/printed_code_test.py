# SPDX-License-Identifier: Apache-2.0
"""The line "read" of build, with hostile folder names: Python and TensorFlow take it as it is printed."""

import os
import random
import re
import subprocess
import unittest

import tensorflow as tf
import tensorflow_datasets as tfds

from support import InteropTest

PIECES = [
    b" ", b"'", b'"', b"\\", b"`", b"$(touch pwn)", b"\n", b"\t", b"\r", b"\x1b[31m", b"\x7f", b"-", b"~", b"!", b"*", b"?",
    b"[", b"]", b"[!a]", b"{a,b}", b"{}", b"%s", b"#", b"\xff", b"\xc3", "é".encode(), "\u200b".encode(), "\u202e".encode(),
    "\U000e0001".encode(), b"a", b"1", b"\\n", b"\\x41", b"**", b"^", b"\x01",
]  # fmt: skip


def hostile_names():
    """The same in every run."""
    rng = random.Random(15)
    return PIECES + [b"".join(rng.choices(PIECES, k=rng.randint(2, 5))) for _ in range(40)]


class PrintedCode(InteropTest):
    image_count = 5

    def read_line(self, out, *options):
        labels = self.images.parent / "labels.csv"
        result = subprocess.run(
            [os.environ["TFREC_BINARY"], "build", self.images, "--labels", labels, "-o", os.path.join(b".", out), "--name", "f"]
            + list(options),
            cwd=self.scratch, capture_output=True, timeout=240, check=False)  # fmt: skip
        self.assertEqual(result.returncode, 0, result.stderr)
        printed = result.stdout.decode()  # bytes that are not UTF-8 never appear
        self.assertIsNone(re.search("[\x00-\x09\x0b-\x1f\x7f\u200b\u202e]", printed), printed)
        lines = [line[9:] for line in printed.splitlines() if line.startswith("read ")]
        return lines[0] if lines else None

    def records_of(self, code):
        before = os.getcwd()
        os.chdir(self.scratch)
        try:
            return sum(1 for _ in eval(code, {"tf": tf, "tfds": tfds}))  # pylint: disable=eval-used
        finally:
            os.chdir(before)

    def test_glob_finds_the_shards_of_the_folder_alone(self):
        self.read_line(b"a")
        self.read_line(b"1")
        for name in hostile_names():
            if name in (b".", b"..", b"a", b"1"):
                continue
            with self.subTest(name=name):
                code = self.read_line(name)
                self.assertEqual(self.records_of(code), self.image_count, code)

    def test_tfds_reads_the_folder(self):
        for name in ("set[1]* \"a\"", "it's\\n", "é{}"):
            with self.subTest(name=name):
                code = self.read_line(name.encode(), "--name-style", "tfds")
                self.assertEqual(self.records_of(code + ".as_dataset(split='train')"), self.image_count)
        self.assertIsNone(self.read_line(b"tfds\xff", "--name-style", "tfds"), "tfds takes no such folder")


if __name__ == "__main__":
    unittest.main()
