# SPDX-License-Identifier: Apache-2.0
"""Images and staged files that change while a set is made."""

import glob
import os

import cv2
import numpy as np

from changes.held_builds import (
    COUNT, LARGE, MOMENTS, SLOWLY, changed_build, large_images, need_blame, whole_set)
from harness import check, need
from samples import encoded, numbered, read_file, write_file
from shards import decoded

IN_ORDER = ("--size", 96, *SLOWLY, "--no-shuffle")


def change_last_image(scene, change, also=()):
    """Changes the last image at each moment: it is stored as it was, or as one of `also`, or named."""
    images = large_images(scene)
    last = numbered(COUNT)[-1]
    path = os.path.join(images, last)
    old = read_file(path)
    for moment, finished in MOMENTS.items():
        os.unlink(path)  # so that the others keep their bytes
        write_file(path, old)
        out = scene.path(f"out-{finished}")
        run = changed_build(scene, out, finished, ("build", images, *IN_ORDER), lambda: change(path))
        with scene.case(moment):
            if run.exit_code != 0:
                need_blame(run, last)
                continue
            first, *others, changed = whole_set(out)
            need(all(one["image"] == first["image"] for one in others), "other images changed")
            need(any(looks_like(changed, version) for version in (old, *also)), "the image is another one")


def looks_like(one, data):
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    small = cv2.resize(image, (96, 96), interpolation=cv2.INTER_AREA)
    return cv2.PSNR(small, decoded(one)) > 25


@check
def image_replaced(scene):
    """An image that is replaced during the build is stored as one of both versions, or named."""
    other = encoded(*LARGE, 2)
    change_last_image(scene, lambda path: write_file(path, other), also=[other])


@check
def image_cut_short(scene):
    """An image that is cut short during the build is stored whole, or named."""
    def cut(path):
        os.truncate(path, os.path.getsize(path) // 2)

    change_last_image(scene, cut)


def cut_files(pattern):
    for path in glob.glob(pattern):
        os.truncate(path, os.path.getsize(path) // 2)


@check
def staged_files_changed(scene):
    """A build whose staged files are cut, removed or moved publishes the whole set, or fails."""
    images = large_images(scene)
    changes = {
        "cut": lambda out: cut_files(out + "/.tfrec-build/*.tfrec"),
        "removed": lambda out: [os.unlink(path) for path in glob.glob(out + "/.tfrec-build/*.tfrec")],
        "moved": lambda out: os.rename(out, out + "-moved")}
    for name, change in changes.items():
        with scene.case(name):
            out = scene.path(name)
            words = ("build", images, *IN_ORDER)
            run = changed_build(scene, out, MOMENTS["half done"], words, lambda: change(out))
            if run.exit_code == 0:
                whole_set(out)
                scene.run("verify", out, exit_code=0)
