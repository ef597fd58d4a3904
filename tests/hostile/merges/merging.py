# SPDX-License-Identifier: Apache-2.0
"""reshard with several sources, and what TensorFlow makes of the result."""

import os

import tensorflow as tf

from harness import Failed, need, readable
from shards import class_lists, decoded, example, manifest, name_of, records, shards, value

TYPES = {"bytes": tf.string, "float": tf.float32, "int64": tf.int64}


def reshard(scene, sources, *options, exit_code):
    out = scene.path(f"merged{len(scene.commands)}")
    scene.run("reshard", *sources, "-o", out, *options, exit_code=exit_code)
    return out


def refuses(scene, *sources, options=()):
    """reshard ends with exit code 2 and leaves no shard."""
    label = " ".join(os.path.relpath(source, scene.folder) for source in sources)
    with scene.case(label):
        out = reshard(scene, sources, *options, exit_code=2)
        need(not shards(out), "refused, but there are shards")


def merges(scene, sources, *options, classes=None):
    """reshard succeeds, one reader reads the set, and each name has its class: `classes`."""
    out = reshard(scene, sources, *options, exit_code=0)
    need_one_reader(out)
    if classes is not None:
        need_classes(out, classes)
    return out


def need_one_reader(out):
    """The first record's features parse all records, and images have one shape."""
    payloads = records(out)
    spec = {}
    for name, (kind, values) in example(payloads[0]).items():
        shape = [] if len(values) == 1 else [len(values)]
        spec[name] = tf.io.FixedLenFeature(shape, TYPES[kind])
    try:
        for payload in payloads:
            tf.io.parse_single_example(payload, spec)
    except tf.errors.InvalidArgumentError as error:
        raise Failed(f"one reader does not read all records: {readable(error, 150)}") from None
    shapes = {decoded(example(payload)).shape for payload in payloads}
    need(len(shapes) == 1, f"images have the shapes {sorted(shapes)}")


def need_classes(out, wanted):
    """Each record's id means its class in the set's list, and a vector of classes agrees with it."""
    (listed,) = class_lists(out).values()
    base = manifest(out)["options"].get("label-base", 0)
    found = {}
    for payload in records(out):
        one = example(payload)
        number = value(one, "class") - base
        found[name_of(one)] = listed[number] if 0 <= number < len(listed) else f"id {number + base}"
        if "one_hot" in one:
            hot = [place for place, bits in enumerate(one["one_hot"][1]) if bits]
            fits = hot == [number] and len(one["one_hot"][1]) == len(listed)
            need(fits, f"one_hot of {name_of(one)} is {hot}, its id {number}")
    need(found == wanted, f"the classes became {found}, not {wanted}")


def png_names(*pairs):
    return {stem + ".png": label for stem, label in pairs}


def renamed(pairs, letter):
    """The same classes under other names."""
    return [(letter + stem, label) for stem, label in pairs]
