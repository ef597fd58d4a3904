#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the images of docs/how-to/report.md: screenshots.py FAULTY.html FOLDER."""

import pathlib
import sys

from browser import Browser


def main(page, folder):
    with Browser() as browser:
        browser.open(page, 1280, 1000).screenshot(folder / "report-wide.png", whole=False)
        narrow = browser.open(page, 390, 844, dark=True)
        narrow.value("document.querySelector('#samples').scrollIntoView()")
        narrow.screenshot(folder / "report-narrow.png", whole=False)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
