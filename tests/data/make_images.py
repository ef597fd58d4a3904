#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes tests/data/images: small odd images, each named after what is odd about it.

    make_images.py FOLDER

Needs Pillow and numpy from PyPI, and cjpeg from Debian's libjpeg-turbo-progs. What is expected of each image
is in images/verdicts.csv, written by hand: never made by this script, never by tfrec.
"""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import odd_jpegs  # noqa: E402
import odd_others  # noqa: E402


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    made = {**odd_jpegs.all_of_them(), **odd_others.all_of_them()}
    for name, content in made.items():
        (folder / name).write_bytes(content)
    stray = sorted(path.name for path in folder.iterdir() if path.name not in made and path.name != "verdicts.csv")
    print(f"{len(made)} images, {sum(map(len, made.values()))} bytes; not of this script: {', '.join(stray) or 'none'}")


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"{error}: {error.stderr.decode(errors='replace')}")
