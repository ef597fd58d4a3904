# SPDX-License-Identifier: Apache-2.0
"""`build`, `extract`, `build` again: TensorFlow reads equal records, or `extract` reported what differs.

Random tables with hostile names and cells, in random layouts over all kinds, from a seed each. By hand:
round_trip_test.py FIRST LAST tries those seeds and prints the first that fails."""

import csv
import json
import pathlib
import random
import shutil
import struct
import sys
import unittest

import tensorflow as tf

from support import Scratch, run_tfrec

NAMES = [
    "age>=65", "sex (0=f, 1=m)", "a:b", "a,b", 'say "hi"', '"', "=x", "'=y", "-ve", "+", "@home", "line\nbreak", "crlf\r\nhere",
    "tab\there", " lead", "trail ", "ü", "日本", "x|y", "x;y", "image", "split", "label", "class", "id", "name=int64:z", "@image",
    "@each", "$(touch pwn)", "a b", "*", "[1]", "--flag", "0", "1.5", "null", "\u202eright", "a'b", "''-z", "#", "%s", "\\n", "unnamed"]
TEXTS = [
    "", "rose", "tulip, =red", "=1+1", "'=1", "''@x", "-ve", "+", "-", "@x", "\tx", "\rx", 'say "hi"', '"', "a\nb", "a\r\nb", " x ", "ü", "日本",
    "007", "7", "-7", "+7", "1e5", "nan", "x|y", "x;y", "x,y", "'", "''", "'a", "#", "\ufeffmark", "\x01\x1b[31m", "TRUE", "1,5", "x" * 300]
CLASSES = [
    "rose", "tulip", "-ve", "+ve", "=1", "'=1", "+", "@x", "007", "7", "1.50", "a b", "ü", "x/y", "it's", 'say "hi"', "tulip, red", "x;y", "\tq"]
LABELS = ["cat", "dog", "-ve", "=1", "+", "'=2", "a b", "ü", "007", "7", "x/y", "x,y", "x:y"]
FLOATS = [0.0, -0.0, 1.0, -1.5, 3.4028234663852886e38, -3.4028234663852886e38, 1e-45, -1e-45, 1.1754943508222875e-38, 0.1, 1 / 3, 1e20, 16777216.0, 1e-7]
INTEGERS = [0, 1, -1, 7, 2**63 - 1, -(2**63), 10**18, 42]
FACTS = ["format", "height", "width", "channels", "colorspace"]


def quoted(name, end):
    """As --feature takes it."""
    return '"' + name.replace('"', '""') + '"' if not name or '"' in name or end in name else name


def feature(name, kind, columns=()):
    text = quoted(name, "=") + "=" + kind
    return text + ":" + ",".join(quoted(column, ",") for column in columns) if columns else text


def float_cell(rng):
    if rng.random() < 0.5:
        return repr(rng.choice(FLOATS))
    bits = rng.getrandbits(32)
    value = struct.unpack("<f", struct.pack("<I", bits))[0]
    return repr(value) if value - value == 0 else "0.5"


def images():
    """Encoded images of one size: colour and grey JPEGs, a PNG."""
    files = []
    for seed in range(4):
        pixels = tf.cast(tf.random.stateless_uniform([10, 12, 3], [seed, 1], 0, 255, tf.int32), tf.uint8)
        files.append(("rgb.jpg", tf.io.encode_jpeg(pixels).numpy()))
        files.append(("gray.jpg", tf.io.encode_jpeg(pixels[:, :, :1], format="grayscale").numpy()))
        files.append(("rgb.png", tf.io.encode_png(pixels).numpy()))
    return files


IMAGES = images()


class Case:
    """A set to build, and what extract may report about it."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.count = self.rng.randint(2, 7)
        self.may_differ = set()
        self.options = []
        self.features = []  # (name, text)
        self.class_columns = []
        self.image_column = self.new_names(1)[0]
        self.choose_images()
        self.choose_columns()
        self.choose_features()
        self.choose_splits()

    def new_names(self, count):
        used = getattr(self, "used", set())
        free = [name for name in NAMES if name not in used]
        names = self.rng.sample(free, count)
        self.used = used | set(names)
        return names

    def choose_images(self):
        rng = self.rng
        self.kind = rng.choice(["jpeg", "jpeg", "jpeg", "png", "raw-uint8", "raw-float32"])
        self.color = rng.choice(["rgb", "rgb", "gray", "keep"])
        wanted = {"rgb": "rgb.jpg", "gray": "gray.jpg"}.get(self.color, rng.choice(["rgb.jpg", "gray.jpg"]))
        # Others would be stored in another format than they come in, and so be renamed.
        if self.kind == "png":
            wanted, self.color = "rgb.png", "rgb"
        self.size = rng.choice([None, "6x8", "5", "100"]) if self.kind.startswith("raw") else None
        if self.color != "rgb":
            self.options += ["--color", self.color]
        self.resize = []
        if self.size:
            self.resize = ["--size", self.size]
            if "x" not in self.size:
                self.resize += ["--fit", rng.choice(["long", "short"])]
            if rng.random() < 0.5:
                self.resize += ["--no-upscale"]
        if self.kind == "jpeg":
            self.options += ["--encode", "copy"]
        self.scale = ["--scale", "0.25"] if self.kind == "raw-float32" and rng.random() < 0.5 else []
        extension = wanted.split(".")[1]
        if self.kind.startswith("raw"):
            extension = "jpg"  # renamed: an extracted one is .ppm or .npy
        self.stems = [rng.choice(["p%d", "sub/p%d", "-p%d", "p %d", "ü%d", "%d"]) % i for i in range(self.count)]
        if rng.random() < 0.3:
            self.stems = [str(i) for i in range(self.count)]
        self.files = [(f"{stem}.{extension}", rng.choice([data for name, data in IMAGES if name == wanted])) for stem in self.stems]

    def choose_columns(self):
        rng = self.rng
        bare = rng.random() < 0.5
        self.has_whole_names = all(stem.isdigit() for stem in self.stems)
        names = self.stems if bare or self.has_whole_names else [name for name, _ in self.files]
        self.columns = {self.image_column: names}
        self.types = {}
        makers = {
            "int64": lambda: str(rng.choice(INTEGERS)),
            "float": lambda: float_cell(rng),
            "text": lambda: rng.choice(TEXTS),
            "class": lambda: rng.choice(CLASSES),
            "labels": lambda: "|".join(rng.sample(LABELS, rng.randint(0, 3))),
            "padded": lambda: rng.choice(["007", "7", "+7", "-0", "00"]),
        }
        for name in self.new_names(rng.randint(1, 6)):
            kind = rng.choice(list(makers))
            self.types[name] = kind
            self.columns[name] = [makers[kind]() for _ in range(self.count)]
            if kind == "labels" and not any(self.columns[name]):
                self.columns[name][0] = "cat|dog"

    def kinds_of(self, column):
        kind = self.types[column]
        if kind == "text":
            return ["bytes"]
        if kind == "labels":
            return ["bytes", "multihot", "indices"]
        classes = ["bytes", "index", "onehot"]
        if kind == "class":
            return classes
        return classes + ["float", "raw-float32"] + (["int64", "raw-int64"] if kind != "float" else [])

    def add(self, name, kind, columns=()):
        self.features.append((name, feature(name, kind, columns)))

    def choose_features(self):
        rng = self.rng
        names = self.new_feature_names()
        self.image_feature = next(names)
        has_second = rng.random() < 0.2 and self.kind != "raw-float32"
        if has_second and not self.image_feature:
            self.image_feature = next(names)  # no option can name the empty one
        self.add(self.image_feature, self.kind)
        if has_second:
            second = next(names)
            self.add(second, rng.choice(["raw-uint8", "png"] if self.kind == "jpeg" else ["raw-float32"]))
            self.may_differ.add(second)
            if self.kind != "jpeg":
                # Which of them is extracted is for extract to choose.
                self.may_differ.add(self.image_feature)
        self.choose_name_feature(names)
        for kind in rng.sample(FACTS, rng.randint(0, 3)):
            self.add(next(names), kind)
        if rng.random() < 0.5:
            sha = next(names)
            self.add(sha, "sha256")
            if len(self.may_differ) > 0:
                self.may_differ.add(sha)
        columns = list(self.types)
        for _ in range(rng.randint(1, 7)):
            column = rng.choice(columns)
            kind = rng.choice(self.kinds_of(column))
            taken = [column]
            if kind in ("int64", "float", "raw-int64", "raw-float32"):
                others = [other for other in columns if other != column and kind in self.kinds_of(other)]
                taken += rng.sample(others, rng.randint(0, len(others)))
            name = next(names)
            self.add(name, kind, taken)
            # An integer column tells no sign of 0.
            if "float" in kind and any("-0" in self.columns[other] for other in taken):
                self.may_differ.add(name)
            if kind in ("index", "onehot", "multihot", "indices"):
                self.class_columns.append(column)
        if any(text.split("=")[-1].startswith(("index", "indices")) for _, text in self.features) and rng.random() < 0.3:
            self.options += ["--label-base", "1"]

    def choose_name_feature(self, names):
        renamed = self.kind.startswith("raw")
        way = self.rng.choice(["bytes", "bytes", "path", "both", "none", "int64"])
        if way == "int64" and not self.has_whole_names:
            way = "bytes"
        if way in ("bytes", "both"):
            name = next(names)
            self.add(name, "bytes", [self.image_column])
            if renamed or any(stem != safe(stem) for stem in self.stems) or self.has_dots():
                self.may_differ.add(name)
        if way in ("path", "both"):
            name = next(names)
            self.add(name, "path")
            if renamed or way == "both" or any(stem != safe(stem) for stem in self.stems):
                self.may_differ.add(name)
        if way == "int64":
            self.add(next(names), "int64", [self.image_column])

    def has_dots(self):
        return False

    def new_feature_names(self):
        pool = NAMES + ["", " ", "\t", "image/encoded", "image_name", "tfrec_escaped"]
        return iter(self.rng.sample(pool, len(pool)))

    def choose_splits(self):
        rng = self.rng
        self.splits = []
        way = rng.choice(["none", "none", "column", "shares"])
        if way == "column":
            name = self.new_names(1)[0]
            values = [rng.choice(["train", "val", "test 1", "=x", "ü"]) for _ in range(self.count)]
            self.columns[name] = values
            self.splits = ["--split-column", name]
        elif way == "shares":
            self.splits = ["--split", "train=0.5,val=0.5", "--dedupe", "ignore"]

    def write(self, folder):
        for name, data in self.files:
            path = folder / "images" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        with open(folder / "labels.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, quoting=csv.QUOTE_ALL)
            writer.writerow(self.columns)
            writer.writerows(zip(*self.columns.values()))

    def layout(self, without=()):
        words = []
        for name, text in self.features:
            if name not in without:
                words += ["--feature", text]
        return words


def safe(stem):
    """Whether extract can call a file so."""
    return "_" + stem if stem.startswith("-") else stem


def split_records(folder):
    """Per split, the records in order."""
    found = {}
    for shard in sorted(folder.rglob("*.tfrec")):
        split = str(shard.parent.relative_to(folder))
        found.setdefault(split, []).extend(record.numpy() for record in tf.data.TFRecordDataset(str(shard)))
    return found


def without(record, names):
    example = tf.train.Example.FromString(record)
    for name in names:
        if name in example.features.feature:
            del example.features.feature[name]
    return example


class Failure(Exception):
    pass


def run(folder, *words):
    result = run_tfrec(*words, folder=folder)
    if result.returncode != 0:
        raise Failure(f"{' '.join(map(repr, words))}\nexit code {result.returncode}\n{result.stderr}")
    return result


def check(seed, folder):
    """Builds, extracts, builds again; raises Failure where records differ that extract did not report."""
    case = Case(seed)
    case.write(folder)
    common = ["--no-shuffle", "--name", "s", "--image-column", case.image_column, "-q"]
    separator = ["--label-separator", "|"] if any(":" in t and t.rsplit(":", 1)[0].endswith(("=multihot", "=indices")) for _, t in case.features) else []
    run(folder, "build", "images", "--labels", "labels.csv", "-o", "a", *common, *case.layout(), *case.options, *case.resize, *case.scale, *case.splits,
        "--shards", "2" if not case.splits else "1", *separator)
    source = "a"
    if not case.splits and case.rng.random() < 0.3:
        run(folder, "reshard", "a", "-o", "r", "--shards", "1", "-q")
        source = "r"
    named = ["--image-feature", case.image_feature] if case.image_feature else []
    report = json.loads(run(folder, "extract", source, "-o", "x", *named, "--json").stdout)
    lost = {entry["feature"] for entry in report["not_rebuilt"]}
    if not lost <= case.may_differ:
        raise Failure(f"reported without need: {report['not_rebuilt']}, expected at most {case.may_differ}")
    options = list(case.options)
    is_array = any((folder / "x" / "images").rglob("*.npy"))
    if not is_array:
        options += case.resize
    if report["split_column"]:
        options += ["--split-column", report["split_column"]]
    if separator:
        options += ["--label-separator", report["label_separator"] or "|"]
    if len(set(case.class_columns)) == 1 and (folder / "x" / "classes.txt").exists():
        options += ["--classes", "x/classes.txt"]
    run(folder, "build", "x/images", "--labels", "x/labels.csv", "-o", "b", *common, *case.layout(lost), *options, "--shards", "1")
    wanted = split_records(folder / "a")
    found = split_records(folder / "b")
    if len(wanted) == 1:
        wanted, found = {".": next(iter(wanted.values()))}, {".": next(iter(found.values()))}
    if sorted(wanted) != sorted(found):
        raise Failure(f"splits {sorted(wanted)} became {sorted(found)}")
    for split, records in wanted.items():
        if not lost and records == found[split]:
            continue
        before = [without(record, lost) for record in records]
        after = [without(record, lost) for record in found[split]]
        if len(before) != len(after):
            raise Failure(f"split {split}: {len(before)} records became {len(after)}")
        for i, (one, other) in enumerate(zip(before, after)):
            if one != other:
                names = {n for n in set(one.features.feature) | set(other.features.feature) if one.features.feature[n] != other.features.feature[n]}
                raise Failure(f"record {i} of split {split} differs in {names}:\n{[(n, one.features.feature[n], other.features.feature[n]) for n in names]}")


def try_seeds(seeds):
    """The first failures, each with its seed."""
    failures = []
    for seed in seeds:
        with Scratch() as folder:
            try:
                check(seed, folder)
            except Failure as failure:
                failures.append(f"seed {seed}: {failure}")
                if len(failures) == 5:
                    break
    return failures


class RoundTrip(unittest.TestCase):
    maxDiff = None

    def test_what_build_makes_of_an_extracted_set_is_equal_or_reported(self):
        self.assertEqual(try_seeds(range(30)), [])


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1].isdigit():
        print("\n\n".join(try_seeds(range(int(sys.argv[1]), int(sys.argv[2])))) or "all equal")
    else:
        unittest.main()
