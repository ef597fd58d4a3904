#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pages and help know the same options: options_test.py, with TFREC_BINARY.

Each option in `tfrec COMMAND --help` is on the command's page (those of all commands on docs/commands/README.md), and
each option that a line of tfrec in any page has is one of its command. What `plan` shares with `build` is there.
"""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def help_of(*words, option="--help"):
    return subprocess.run([os.environ["TFREC_BINARY"], *words, option], check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout


def options_of(text):
    """The options that help declares: the first words of its lines."""
    return {option for line in re.findall(r"^  (?:-\w, )?--.*", text, re.M) for option in OPTION.findall(line.split("  ")[1])}


def lines_of_tfrec(page):
    """(command, options) of each line in a page that calls tfrec, continued lines among them."""
    text = page.read_text("utf-8").replace("\\\n", " ")
    for call in re.finditer(r"(?:^|[\s`(;|])tfrec (\w+)([^`\n|;#]*)", text, re.M):
        yield call[1], [option for option in OPTION.findall(call[2])]


def main():
    commands = re.findall(r"^  (\w+)  +[A-Z]", help_of(option="-h"), re.M)
    assert len(commands) >= 9, commands
    options = {command: options_of(help_of(command)) for command in commands}
    common = set.intersection(*options.values()) - {"--json"}
    shared = (ROOT / "docs/commands/README.md").read_text("utf-8")
    failures = [f"docs/commands/README.md does not tell of {option}" for option in sorted(common) if option not in shared]
    for command in commands:
        known = set(OPTION.findall((ROOT / f"docs/commands/{command}.md").read_text("utf-8"))) | common
        if command == "plan":
            known |= options["build"]
        failures += [f"docs/commands/{command}.md does not tell of {option}" for option in sorted(options[command] - known - {"--json", "--help"})]
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "examples").rglob("*.md"))]:
        for command, given in lines_of_tfrec(page):
            unknown = [option for option in given if option not in options.get(command, set(given)) | {"--version"}]
            failures += [f"{page.relative_to(ROOT)}: tfrec {command} has no {option}" for option in unknown]
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
