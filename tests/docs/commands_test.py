#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/commands/README.md lists each command as `tfrec --help` does: commands_test.py [--write], with TFREC_BINARY.

--write writes the list.
"""

import os
import pathlib
import re
import subprocess
import sys

INDEX = pathlib.Path(__file__).resolve().parents[2] / "docs/commands/README.md"


def rows():
    """The rows of the table."""
    text = subprocess.run([os.environ["TFREC_BINARY"], "-h"], check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout
    for name, summary in re.findall(r"^  (\w+)  +([A-Z].*(?:\n {12}.*)*)", text, re.M):
        summary = re.sub(r"\s+", " ", summary)
        yield f"| [`tfrec {name}`]({name}.md) | {summary[0].lower()}{summary[1:]} |\n"


def main():
    text = INDEX.read_text("utf-8")
    listed = re.sub(r"(?<=\| command \| job \|\n\|---\|---\|\n)(?:\|.*\n)*", lambda _: "".join(rows()), text)
    if listed == text:
        return 0
    if sys.argv[1:] == ["--write"]:
        INDEX.write_text(listed, "utf-8")
        return 0
    print("docs/commands/README.md and `tfrec --help` list other commands or summaries; tests/docs/commands_test.py --write")
    return 1


if __name__ == "__main__":
    sys.exit(main())
