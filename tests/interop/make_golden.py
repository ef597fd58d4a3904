#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the golden shards of tests/data/golden with TensorFlow, and golden.json with what is in them.

    build/interop-venv/bin/python tests/interop/make_golden.py [FOLDER]

The facts in golden.json come from the values written here, never from a reader. Everything is fixed, so that
another run with the same TensorFlow gives the same bytes.
"""

import hashlib
import json
import os
import pathlib
import struct
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")

import tensorflow as tf  # noqa: E402

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "data" / "golden"
COMPRESSIONS = {"none": "", "gzip": "GZIP", "zlib": "ZLIB"}


def int64_list(*values):
    return tf.train.Feature(int64_list=tf.train.Int64List(value=values))


def float_list(*values):
    return tf.train.Feature(float_list=tf.train.FloatList(value=values))


def bytes_list(*values):
    return tf.train.Feature(bytes_list=tf.train.BytesList(value=values))


def example(**features):
    return example_of(features)


def example_of(features):
    return tf.train.Example(features=tf.train.Features(feature=features))


def noise(length, seed):
    """Bytes that do not compress, the same on every machine."""
    out = b""
    counter = 0
    while len(out) < length:
        out += hashlib.sha256(struct.pack("<QQ", seed, counter)).digest()
        counter += 1
    return out[:length]


def float32_from_bits(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def payloads():
    """Any bytes at all; only the empty one is an example, the one without features."""
    return [b"", b"\xff", b"\x00", b"not an example", bytes(range(256)), noise(3000, 1), b"\x00" * 500]


def kinds():
    """One schema with all three kinds, with empty, short and long lists and extreme values."""
    floats = [0.0, -0.0, 1.0, 1 / 3, float("inf"), float("-inf"), float("nan"), 3.4028234663852886e38]
    floats += [float32_from_bits(0x00000001), float32_from_bits(0x80800000), float32_from_bits(0x7FC00001)]
    ints = [0, 1, -1, 127, 128, 2**31, -(2**31), 2**53 + 1, 2**63 - 1, -(2**63)]
    return [
        example(text=bytes_list(b"plain"), number=float_list(1.5), whole=int64_list(7)),
        example(text=bytes_list(b"", b"\x00\xff\xfe", "größe".encode()), number=float_list(*floats), whole=int64_list(*ints)),
        example(text=bytes_list(), number=float_list(), whole=int64_list()),
        example(text=bytes_list(noise(2000, 2)), number=float_list(*[i / 8 for i in range(100)]), whole=int64_list(*range(100))),
    ]


def unicode_keys():
    """Names of features that are empty, long, of several scripts, or need escaping on a terminal."""
    names = ["", "a", "image/encoded", "größe", "名前", "🌻", "with space", 'quote"', "tab\there", "x" * 300]
    return [example_of({name: int64_list(record, index) for index, name in enumerate(names)}) for record in range(2)]


def odd_but_valid():
    """What parsers accept although no writer of ours makes it: no features, an empty map, a feature of no kind."""
    return [
        tf.train.Example(),
        tf.train.Example(features=tf.train.Features()),
        example(label=tf.train.Feature()),
        example(label=int64_list(3)),
    ]


def flowers():
    """As published flower sets are: an image, a class, the class one-hot, and the count in the file's name."""
    pixels = tf.cast(tf.reshape(tf.range(24 * 16 * 3) % 251, [24, 16, 3]), tf.uint8)
    records = []
    for index in range(5):
        jpeg = tf.io.encode_jpeg(tf.roll(pixels, index, axis=0), quality=80).numpy()
        one_hot = [1.0 if index == place else 0.0 for place in range(5)]
        records.append(example_of({"image": bytes_list(jpeg), "class": int64_list(index), "one_hot_class": float_list(*one_hot)}))
    return records


def long_record():
    """One record that is much longer than any buffer, between two short ones; small when compressed."""
    return [example(raw=bytes_list(b"first")), example(raw=bytes_list(b"\x00" * 3_000_000)), example(raw=bytes_list(b"last"))]


KIND_NAMES = {"bytes_list": "bytes", "float_list": "float", "int64_list": "int64", None: "none"}


def schema_of(examples):
    """[{name, kind, min_length, max_length, in_records}] sorted by the bytes of the name, then the kind."""
    columns = {}
    for message in examples:
        for name, feature in message.features.feature.items():
            kind = feature.WhichOneof("kind")
            length = len(getattr(feature, kind).value) if kind else 0
            facts = {"name": name, "kind": KIND_NAMES[kind], "min_length": length, "max_length": length, "in_records": 0}
            column = columns.setdefault((name, kind), facts)
            column["min_length"] = min(column["min_length"], length)
            column["max_length"] = max(column["max_length"], length)
            column["in_records"] += 1
    return sorted(columns.values(), key=lambda column: (column["name"].encode(), column["kind"]))


def write(folder, name, compression, records):
    messages = [record for record in records if isinstance(record, tf.train.Example)]
    data = [record if isinstance(record, bytes) else record.SerializeToString(deterministic=True) for record in records]
    with tf.io.TFRecordWriter(str(folder / name), options=COMPRESSIONS[compression]) as writer:
        for payload in data:
            writer.write(payload)
    return {
        "path": name,
        "compression": compression,
        "records": len(data),
        "bytes": (folder / name).stat().st_size,
        "lengths": [len(payload) for payload in data],
        "sha256": [hashlib.sha256(payload).hexdigest() for payload in data],
        "examples": bool(messages) or not data,
        "schema": schema_of(messages),
    }


def make(folder):
    folder.mkdir(parents=True, exist_ok=True)
    files = [write(folder, "no-records.tfrecord", "none", [])]
    for stem, records in [("payloads", payloads()), ("kinds", kinds())]:
        for compression in COMPRESSIONS:
            suffix = "" if compression == "none" else "-" + compression
            files.append(write(folder, f"{stem}{suffix}.tfrecord", compression, records))
    files.append(write(folder, "unicode-keys.tfrecord", "none", unicode_keys()))
    files.append(write(folder, "odd-but-valid.tfrecord", "none", odd_but_valid()))
    files.append(write(folder, "flowers00-5.tfrec", "none", flowers()))
    files.append(write(folder, "long-record-gzip.tfrecord", "gzip", long_record()))
    facts = {"made_by": "tests/interop/make_golden.py", "tensorflow": tf.__version__, "files": files}
    (folder / "golden.json").write_text(json.dumps(facts, indent=1, ensure_ascii=True) + "\n", encoding="ascii")


if __name__ == "__main__":
    make(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else GOLDEN)
