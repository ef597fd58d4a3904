#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every link of a page leads somewhere: to a file of the project, and to a heading in it. links_test.py

Pages of other sites are not asked for. Each page of docs/ can be reached from docs/README.md.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)\s]+)\)")


def pages():
    yield ROOT / "README.md"
    yield from sorted((ROOT / "docs").rglob("*.md"))
    yield from sorted((ROOT / "examples").rglob("*.md"))


def prose(page):
    """The page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.M | re.S)


def anchors(page):
    """What headings are called in links: lower case, no punctuation, "-" for a blank."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page):
    return [link for link in LINK.findall(prose(page)) if not re.match(r"\w+:", link)]


def problem(page, link):
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists():
        return "is not there"
    if target != ROOT and ROOT not in target.parents:
        return "leads out of the project"
    if anchor and target.suffix == ".md" and anchor not in anchors(target):
        return "has no such heading"
    return None


def reached(page, seen):
    if page in seen or page.suffix != ".md" or not page.is_file():
        return
    seen.add(page)
    for link in links(page):
        reached((page.parent / link.partition("#")[0]).resolve(), seen)


def main():
    failures = 0
    for page in pages():
        for link in links(page):
            trouble = problem(page, link)
            if trouble:
                failures += 1
                print(f"{page.relative_to(ROOT)}: {link} {trouble}")
    seen = set()
    reached(ROOT / "docs/README.md", seen)
    for page in sorted((ROOT / "docs").rglob("*.md")):
        if page not in seen:
            failures += 1
            print(f"{page.relative_to(ROOT)} can't be reached from docs/README.md")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
