# SPDX-License-Identifier: Apache-2.0
"""Shards as TensorFlow reads and writes them, and the manifest beside them."""

import json
import os
import re

import cv2
import numpy as np
import tensorflow as tf

from harness import need, readable
from samples import read_file

SHARD_NAME = re.compile(r"\.(tfrec|tfrecord|tfrecords|record)$|-\d{5}-of-\d{5}$")


def shards(folder):
    """The shards below a folder, sorted; those in the making do not count."""
    found = []
    for root, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != ".tfrec-build"]
        found += [os.path.join(root, name) for name in files if SHARD_NAME.search(name)]
    return sorted(found)


def compression(path):
    """As TensorFlow calls it, from the first two bytes of the file."""
    head = read_file(path)[:2]
    if head == b"\x1f\x8b":
        return "GZIP"
    is_zlib = head[:1] == b"\x78" and head != b"\x78\x00" and int.from_bytes(head, "big") % 31 == 0
    return "ZLIB" if is_zlib else ""


def payloads(path):
    dataset = tf.data.TFRecordDataset([os.fsencode(path)], compression_type=compression(path))
    return [bytes(record) for record in dataset.as_numpy_iterator()]


def records(path):
    """The payloads of a shard, or of all shards below a folder."""
    files = [path] if os.path.isfile(path) else shards(path)
    return [payload for file in files for payload in payloads(file)]


def example(payload):
    """{feature: (kind, values)}; floats are given as their bits, so that equal means equal."""
    found = {}
    for name, feature in tf.train.Example.FromString(payload).features.feature.items():
        kind = feature.WhichOneof("kind")
        if kind is None:
            found[name] = ("none", ())
        elif kind == "float_list":
            found[name] = ("float", tuple(float_bits(feature.float_list.value)))
        else:
            found[name] = (kind.removesuffix("_list"), tuple(getattr(feature, kind).value))
    return found


def float_bits(numbers):
    return np.asarray(numbers, "<f4").view("<u4").tolist()


def examples(path):
    return [example(payload) for payload in records(path)]


def value(one, feature):
    """The first value of a feature; bytes that are text as text."""
    first = one[feature][1][0]
    return first.decode() if isinstance(first, bytes) else first


def name_of(one):
    return value(one, "image_name")


def decoded(one, feature="image"):
    """The image as OpenCV decodes it, with the channels that it has."""
    return cv2.imdecode(np.frombuffer(one[feature][1][0], np.uint8), cv2.IMREAD_UNCHANGED)


def payload_of(features):
    """An example of {feature: (kind, values)}; kind None makes a feature without a list."""
    one = tf.train.Example()
    for name, (kind, values) in features.items():
        feature = one.features.feature[name]
        if kind:
            values_of_kind = getattr(feature, kind + "_list")
            values_of_kind.SetInParent()
            values_of_kind.value.extend(values)
    return one.SerializeToString(deterministic=True)


def write_shard(path, features_or_payloads, options=""):
    """A shard by TensorFlow, of payloads or of the features of each record."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with tf.io.TFRecordWriter(path, options) as writer:
        for record in features_or_payloads:
            writer.write(record if isinstance(record, bytes) else payload_of(record))
    return path


def manifest(folder):
    return json.loads(read_file(os.path.join(folder, "manifest.json")))


def class_lists(folder):
    """{column: names} of a set."""
    return {entry["column"]: entry["names"] for entry in manifest(folder).get("classes", [])}


def need_same_examples(wanted, found, but=()):
    """Records are equal in all features, except those in `but`."""
    need(len(wanted) == len(found), f"{len(wanted)} records became {len(found)}")
    for number, (one, other) in enumerate(zip(wanted, found)):
        for name in sorted((set(one) | set(other)) - set(but)):
            before, after = readable(one.get(name), 80), readable(other.get(name), 80)
            need(one.get(name) == other.get(name), f"record {number}: {name!r}: {before} became {after}")
