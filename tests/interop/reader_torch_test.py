# SPDX-License-Identifier: Apache-2.0
"""The code that `tfrec reader --framework torch` prints, for all layouts."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "reader"))
from reader_cases import ReaderCases  # noqa: E402  pylint: disable=wrong-import-position


class Reader(ReaderCases):
    framework = "torch"


del ReaderCases  # its cases run as those of the class above

if __name__ == "__main__":
    unittest.main()
