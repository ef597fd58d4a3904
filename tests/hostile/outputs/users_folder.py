# SPDX-License-Identifier: Apache-2.0
"""A user's folder: images, tables, notes, a set, a plan, shards of others, and links to them."""

import atexit
import functools
import hashlib
import os
import shutil
import subprocess
import tempfile

from harness import Scene, need, need_exit, readable
from samples import draw_all, numbered, read_file, write_file, write_table

JUNIT = """<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest"
 errors="0" failures="0" skipped="0" tests="1" time="0.013">
<testcase classname="test_a" name="test_x" time="0.001"/></testsuite></testsuites>"""
FILES = {
    "images/notes.txt": "my notes\n",
    "classes.list": "a\nb\n",
    "notes.md": "# notes\n\n    shards/manifest.json: images/a.jpg\n",
    "Makefile": "all:\n\techo hello\n\nshards/manifest.json: labels.csv\n\ttfrec build images -o shards\n",
    "pytest.xml": JUNIT,
    "other.xml": "<project><name>x</name></project>",
    "conf.toml": '[build]\nimages = "images"\nlabels = "labels.csv"\n',
    "deps.d": "a.o: a.c a.h\n",
}
LINKS = {
    "link.csv": "labels.csv", "link.md": "notes.md", "dangling": "nowhere",
    "link-images": "images", "link-set": "set"}


@functools.cache
def template():
    """The folder as it is copied for each check, made once."""
    folder = tempfile.mkdtemp(prefix="tfrec_hostile_")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    draw_all(os.path.join(folder, "images"), numbered(4))
    rows = [[name, "ab"[number % 2]] for number, name in enumerate(numbered(4))]
    write_table(os.path.join(folder, "labels.csv"), ["image", "class"], rows)
    for name, text in FILES.items():
        write_file(os.path.join(folder, name), text)
    maker = Scene()
    for words in (("build", "images", "--labels", "labels.csv", "-o", "set", "--name", "s", "--shards", 2),
                  ("build", "images", "-o", "foreign", "--name", "f"),
                  ("plan", "images", "--labels", "labels.csv", "-o", "p.plan", "--shards", 2),
                  ("index", "set")):
        maker.run(*words, folder=folder, exit_code=0)
    maker.close()
    os.unlink(os.path.join(folder, "foreign", "manifest.json"))
    for name, target in LINKS.items():
        os.symlink(target, os.path.join(folder, name))
    for name, target in (("hard.csv", "labels.csv"), ("hard.md", "notes.md")):
        os.link(os.path.join(folder, target), os.path.join(folder, name))
    return folder


def tree(root):
    """{path: kind and content} of all that is below a folder."""
    found = {}
    root = os.fsencode(root)
    for folder, folders, files in os.walk(root):
        for name in folders + files:
            path = os.path.join(folder, name)
            found[os.path.relpath(path, root)] = content(path)
    return found


def content(path):
    if os.path.islink(path):
        return "link to", os.readlink(path)
    if os.path.isdir(path):
        return ("folder",)
    if os.path.isfile(path):
        return "file", hashlib.sha256(read_file(path)).digest()
    return ("other",)


class UsersFolder:
    """A copy of the folder in a scene; `before` is what has to stay as it is."""

    def __init__(self, scene, name="w"):
        self.scene, self.root = scene, scene.path(name)
        subprocess.run(["cp", "-a", template(), self.root], check=True)
        self.note()

    def note(self, but=()):
        """Takes what is there now for what has to stay, except paths that begin with one of `but`."""
        now = tree(self.root)
        self.before = {path: now[path] for path in now if not path.startswith(tuple(but))}

    def path(self, *parts):
        return os.path.join(self.root, *parts)

    def run(self, *words, **more):
        return self.scene.run(*words, folder=self.root, **more)

    def need_unchanged(self, what, may_add=False):
        """All that was there is the same, and there is nothing new unless `may_add`."""
        after = tree(self.root)
        changed = [path for path in self.before if after.get(path) != self.before[path]]
        new = [] if may_add else sorted(set(after) - set(self.before))
        if changed or new:
            self.note()  # the next case is judged by itself
        need(not changed, f"{what}: changed or removed {readable(changed)}")
        need(not new, f"{what}: left behind {readable(new)}")

    def refuses(self, *words, exit_code=2):
        """The command ends with an error, and nothing is changed or left behind."""
        with self.scene.case():
            run = self.run(*words)
            self.need_unchanged(f"{run.command} (exit code {run.exit_code})")
            need_exit(run, exit_code)
            need(b"error: " in run.err, f"{run.command}: no error message")

    def spares(self, *words):
        """Whatever the command does, nothing that was there is changed. Returns its run."""
        run = self.run(*words)
        with self.scene.case():
            self.need_unchanged(f"{run.command} (exit code {run.exit_code})", may_add=True)
        return run
