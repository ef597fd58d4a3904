# SPDX-License-Identifier: Apache-2.0
"""The committed golden shards are what make_golden.py makes, so that the script can be believed."""

import gzip
import pathlib
import unittest
import zlib

import make_golden
from support import GOLDEN, Scratch


def plain(path):
    """The uncompressed bytes; another zlib may compress the same bytes differently."""
    data = pathlib.Path(path).read_bytes()
    if path.stem.endswith("-gzip"):
        return gzip.decompress(data)
    return zlib.decompress(data) if path.stem.endswith("-zlib") else data


class GoldenIsCurrent(unittest.TestCase):
    def test_same_files_with_same_content(self):
        with Scratch() as folder:
            make_golden.make(folder)
            made = {path.name for path in folder.iterdir()}
            self.assertEqual(made, {path.name for path in GOLDEN.iterdir()})
            for name in sorted(made - {"golden.json"}):
                with self.subTest(name):
                    self.assertEqual(plain(folder / name), plain(GOLDEN / name))
            self.assertEqual((folder / "golden.json").read_text(), (GOLDEN / "golden.json").read_text())

    def test_small_enough_to_commit(self):
        self.assertLess(sum(path.stat().st_size for path in GOLDEN.iterdir()), 200_000)


if __name__ == "__main__":
    unittest.main()
