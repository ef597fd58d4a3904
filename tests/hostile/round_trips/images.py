# SPDX-License-Identifier: Apache-2.0
"""Images, splits and sizes come back from extract as build took them."""

import glob
import os

import cv2
import numpy as np
import pandas as pd
import tensorflow as tf

from harness import check, need
from round_trips.trips import IN_ORDER, build, extract, round_trip
from samples import draw, draw_all, encoded, numbered, read_file, table_set, write_file, write_table
from shards import (
    compression, decoded, examples, float_bits, name_of, need_same_examples, records, shards, write_shard)

RAW = ("--feature", "pixels=raw-uint8", "--feature", "image_name=bytes:image")


def read_labels(*path):
    return pd.read_csv(os.path.join(*path), dtype=str, keep_default_na=False)


def extracted_images(scene, folder):
    """The files below images/ as OpenCV reads them, by path."""
    files = glob.glob(scene.path(folder, "images", "**", "*.*"), recursive=True)
    return {os.path.relpath(file, scene.path(folder, "images")): cv2.imread(file, cv2.IMREAD_UNCHANGED)
            for file in files}


@check
def shapes_of_raw_pixels(scene):
    """Raw pixels of any size are extracted as images with their true shape and equal pixels."""
    cases = {
        "wxh": (["--size", "9x5"], {}), "long": (["--size", "12", "--fit", "long"], {}),
        "small": (["--size", "64", "--fit", "long", "--no-upscale"], {}),
        "one": ([], {"width": 1, "height": 1}), "keep": (["--color", "keep"], {"gray": True}),
        "gray": (["--color", "gray", "--size", "8"], {})}
    for name, (options, shape) in cases.items():
        with scene.case(name):
            source = table_set(scene, ["label"], [[0], [1]], folder=name, **shape)
            built = build(scene, source, "built-" + name, *RAW, *options)
            extract(scene, built, "x-" + name)
            images = extracted_images(scene, "x-" + name)
            for one in examples(built):
                image = images[name_of(one).replace(".jpg", ".ppm")]
                data = image if image.ndim == 2 else image[:, :, ::-1]
                need(data.tobytes() == one["pixels"][1][0], f"other pixels, {image.shape}")


@check
def raw_pixels_of_two_sizes(scene):
    """Raw pixels of --sizes 8,12 are never extracted with the shape of the other size."""
    source = table_set(scene, ["label"], [[number] for number in range(3)])
    built = build(scene, source, "built", "--sizes", "8,12", "--layout", "raw")
    extract(scene, os.path.join(built, "12x12"), "one")
    shapes = {image.shape for image in extracted_images(scene, "one").values()}
    need(shapes == {(12, 12, 3)}, f"shapes {shapes}")
    extract(scene, built, "both")
    sides = sorted(image.shape[0] for image in extracted_images(scene, "both").values())
    need(sides == [8, 8, 8, 12, 12, 12], f"sides {sides}")


@check
def gray_and_coloured_images(scene):
    """--color keep stores one and three channels, and both come back bit by bit."""
    images, labels = table_set(scene, ["v"], [[number] for number in range(4)])
    for name in numbered(4)[::2]:
        draw(os.path.join(images, name), gray=True)
    built = round_trip(scene, (images, labels), ("--color", "keep"))
    channels = [tf.io.decode_image(one["image"][1][0]).shape[2] for one in built]
    need(channels == [1, 3, 1, 3], f"channels {channels}")


def draw_masks(scene, images, depth):
    """A mask of noise for each image below a folder; the ids by the names without extensions."""
    drawn = {}
    for name, image in extracted_images(scene, images).items():
        stem = os.path.splitext(name)[0]
        most = np.iinfo(depth).max
        drawn[stem] = np.random.default_rng(len(drawn)).integers(0, most, image.shape[:2], depth, endpoint=True)
        write_file(scene.path("masks", stem + ".png"), cv2.imencode(".png", drawn[stem])[1].tobytes())
    return drawn


@check
def masks_come_back(scene):
    """Masks of 8 and 16 bits, resized and padded ones too, are extracted as stored and built again."""
    source = table_set(scene, ["v"], [[number] for number in range(4)])
    for depth in (np.uint8, np.uint16):
        drawn = draw_masks(scene, "in", depth)
        for size in ([], ["--size", "30x40", "--fit", "pad"], ["--size", "7", "--fit", "crop"]):
            label = "-".join([depth.__name__, *size[1:2]])
            with scene.case(label):
                built = build(scene, source, "built-" + label, "--masks", scene.path("masks"), *size)
                report, extracted = extract(scene, built, "x-" + label)
                need(not report["not_rebuilt"], f"reported: {report['not_rebuilt']}")
                for one in examples(built):
                    stem = os.path.splitext(name_of(one))[0]
                    path = scene.path("x-" + label, "masks", stem + ".png")
                    need(read_file(path) == one["mask"][1][0], f"{path} has other bytes")
                    ids = cv2.imread(path, cv2.IMREAD_UNCHANGED)
                    need(size or np.array_equal(ids, drawn[stem]), f"{path} has other ids")
                rebuilt = build(scene, extracted, "rebuilt-" + label, *report["build_options"])
                need(records(rebuilt) == records(built), "other records")


@check
def splits_come_back(scene):
    """Each record has its split in the extracted table, and --split-column makes the splits again."""
    source = table_set(scene, ["v"], [[number] for number in range(12)])
    built = build(scene, source, "built", "--split", "train=0.5,val=0.5", "--dedupe", "ignore")
    report, extracted = extract(scene, built, "extracted")
    table = read_labels(extracted[1])
    for split in ("train", "val"):
        names = {name_of(one) for one in examples(os.path.join(built, split))}
        listed = set(table["image"][table[report["split_column"]] == split])
        need(listed == names, f"the column puts {sorted(listed)} in {split}, not {sorted(names)}")
    again = build(scene, extracted, "again", "--split-column", report["split_column"], "--encode", "copy")
    for split in ("train", "val"):
        wanted, found = (sorted(records(os.path.join(folder, split))) for folder in (built, again))
        need(wanted == found, f"split {split} has other records")


@check
def column_called_split(scene):
    """Features called split and Split keep their cells beside the column of the splits."""
    rows = [["ab"[number % 2], "cd"[number % 2]] for number in range(8)]
    source = table_set(scene, ["split", "Split"], rows)
    built = build(scene, source, "built", "--split", "train=0.5,val=0.5", "--dedupe", "ignore")
    report, extracted = extract(scene, built, "extracted")
    need(report["split_column"] == "split_2", f"the splits are in {report['split_column']}")
    given, found = read_labels(source[1]), read_labels(extracted[1]).set_index("image").sort_index()
    for column in ("split", "Split"):
        need(list(found[column]) == list(given[column]), f"column {column!r} holds {list(found[column])}")


@check
def names_of_test_images(scene):
    """Images of --test are called in the form of the table, and extract finds the file of each row."""
    draw_all(scene.path("train"), [f"Train_{number}.jpg" for number in range(4)])
    draw_all(scene.path("test"), [f"Test_{number}.jpg" for number in range(3)], first_seed=50)
    rows = [[f"Train_{number}", number] for number in range(4)]
    labels = write_table(scene.path("labels.csv"), ["image_id", "v"], rows)
    test = ("--test", scene.path("test"), "--dedupe", "ignore")
    built = build(scene, (scene.path("train"), labels), "built", *test)
    names = {name_of(one) for one in examples(built)}
    wanted = {f"Train_{number}" for number in range(4)} | {f"Test_{number}" for number in range(3)}
    need(names == wanted, f"records are called {names}")
    report, extracted = extract(scene, built, "extracted")
    need([entry["feature"] for entry in report["not_rebuilt"]] == ["v"], f"reported: {report['not_rebuilt']}")
    table = read_labels(extracted[1])
    need(set(table["image_id"]) == wanted, f"rows {set(table['image_id'])}")
    files = set(extracted_images(scene, "extracted"))
    need(files == {name + ".jpg" for name in wanted}, f"files are called {files}")
    for name, cell in zip(table["image_id"], table["v"]):
        need(cell == (name[-1] if name.startswith("Train") else ""), f"{name} has the label {cell!r}")


@check
def two_sizes(scene):
    """Each size of --sizes makes a round trip, and both together are extracted without a mix-up."""
    source = table_set(scene, ["v"], [[number] for number in range(4)], width=40, height=40)
    built = build(scene, source, "built", "--sizes", "16,24")
    for size in ("16x16", "24x24"):
        folder = os.path.join(built, size)
        _, extracted = extract(scene, folder, "x" + size)
        again = build(scene, extracted, "again" + size, "--encode", "copy")
        need_same_examples(examples(folder), examples(again))
    report, _ = extract(scene, built, "both")
    sides = sorted(image.shape[0] for image in extracted_images(scene, "both").values())
    need(sides == [16] * 4 + [24] * 4, f"sides {sides}")
    need(report["renamed"] == 4, f"{report['renamed']} images are renamed")


@check
def gzip_sets(scene):
    """--gzip changes no record, and a compressed set makes the same round trip."""
    source = table_set(scene, ["class", "f"], [["ab"[number % 2], number + 0.5] for number in range(6)])
    round_trip(scene, source, ("--gzip",))
    need(all(compression(shard) == "GZIP" for shard in shards(scene.path("built"))), "shards are plain")
    need(records(scene.path("built")) == records(build(scene, source, "plain")), "records changed")


@check
def png_pixels(scene):
    """--encode png stores the pixels that OpenCV reads from the source, and extract writes them."""
    source = table_set(scene, ["v"], [[number] for number in range(3)])
    built = build(scene, source, "built", "--encode", "png")
    report, _ = extract(scene, built, "extracted")
    reported = [entry["feature"] for entry in report["not_rebuilt"]]
    need(reported == ["image_name"], f"reported: {reported}; i000.jpg became i000.png")
    images = extracted_images(scene, "extracted")
    for one in examples(built):
        wanted = cv2.imread(os.path.join(source[0], name_of(one)))
        extracted = images[name_of(one).replace(".jpg", ".png")]
        need((decoded(one) == wanted).all(), f"{name_of(one)} is stored with other pixels")
        need((extracted == wanted).all(), f"{name_of(one)} is extracted with other pixels")


@check
def equal_names_in_two_sets(scene):
    """Two sets with equal image names are extracted with each row beside its own image."""
    for name, seed in (("one", 0), ("two", 77)):
        write_shard(scene.path(name, "s.tfrec"), [
            {"image": ("bytes", [encoded(16, 16, seed + number)]), "label": ("int64", [seed + number]),
             "image_name": ("bytes", [b"n%d.jpg" % number])} for number in range(2)])
    scene.run("extract", scene.path("one"), scene.path("two"), "-o", scene.path("x"), exit_code=0)
    table = read_labels(scene.path("x", "labels.csv"))
    need(len(set(table["image"])) == 4, f"rows {list(table['image'])}")
    for name, label in zip(table["image"], table["label"]):
        stored = read_file(scene.path("x", "images", name))
        need(stored == encoded(16, 16, int(label)), f"{name} has the label of another image, {label}")


@check
def extracted_table_as_pandas_reads_it(scene):
    """labels.csv of extract gives pandas the cells of the records, whatever they hold."""
    cells = ["a\r\nb", 'q"q""', ",;\t|", "\u2028x", "z\u0301", "\U0001F600", "#hash", "x" * 5000, "\\n",
             "0x10", "1_000", "TRUE", "1/2/2020", "a\nb\n", "'"]
    write_shard(scene.path("tf", "s.tfrec"), [
        {"image": ("bytes", [encoded(8, 8, number)]), "note": ("bytes", [cell.encode()]),
         "f": ("float", [number / 3])} for number, cell in enumerate(cells)])
    extract(scene, scene.path("tf"), "x")
    table = read_labels(scene.path("x", "labels.csv"))
    need(list(table["note"]) == cells, f"pandas reads {[cell[:20] for cell in table['note']]}")
    stored = [one["f"][1][0] for one in examples(scene.path("tf"))]
    need(float_bits(table["f"].astype(float)) == stored, "pandas reads other floats")


@check
def names_as_long_as_they_can_be(scene):
    """Names of 255 bytes are stored whole, and extract reports how many it cuts."""
    longest = "é" * 125 + "x"
    draw_all(scene.path("in", longest), [longest + ".jpg", "n" * 251 + ".jpg"])
    draw_all(scene.path("in", "b"), numbered(2), first_seed=9)
    built = scene.path("é" * 125 + "yyyyy")
    scene.run("build", scene.path("in"), "-o", built, *IN_ORDER, exit_code=0)
    paths = {os.path.relpath(file, scene.path("in")) for file in glob.glob(scene.path("in", "*", "*.jpg"))}
    need({name_of(one) for one in examples(built)} == paths, "names are cut")
    report, _ = extract(scene, built, "x")
    cut = len(paths - set(extracted_images(scene, "x")))
    need(cut == report["renamed"], f"{cut} names are cut, {report['renamed']} are reported")
