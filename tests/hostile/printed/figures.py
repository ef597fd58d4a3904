# SPDX-License-Identifier: Apache-2.0
"""Figures that tfrec prints and records are those that TensorFlow, OpenCV and pandas count."""

import collections
import os
import re
import struct

import numpy as np
import pandas as pd
from PIL import Image

from harness import check, need
from samples import draw, draw_all, encoded, numbered, pixels, read_file, table_set, write_file, write_table
from shards import (
    class_lists, decoded, examples, manifest, name_of, payloads, records, shards, value, write_shard)


@check
def figures_of_a_set(scene):
    """Records, bytes, sizes, grey images and classes of a set are what other libraries count."""
    names = numbered(20)
    for number, name in enumerate(names):
        draw(scene.path("in", name), width=20 + number, height=40 - number, gray=number % 3 == 0)
    rows = [[name, ["ant", "bee", "cow"][number * number % 3]] for number, name in enumerate(names)]
    labels = write_table(scene.path("l.csv"), ["image", "class"], rows)
    out = scene.path("out")
    build = ("build", scene.path("in"), "--labels", labels, "-o", out, "--shards", 3, "--color", "keep")
    built = scene.run(*build, "--json", exit_code=0).json
    files = shards(out)
    shapes = [decoded(one).shape for one in examples(out)]
    need(built["records"] == len(shapes) == 20, f"{built['records']} records")
    need(built["bytes"] == sum(map(os.path.getsize, files)), f"{built['bytes']} bytes")
    counted = scene.run("count", out, "--json", exit_code=0).json["files"]
    wanted = {file: (len(payloads(file)), os.path.getsize(file)) for file in files}
    need({file["path"]: (file["records"], file["bytes"]) for file in counted} == wanted, f"count: {counted}")
    inspected = scene.run("inspect", out, "--json", exit_code=0).json["images"]
    for key, place in (("height", 0), ("width", 1)):
        sides = [shape[place] for shape in shapes]
        found = (inspected[key]["min"], inspected[key]["max"])
        need(found == (min(sides), max(sides)), f"{key}: {found}")
    entry = manifest(out)["classes"][0]
    classes = pd.read_csv(labels)["class"].value_counts().to_dict()
    need(dict(zip(entry["names"], entry["records"])) == classes, f"classes {entry}")
    gray = sum(len(shape) == 2 for shape in shapes)
    need(manifest(out)["pictures"]["gray"] == gray == 7, f"{manifest(out)['pictures']['gray']} grey images")


@check
def figures_of_splits(scene):
    """The manifest's records of each class and split are what TensorFlow counts in the shards."""
    rows = [["abc"[row % 3], "xy"[row % 2]] for row in range(30)]
    images, labels = table_set(scene, ["class", "site"], rows)
    split = ("--split", "train=0.6,val=0.2,test=0.2", "--stratify", "class", "--dedupe", "ignore")
    scene.run("build", images, "--labels", labels, "-o", scene.path("out"), *split, exit_code=0)
    written = manifest(scene.path("out"))
    for split in written["splits"]:
        found = examples(scene.path("out", split["split"]))
        need(split["records"] == len(found), f"{split['split']}: {split['records']} records")
        for entry in written["classes"]:
            ids = collections.Counter(value(one, entry["column"]) for one in found)
            wanted = [ids[number] for number in range(len(entry["names"]))]
            counted = entry["records_by_split"][split["split"]]
            need(counted == wanted, f"{entry['column']} in {split['split']}: {counted}, not {wanted}")


def frames(path):
    """(offset, length) of each record of an uncompressed shard."""
    data, offset, found = read_file(path), 0, []
    while offset < len(data):
        length = struct.unpack_from("<Q", data, offset)[0] + 16
        found.append((offset, length))
        offset += length
    return found


@check
def places_of_damage(scene):
    """verify, repair and index name the record and the bytes that are damaged, and keep all others."""
    images, labels = table_set(scene, ["class"], [["ab"[row % 2]] for row in range(9)])
    scene.run("build", images, "--labels", labels, "-o", scene.path("set"), "--name", "s", exit_code=0)
    (shard,) = shards(scene.path("set"))
    places, intact = frames(shard), payloads(shard)
    for victim, byte in ((0, 20), (4, 100), (8, 50)):
        data = bytearray(read_file(shard))
        offset, length = places[victim]
        data[offset + byte] ^= 0x10
        path = write_file(scene.path(f"damaged{victim}", "s00-9.tfrec"), bytes(data))
        problems = scene.run("verify", path, "--json", exit_code=1).json["files"][0]["problems"]
        (found,) = [problem for problem in problems if problem["kind"] == "payload"]
        need((found["record"], found["offset"], found["length"]) == (victim, offset, length), f"{found}")
        repaired = scene.path(f"repaired{victim}")
        report = scene.run("repair", path, "-o", repaired, "--json", exit_code=1).json
        need(records(repaired) == intact[:victim] + intact[victim + 1:], "repair kept other records")
        counts = (report["kept"], report["lost_records"])
        need(counts == (8, 1), f"{counts} records are kept and lost")
    scene.run("index", shard, exit_code=0)
    lines = [tuple(map(int, line.split())) for line in read_file(shard + ".idx").decode().splitlines()]
    need(lines == places, "the index has other places")


@check
def figures_of_odd_features(scene):
    """inspect --json has the ranges, lengths, counts and NaNs of features that TensorFlow reads."""
    random = np.random.default_rng(3)
    write_shard(scene.path("tf", "s00-10.tfrec"), [{
        "i": ("int64", random.integers(-9, 9, k % 4).tolist()), "label": ("int64", [k % 3]),
        "f": ("float", [float("nan"), float(k), float("-inf")]), "image": ("bytes", [encoded(4 + k, 9, k)])}
        for k in range(10)])
    report = scene.run("inspect", "tf", "--json", exit_code=0).json
    schema = {entry["name"]: entry for entry in report["schema"]}
    numbers = [number for one in examples(scene.path("tf")) for number in one["i"][1]]
    need((schema["i"]["min"], schema["i"]["max"]) == (min(numbers), max(numbers)), f"i: {schema['i']}")
    need((schema["i"]["min_length"], schema["i"]["max_length"]) == (0, 3), f"i: {schema['i']}")
    floats = schema["f"]
    need((floats["min"], floats["max"], floats["not_finite"]) == (0, 9, 20), f"f: {floats}")
    histogram = {bar["value"]: bar["records"] for bar in schema["label"]["histogram"]}
    need(histogram == {0: 4, 1: 3, 2: 3}, f"label: {histogram}")
    need(all(entry["in_records"] == 10 for entry in schema.values()), "in_records is not 10")


def write_odd_images(folder):
    """Writes images that --encode copy alone refuses, and images that are always bad: the names of both."""
    draw_all(folder, numbered(6))
    good = read_file(os.path.join(folder, "i000.jpg"))
    rgb = Image.fromarray(pixels(16, 8, 3))
    rgb.convert("CMYK").save(os.path.join(folder, "cmyk.jpg"))
    rgb.save(os.path.join(folder, "png.jpg"), format="PNG")
    rgb.save(os.path.join(folder, "prog.jpg"), progressive=True)
    rgb.save(os.path.join(folder, "gif.jpg"), format="GIF")
    bad = {
        "cut.jpg": good[: len(good) * 2 // 3], "text.jpg": b"hello", "html.jpg": b"<!DOCTYPE html><html>",
        "empty.jpg": b"", "lfs.jpg": b"version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 3\n",
        "cut.png": encoded(9, 9, 1, extension=".png")[:60]}
    for name, data in bad.items():
        write_file(os.path.join(folder, name), data)
    return {"png.jpg", "prog.jpg", "cmyk.jpg"}, {"gif.jpg", *bad}


@check
def counts_of_bad_images(scene):
    """Exactly the images that can't be stored are reported as bad, and the others are decodable records."""
    odd, bad = write_odd_images(scene.path("in"))
    for encode, also_bad in (("reencode", set()), ("auto", set()), ("copy", odd)):
        out = scene.path(encode)
        build = ("build", scene.path("in"), "-o", out, "--max-bad", "80%", "--encode", encode)
        report = scene.run(*build, "--json", exit_code=0).json
        reported = {entry["image"] for entry in report["bad"]}
        need(reported == bad | also_bad, f"{encode}: bad are {sorted(reported)}")
        found = examples(out)
        names = {name_of(one) for one in found}
        need(names == set(os.listdir(scene.path("in"))) - reported, f"{encode}: records of {sorted(names)}")
        counts = (report["records"], report["bad_images"])
        need(counts == (len(found), len(reported)), f"{encode}: {counts} records and bad images are reported")
        need(all(decoded(one) is not None for one in found), f"{encode}: OpenCV can't decode a record")


@check
def tables_of_any_dialect(scene):
    """Tables with a byte order mark, semicolons, tabs or CRLF are stored as pandas reads them."""
    names = numbered(6)
    draw_all(scene.path("in"), names)
    for number, (separator, mark, end) in enumerate(((";", b"\xef\xbb\xbf", "\r\n"), ("\t", b"", "\n"),
                                                     (",", b"\xef\xbb\xbf", "\n"))):
        rows = [["image", "name", "v"]]
        rows += [[name, f'"t{separator}{row % 2}"', str(row)] for row, name in enumerate(names)]
        text = "".join(separator.join(row) + end for row in rows)
        labels = write_file(scene.path(f"l{number}.csv"), mark + text.encode())
        table = pd.read_csv(labels, sep=separator, encoding="utf-8-sig", dtype=str).set_index("image")
        out = scene.path(f"out{number}")
        scene.run("build", scene.path("in"), "--labels", labels, "-o", out, exit_code=0)
        listed = class_lists(out)["name"]
        for one in examples(out):
            row = table.loc[name_of(one)]
            found = (listed[value(one, "name")], str(value(one, "v")))
            need(found == (row["name"], row["v"]), f"{name_of(one)} has {found}")


@check
def decimal_commas(scene):
    """Numbers with decimal commas are stored as text, with a warning."""
    cells = [f"{row % 3},{row % 2}5" for row in range(6)]
    images, labels = table_set(scene, ["price"], [[cell] for cell in cells])
    write_file(labels, "\n".join(["image;price", *map(";".join, zip(numbered(6), cells)), ""]))
    run = scene.run("build", images, "--labels", labels, "-o", scene.path("out"), exit_code=0)
    found = {name_of(one): value(one, "price") for one in examples(scene.path("out"))}
    need(found == dict(zip(numbered(6), cells)), f"the cells became {found}")
    need(re.search(rb"warning: .*price.*decimal comma", run.err), f"no warning: {run.err}")
