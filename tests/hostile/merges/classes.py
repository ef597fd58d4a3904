# SPDX-License-Identifier: Apache-2.0
"""Sets that number their classes differently: refused, or each image keeps its class."""

import collections
import os
import shutil

import pandas as pd

from harness import check, need
from merges.merging import merges, png_names, refuses, renamed
from samples import BIRD_CAT, CAT_DOG, NAMED, WITH_CLASS, class_set, class_table, write_file
from shards import class_lists, examples, manifest, name_of

ONE_HOT = (*WITH_CLASS, "--feature", "one_hot=onehot:class")
BOTH = png_names(*CAT_DOG, *BIRD_CAT)


def two_sets(scene, options=()):
    return class_set(scene, "A", CAT_DOG, options), class_set(scene, "B", BIRD_CAT, options)


@check
def two_numberings(scene):
    """Sets that number classes differently are refused, and --allow-mixed merges them without a list."""
    a, b = two_sets(scene)
    refuses(scene, a, b)
    refuses(scene, b, a, options=["-q", "--shuffle"])
    out = merges(scene, (a, b), "--allow-mixed")
    need(class_lists(out) == {}, f"the set with two numberings lists {class_lists(out)}")


@check
def renumbered_classes(scene):
    """--renumber gives each image its class in one list, in ids, vectors and the manifest's counts."""
    a, b = two_sets(scene, ONE_HOT)
    out = merges(scene, (a, b), "--renumber", classes=BOTH)
    entry = manifest(out)["classes"][0]
    counted = dict(zip(entry["names"], entry["records"]))
    need(counted == collections.Counter(BOTH.values()), f"the manifest counts {counted}")
    scene.run("verify", out, exit_code=0)


@check
def classes_in_another_order(scene):
    """The same classes in another order of --classes are refused, and --renumber keeps the first order."""
    first = write_file(scene.path("first"), "cat\ndog\nbird\n")
    second = write_file(scene.path("second"), "bird\ndog\ncat\n")
    a = class_set(scene, "A", CAT_DOG, ("--classes", first))
    b = class_set(scene, "B", BIRD_CAT, ("--classes", second))
    refuses(scene, a, b)
    out = merges(scene, (a, b), "--renumber", classes=BOTH)
    need(class_lists(out) == {"class": ["cat", "dog", "bird"]}, f"the list is {class_lists(out)}")


@check
def list_that_begins_another(scene):
    """[cat] beside [cat, dog] is refused in either order, and --renumber takes the longer list."""
    a = class_set(scene, "A", CAT_DOG)
    b = class_set(scene, "B", [("b0", "cat"), ("b1", "cat")])
    wanted = png_names(*CAT_DOG, ("b0", "cat"), ("b1", "cat"))
    for sources in ((a, b), (b, a)):
        refuses(scene, *sources)
        merges(scene, sources, "--renumber", classes=wanted)


@check
def two_label_bases(scene):
    """Sets with another --label-base are refused, and --renumber takes the base of the first."""
    pairs = [("b0", "dog"), ("b1", "cat")]
    a, b = class_set(scene, "A", CAT_DOG), class_set(scene, "B", pairs, ("--label-base", 1))
    for sources in ((a, b), (b, a)):
        refuses(scene, *sources)
        merges(scene, sources, "--renumber", classes=png_names(*CAT_DOG, *pairs))


@check
def vectors_of_labels(scene):
    """Vectors of equal length that mean other labels are refused, and --renumber gives each its labels."""
    options = (*NAMED, "--feature", "hot=multihot:class", "--label-separator", "|")
    a = class_set(scene, "A", [("a0", "x|y"), ("a1", "y"), ("a2", "x")], options)
    b = class_set(scene, "B", [("b0", "y|z"), ("b1", "z"), ("b2", "y")], options)
    refuses(scene, a, b)
    out = merges(scene, (a, b), "--renumber")
    found = {name_of(one): "".join(label for label, bits in zip("xyz", one["hot"][1]) if bits)
             for one in examples(out)}
    wanted = png_names(("a0", "xy"), ("a1", "y"), ("a2", "x"), ("b0", "yz"), ("b1", "z"), ("b2", "y"))
    need(found == wanted and class_lists(out) == {"class": ["x", "y", "z"]}, f"the labels became {found}")


@check
def sets_without_a_manifest(scene):
    """A set without a manifest is refused beside one that lists classes, and two such list none."""
    a, b = two_sets(scene)
    for folder in (a, b):
        shutil.copytree(folder, folder + "-bare")
        for file in ("manifest.json", "classes.txt", "label_map.pbtxt"):
            os.unlink(os.path.join(folder + "-bare", file))
    refuses(scene, a, b + "-bare")
    refuses(scene, a + "-bare", b)
    refuses(scene, a + "-bare", b, options=["--renumber"])
    out = merges(scene, (a + "-bare", b + "-bare"))
    need(class_lists(out) == {}, f"the merged set lists {class_lists(out)}")


@check
def label_maps_without_a_manifest(scene):
    """A label map beside shards without a manifest counts as the list of a manifest."""
    a, b = two_sets(scene)
    for folder in (a, b):
        shutil.copytree(folder, folder + "-bare")
        os.unlink(folder + "-bare/manifest.json")
    for sources in ((a, b + "-bare"), (a + "-bare", b), (a + "-bare", b + "-bare")):
        refuses(scene, *sources)
        out = merges(scene, sources, "--renumber", classes=BOTH)
        need(class_lists(out) == {"class": ["bird", "cat", "dog"]}, f"the list is {class_lists(out)}")


@check
def extracted_sets_with_two_numberings(scene):
    """extract shows the classes of each set by its own list, whatever base and order they have."""
    a, b = two_sets(scene)
    pairs = [("c0", "dog"), ("c1", "cat")]
    c = class_set(scene, "C", pairs, ("--label-base", 1))
    for number, (sources, wanted) in enumerate((((a, b), BOTH), ((b, a), BOTH),
                                                ((a, c), png_names(*CAT_DOG, *pairs)))):
        out = scene.path(f"x{number}")
        scene.run("extract", *sources, "-o", out, exit_code=0)
        table = pd.read_csv(os.path.join(out, "labels.csv"), dtype=str)
        names = [os.path.splitext(name)[0] + ".png" for name in table["image"]]
        found = dict(zip(names, table["class"]))
        need(found == wanted, f"the classes became {found}")


@check
def dropped_classes(scene):
    """--drop of the class feature merges sets with two numberings, and no list of classes is left."""
    out = merges(scene, two_sets(scene), "--drop", "class")
    need(class_lists(out) == {}, f"the merged set lists {class_lists(out)}")
    need(all("class" not in one for one in examples(out)), "the feature is still there")


@check
def filter_by_class_name(scene):
    """--filter class=cat takes the cats of each set by its own list."""
    sources = two_sets(scene)
    cats = {name for name, label in BOTH.items() if label == "cat"}
    for more in (["--renumber"], ["--drop", "class"]):
        out = merges(scene, sources, "--filter", "class=cat", *more)
        found = {name_of(one) for one in examples(out)}
        need(found == cats, f"{more}: took {sorted(found)}")


@check
def numbers_beside_class_ids(scene):
    """A feature that is a class id in one set and a plain number in another is refused."""
    a = class_set(scene, "A", CAT_DOG)
    images, labels = class_table(scene, "B-in", [("b0", "0"), ("b1", "1"), ("b2", "0")])
    b = scene.path("B")
    features = (*NAMED, "--feature", "class=int64:class")
    scene.run("build", images, "--labels", labels, "-o", b, "--name", "s", *features, exit_code=0)
    refuses(scene, a, b)
    refuses(scene, b, a)


@check
def sets_of_other_quality(scene):
    """Sets that differ in the quality of their images merge, and each image keeps its class."""
    a = class_set(scene, "A", CAT_DOG, ("--quality", 30, "--size", 16))
    others = renamed(CAT_DOG, "b")
    b = class_set(scene, "B", others, ("--quality", 99, "--size", 16))
    out = merges(scene, (a, b), classes=png_names(*CAT_DOG, *others))
    scene.run("verify", out, "--pixels", exit_code=0)
