#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The README's first example is true: its commands, run anew, print what it shows.

All of it is compared, apart from times and rates.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

README = pathlib.Path(__file__).resolve().parent.parent / "README.md"
TIME = re.compile(r"\d[\d.,]*(?= (?:s|min|images/s|(?:B|kB|MB|GB)/s)\b)|(?<= )(?:B|kB|MB|GB)(?=/s )")


def shown():
    """The session in the README: [(command, output)]."""
    session = next(block for block in re.findall(r"^```\n(.*?)^```", README.read_text("utf-8"), re.M | re.S) if block.startswith("$ "))
    return [tuple(part.split("\n", 1)) for part in re.split(r"^\$ ", session, flags=re.M)[1:]]


def masked(text):
    return [re.sub(r"\s+", " ", TIME.sub("#", line)).strip() for line in text.strip().splitlines()]


def main():
    programs = [os.path.dirname(os.environ[name]) for name in ("TFREC_BINARY", "TFREC_DRAW_FLOWERS")]
    environment = {**os.environ, "PATH": os.pathsep.join(programs + [os.environ["PATH"]])}
    failures = 0
    with tempfile.TemporaryDirectory(prefix="tfrec_readme_") as folder:
        subprocess.run([os.environ["TFREC_DRAW_FLOWERS"], folder], check=True, stdout=subprocess.DEVNULL)
        for command, promised in shown():
            run = subprocess.run(command.split(), cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", check=False)
            if run.returncode != 0 or masked(run.stdout) != masked(promised):
                failures += 1
                print(f"$ {command}\nexit code {run.returncode}; the README shows:\n{promised}\nit prints:\n{run.stdout}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
