#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/troubleshooting.md contains messages that tfrec has, and each error without a hint: messages_test.py

The first cell of each row contains messages in `…`, with "…" for what differs from run to run. The parts between are
in string literals of src/. Each error thrown there has a hint or a row. Sections whose heading contains "other
programs" are not compared.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
ESCAPES = {"\\n": "\n", '\\"': '"', "\\\\": "\\", "\\t": "\t"}


def joined(source):
    """The source with literals beside each other made one."""
    return re.sub(r'(?<!\\)"\s*\n\s*"', "", source)


def unescaped(text):
    return re.sub(r'\\[nt"\\]', lambda match: ESCAPES[match[0]], text)


def literals(source):
    return [unescaped(text) for text in LITERAL.findall(joined(source))]


def arguments(source, start):
    """The arguments of the call whose parenthesis opens before `start`, as text."""
    depth, quoted, parts, at = 1, False, [""], start
    while at < len(source):
        char = source[at]
        if char == "\\" and quoted:
            parts[-1] += source[at:at + 2]
            at += 2
            continue
        if char == '"':
            quoted = not quoted
        if not quoted:
            depth += (char in "({[") - (char in ")}]")
            if depth == 0:
                return parts
            if char == "," and depth == 1:
                parts.append("")
                at += 1
                continue
        parts[-1] += char
        at += 1
    return parts


def thrown_without_hint(source):
    """For each Error that has no hint, the longest literal of its message."""
    source = joined(source)
    for call in re.finditer(r"\bError\(\s*(?=ErrorKind::)", source):
        parts = arguments(source, call.end())
        if len(parts) > 3 and parts[3].strip() not in ("", '""'):
            continue
        words = [unescaped(text) for text in LITERAL.findall(parts[2])] if len(parts) > 2 else []
        longest = max(words, key=len, default="").strip(" '(;:,.")
        if len(longest) > 3:
            yield longest


def listed():
    """The messages of the page's tables."""
    page = (ROOT / "docs/troubleshooting.md").read_text("utf-8")
    for section in re.split(r"^## ", page, flags=re.M)[1:]:
        if "other programs" in section.split("\n", 1)[0]:
            continue
        for row in re.findall(r"^\| (`.*?`) \|", section, re.M):
            yield from (message.replace("\\|", "|") for message in re.findall(r"`([^`]+)`", row))


def main():
    sources = {path: path.read_text("utf-8") for path in sorted((ROOT / "src").rglob("*.?pp"))}
    literals_of_src = "\n".join(text for source in sources.values() for text in literals(source))
    failures, page = 0, list(listed())
    assert len(page) > 100, f"only {len(page)} messages were found on the page"
    for message in page:
        for part in (part.strip(" '") for part in message.split("…")):
            if part not in literals_of_src:
                failures += 1
                print(f"docs/troubleshooting.md: `{message}`: no message of tfrec contains {part!r}")
    on_page = "\n".join(page)
    for path, source in sources.items():
        for message in thrown_without_hint(source):
            if message not in on_page:
                failures += 1
                print(f"{path.relative_to(ROOT)}: the error {message!r} has neither a hint nor a row in docs/troubleshooting.md")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
