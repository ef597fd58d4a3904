# SPDX-License-Identifier: Apache-2.0
"""docs/layouts.md as data, so that what users paste is what the tests run."""

import pathlib
import re
import shlex

import tensorflow as tf

PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "layouts.md"


class Section:
    """One layout: the words of its command, the lines it prints by the page, and the code that parses a record."""

    def __init__(self, text):
        blocks = re.findall(r"(?:^    .*\n)+", text.split("```python")[0], re.MULTILINE)
        lines = [line[4:] for line in blocks[0].splitlines()]
        self.command = shlex.split(lines[0].removeprefix("$ tfrec "))
        self.printed = lines[1:]
        scope = {"tf": tf}
        exec(re.search(r"```python\n(.*?)```", text, re.DOTALL).group(1), scope)  # the page is ours
        self.parse = scope["parse"]


def sections():
    """Heading to section, for all headings with a command."""
    parts = re.split(r"^## (.*)\n", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {heading: Section(text) for heading, text in zip(parts[1::2], parts[2::2])}


def comparable(line):
    """Without what depends on the encoder's version and on the machine."""
    line = re.sub(r"[0-9][0-9.,]* [kMG]?B", "# B", line)
    return re.sub(r"^time .*", "time #", line)
