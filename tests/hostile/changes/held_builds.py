# SPDX-License-Identifier: Apache-2.0
"""A build that is stopped with SIGSTOP at a known moment, goes on after a change, and is judged."""

import os
import shutil
import signal
import time

from harness import Failed, need
from samples import encoded, numbered, write_file, write_table
from shards import examples, shards

COUNT = 144  # more than the sample by which build predicts sizes
SHARDS = 12
LARGE = (800, 600)
OLD_TIME = 10**18
# One thread and large images: the build takes long enough to be stopped, however busy the machine is.
SLOWLY = ("-j", 1, "--memory", "64KiB", "--shards", SHARDS, "--name", "s")
MOMENTS = {"begun": 0, "half done": SHARDS // 2}


def large_images(scene):
    """A folder of images that take a while to decode, all of one content."""
    first, *others = numbered(COUNT)
    write_file(scene.path("images", first), encoded(*LARGE, 1))
    for name in others:
        os.link(scene.path("images", first), scene.path("images", name))
    return scene.path("images")


def versions_table(path, word, number):
    """A table whose cells belong to one version. Tables of all versions have one size and time."""
    rows = []
    for row, name in enumerate(numbered(COUNT)):
        rows.append([name, number * 1000 + row, "x" * 500, f"{word}-{row:04}"])
    write_table(path, ["image", "n", "long", "text"], rows)
    os.utime(path, ns=(OLD_TIME, OLD_TIME))
    return path


def version_of(records):
    """The one version that all cells belong to: "old" or "new"."""
    texts = {one["text"][1][0][:3].decode() for one in records}
    numbers = {"old" if one["n"][1][0] < 2000 else "new" for one in records}
    need(len(texts | numbers) == 1, "cells of two versions are in one set")
    return texts.pop()


def has_come_to(out, finished):
    """Whether the build has its staging folder, with so many shards finished."""
    try:
        names = os.listdir(os.path.join(out, ".tfrec-build"))
    except FileNotFoundError:
        return False
    return sum(name.endswith(".json") and name != "planned.json" for name in names) >= finished


def is_stopped(process):
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
        return file.read().rsplit(")", 1)[1].split()[0] == "T"


def held_build(scene, out, finished, *words):
    """Starts a build into OUT and stops it when so many shards are finished."""
    for _ in range(5):
        process = scene.start(*words, "-o", out)
        while process.poll() is None and not has_come_to(out, finished):
            time.sleep(0.001)
        process.send_signal(signal.SIGSTOP)  # nothing happens if it has ended
        while process.poll() is None and not is_stopped(process):
            time.sleep(0.001)
        if process.poll() is None and not shards(out):
            return process
        scene.finish(process, exit_code=0)  # it was too quick
        shutil.rmtree(out)
    raise Failed("the build is too quick to be stopped")


def changed_build(scene, out, finished, words, change):
    """Runs a build during which `change` is called, once so many shards are finished."""
    process = held_build(scene, out, finished, *words)
    change()
    process.send_signal(signal.SIGCONT)
    run = scene.finish(process)
    if run.exit_code != 0:
        need(not shards(out), f"exit code {run.exit_code}, but shards are published")
    return run


def need_blame(run, name):
    """The error of a failed build names this file."""
    error = run.err.split(b"error: ", 1)[-1].decode()
    need(name in error, f"the error does not name {name}: {error}")


def whole_set(out):
    found = examples(out)
    need(len(found) == COUNT, f"{len(found)} records of {COUNT}")
    return found
