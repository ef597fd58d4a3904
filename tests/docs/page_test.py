#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A page of docs/ is true: its commands, run anew in an empty folder, print what it shows: page_test.py PAGE.md

  ```console            is run by bash: lines that begin with "$ " are commands (a "\\" at the end goes on in the next
                        line), those below are what they print, stdout and stderr together; a line "…" means any.
  <!-- file NAME -->    above a block: the reader saves it under that name, and so does this test.
  <!-- run …            commands that readers don't see, one a line, up to a line "-->": what the page takes for granted.

Other blocks are not run. Everything is compared as it is, apart from times and rates: the images are drawn and encoded
by the libraries of Debian 12, so sizes, offsets and checksums are the same everywhere. Lines of "$ python …" need TensorFlow: without
it (PAGE_PYTHON is not set) they are left out, and the exit code is 77 where all else is right. PAGE_IMAGES is what
draw_flowers drew: it takes seconds, so pages get a copy.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^<!-- run\n(?P<setup>.*?)^-->$|(?:^<!-- file (?P<file>\S+) -->\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n", re.M)
MEASURED = re.compile(r"\d[\d.,]*(?= (?:s|min|images/s|(?:B|kB|MB|GB)/s)\b)|(?<= )(?:B|kB|MB|GB)(?=/s )")


def sessions(text):
    """The page's blocks in order: ("file", name, content) or ("run", command, promised output)."""
    for block in BLOCK.finditer(text):
        if block["setup"]:
            yield "run", block["setup"].rstrip("\n"), "…"
        elif block["file"]:
            yield "file", block["file"], block["text"]
        elif block["kind"] == "console":
            parts = COMMAND.split(block["text"])
            assert not parts[0], f"a console block begins without a command: {parts[0]!r}"
            for command, promised in zip(parts[1::2], parts[2::2]):
                yield "run", command, promised


def masked(text):
    return [re.sub(r"\s+", " ", MEASURED.sub("#", line)).strip() for line in text.strip().splitlines()]


def fits(printed, promised):
    """Whether the lines are those promised, where a line of "…" means any number of them."""
    pattern = "".join(r"(?:.*\n)*?" if line == "…" else re.escape(line) + r"\n" for line in masked(promised))
    return re.fullmatch(pattern, "".join(line + "\n" for line in masked(printed))) is not None


def run_all(steps, folder):
    """Runs the commands in one shell, so that cd and variables last; gives what each printed and its exit code."""
    mark = "\x1e"
    script = "".join(f"{command}\nprintf '{mark}%d{mark}' $?\n" for command in steps)
    programs = [os.path.dirname(os.environ[name]) for name in ("TFREC_BINARY", "TFREC_DRAW_FLOWERS")]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TFREC_")}
    environment["PATH"] = os.pathsep.join([str(folder / ".bin")] + programs + [os.environ["PATH"]])
    (folder / "page.sh").write_text(script, "utf-8")
    run = subprocess.run(["bash", folder / "page.sh"], cwd=folder / "work", env=environment, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", check=False)
    parts = run.stdout.split(mark)
    return list(zip(parts[0::2], map(int, parts[1::2])))


def add_command(folder, name, script):
    command = folder / ".bin" / name
    command.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    command.chmod(0o755)


def prepare(folder, python, images):
    (folder / "work").mkdir()
    (folder / ".bin").mkdir()
    if python:  # no link: by its path a Python finds its packages
        add_command(folder, "python", f'exec "{os.path.abspath(python)}" "$@"')
    if images:
        add_command(folder, "draw_flowers", f'cp -r "{images}/." "$1" && echo "drew 60 images and labels.csv in $1"')


def check(page, folder):
    failures, steps, skipped = 0, [], 0
    python = os.environ.get("PAGE_PYTHON")
    prepare(folder, python, os.environ.get("PAGE_IMAGES"))
    for kind, what, content in sessions(page.read_text("utf-8")):
        if kind == "file":
            (folder / "work" / what).parent.mkdir(parents=True, exist_ok=True)
            (folder / "work" / what).write_text(content, "utf-8")
        elif what.startswith("python ") and not python:
            skipped += 1
        else:
            steps.append((what, content))
    assert steps, f"{page} contains no command"
    results = run_all([command for command, _ in steps], folder)
    for (command, promised), (printed, code) in zip(steps, results):
        if code != 0 or not fits(printed, promised):
            failures += 1
            print(f"$ {command}\nexit code {code}; the page shows:\n{promised}\nit prints:\n{printed}")
    if len(results) < len(steps):
        failures += 1
        print(f"the shell ended after {len(results)} of {len(steps)} commands")
    return 1 if failures else 77 if skipped else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="tfrec_page_") as scratch:
        sys.exit(check(pathlib.Path(sys.argv[1]), pathlib.Path(scratch)))
