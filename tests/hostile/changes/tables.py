# SPDX-License-Identifier: Apache-2.0
"""Tables, lists and plans that change while a set is made, and keep their size and time."""

import os
import shutil

from changes.held_builds import (
    COUNT, MOMENTS, OLD_TIME, SLOWLY, changed_build, large_images, need_blame, version_of, versions_table,
    whole_set)
from harness import check, need
from samples import draw_all, numbered, read_file, table_set, write_file, write_table
from shards import class_lists, examples, name_of, value


def keep_time(path):
    os.utime(path, ns=(OLD_TIME, OLD_TIME))


def overwrite(path, data):
    """New bytes in the same file, whose time stays."""
    with open(path, "r+b") as file:
        file.write(data)
    keep_time(path)


def change_table(scene, change):
    """Changes the table at each moment: the set has cells of one version, or the error names the table."""
    images = large_images(scene)
    labels = scene.path("labels.csv")
    for moment, finished in MOMENTS.items():
        versions_table(labels, "old", 1)
        out = scene.path(f"out-{finished}")
        words = ("build", images, "--labels", labels, "--size", 96, *SLOWLY)
        run = changed_build(scene, out, finished, words, lambda: change(labels))
        with scene.case(moment):
            if run.exit_code == 0:
                need_rows_in_place(whole_set(out))
            else:
                need_blame(run, "labels.csv")


def need_rows_in_place(records):
    version = version_of(records)
    for one in records:
        row = numbered(COUNT).index(name_of(one))
        need(value(one, "text") == f"{version}-{row:04}", f"{name_of(one)} has the cells of another row")


@check
def table_rewritten_in_place(scene):
    """A table that is rewritten during the build never gives a set with cells of both versions."""
    new = read_file(versions_table(scene.path("new.csv"), "new", 2))
    change_table(scene, lambda labels: overwrite(labels, new))


@check
def table_with_its_rows_reversed(scene):
    """A table whose rows change places during the build gives no image the cells of another."""
    def reverse(labels):
        header, *rows = read_file(labels).splitlines(keepends=True)
        overwrite(labels, b"".join([header, *reversed(rows)]))

    change_table(scene, reverse)


@check
def table_replaced_by_another_file(scene):
    """A table that is replaced by rename during the build never gives a set with cells of both versions."""
    new = versions_table(scene.path("new.csv"), "new", 2)
    change_table(scene, lambda labels: os.replace(shutil.copy2(new, labels + ".x"), labels))


@check
def table_cut_or_removed(scene):
    """A table that is cut short or removed during the build gives the whole set, or is named."""
    def cut_or_remove(labels):
        if os.path.exists(scene.path("cut")):
            os.unlink(labels)
        else:
            os.truncate(labels, os.path.getsize(labels) // 2)
            write_file(scene.path("cut"), "")

    change_table(scene, cut_or_remove)


@check
def table_changed_before_a_rerun(scene):
    """A set whose table changed, with its size and time as before, is not up to date."""
    draw_all(scene.path("images"), numbered(COUNT))
    labels = versions_table(scene.path("labels.csv"), "old", 1)
    words = ("build", scene.path("images"), "--labels", labels, "-o", scene.path("out"), "--name", "s")
    scene.run(*words, exit_code=0)
    versions_table(labels, "new", 2)
    scene.run(*words, exit_code=2)
    scene.run(*words, "--overwrite", exit_code=0)
    need(version_of(whole_set(scene.path("out"))) == "new", "cells of the old table are left")


@check
def table_changed_between_parts(scene):
    """Parts of a plan take the cells of the plan, though the table changed after it was made."""
    draw_all(scene.path("images"), numbered(COUNT))
    labels = versions_table(scene.path("labels.csv"), "old", 1)
    plan, out = scene.path("p.plan"), scene.path("out")
    scene.run("plan", scene.path("images"), "--labels", labels, "-o", plan, "--shards", 4, exit_code=0)
    scene.run("build", scene.path("images"), "--plan", plan, "--part", "1/2", "-o", out, exit_code=0)
    versions_table(labels, "new", 2)
    scene.run("build", scene.path("images"), "--plan", plan, "--part", "2/2", "-o", out, exit_code=0)
    scene.run("finish", plan, "-o", out, exit_code=0)
    need(version_of(whole_set(out)) == "old", "the cells are not those of the plan")


def change_class_order(scene, path, first, second, *options):
    """The file that decides the order of classes is exchanged: ids mean the listed names, or it is named."""
    images = large_images(scene)
    rows = [[name, "abc"[row % 3]] for row, name in enumerate(numbered(COUNT))]
    labels = write_table(scene.path("labels.csv"), ["image", "class"], rows)
    wanted = dict(rows)
    for moment, finished in MOMENTS.items():
        keep_time(write_file(path, first))
        out = scene.path(f"out-{finished}")
        words = ("build", images, "--labels", labels, *options, *SLOWLY)
        run = changed_build(scene, out, finished, words, lambda: overwrite(path, second))
        with scene.case(moment):
            if run.exit_code != 0:
                need_blame(run, os.path.basename(path))
                continue
            (listed,) = class_lists(out).values()
            need(read_file(out + "/classes.txt").decode().split() == listed, "classes.txt has another order")
            found = {name_of(one): listed[value(one, "class")] for one in whole_set(out)}
            need(found == wanted, "ids mean other classes than the table has")


@check
def class_list_exchanged(scene):
    """--classes that changes its order during the build never gives ids that mean other classes."""
    path = scene.path("order.list")
    change_class_order(scene, path, "a\nb\nc\n", b"c\nb\na\n", "--classes", path, "--size", 96)


@check
def manifest_of_like_exchanged(scene):
    """A manifest for --like that changes its classes during the build never gives ids of other classes."""
    images, labels = table_set(scene, ["class"], [[name] for name in "abcabc"])
    manifests = []
    for number, order in enumerate(("a\nb\nc\n", "c\nb\na\n")):
        out = scene.path(f"earlier{number}")
        scene.run("build", images, "--labels", labels, "--classes", write_file(scene.path("order"), order),
                  "--size", 96, "-o", out, "--name", "s", exit_code=0)
        manifests.append(read_file(out + "/manifest.json"))
    need(len(examples(scene.path("earlier0"))) == 6, "the earlier set has other records")
    path = scene.path("earlier.json")
    change_class_order(scene, path, *manifests, "--like", path)
