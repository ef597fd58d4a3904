# SPDX-License-Identifier: Apache-2.0
"""Sets that one reader can't read together are refused, and no record is there twice."""

import os

from harness import check, need
from merges.merging import merges, png_names, refuses, renamed, reshard
from samples import CAT_DOG, NAMED, WITH_CLASS, class_set, encoded, table_set
from shards import decoded, examples, records, shards, write_shard

OTHERS = renamed(CAT_DOG, "b")


@check
def images_of_two_sizes(scene):
    """Sets of 16 and of 24 pixels are refused, and --allow-mixed merges them."""
    for more in ((), ("--encode", "png")):
        tag = "".join(more)
        a = class_set(scene, "A" + tag, CAT_DOG, ("--size", 16, *more))
        b = class_set(scene, "B" + tag, OTHERS, ("--size", 24, *more))
        refuses(scene, a, b)
        mixed = reshard(scene, (a, b), "--allow-mixed", exit_code=0)
        need(sorted(records(mixed)) == sorted(records(a) + records(b)), "--allow-mixed changes records")


@check
def sized_images_beside_others(scene):
    """A set of --size 16 is refused beside images that happen to have one other size."""
    a = class_set(scene, "A", CAT_DOG, ("--size", 16))
    b = class_set(scene, "B", OTHERS, width=24)
    refuses(scene, a, b)
    refuses(scene, b, a)


@check
def gray_beside_coloured_images(scene):
    """Sets of grey and of coloured images are refused, made so or kept so."""
    a = class_set(scene, "A", CAT_DOG)
    refuses(scene, a, class_set(scene, "B", OTHERS, ("--color", "gray")))
    refuses(scene, a, class_set(scene, "C", OTHERS, ("--color", "keep"), gray=True))


@check
def raw_pixels_of_equal_length(scene):
    """Raw pixels of another shape are refused, also if they have the same number of bytes."""
    sets = {}
    for name, *options in (("wide", "--size", "8x4"), ("high", "--size", "4x8"), ("rgb", "--size", "4x4"),
                           ("gray", "--size", "12x4", "--color", "gray")):
        sets[name] = class_set(scene, name, renamed(CAT_DOG, name), ("--layout", "raw", *options))
    for one, other in (("wide", "high"), ("rgb", "gray"), ("gray", "rgb"), ("rgb", "wide")):
        refuses(scene, sets[one], sets[other])


@check
def raw_pixels_of_other_scale(scene):
    """Raw pixels of another --scale, or of another type and the same number of bytes, are refused."""
    base = WITH_CLASS[2:]
    sets = {}
    for name, kind, options in (("A", "raw-float32", ("--size", "4")),
                                ("B", "raw-float32", ("--size", "4", "--scale", "0.00392156862745098")),
                                ("C", "raw-uint8", ("--size", "8"))):
        sets[name] = class_set(scene, name, CAT_DOG, ("--feature", f"x={kind}", *base, *options))
    for pair in ("AB", "BA", "AC", "CB"):
        refuses(scene, *(sets[name] for name in pair))


@check
def columns_of_another_kind(scene):
    """A column of whole numbers, of floats, of text, or none: sets that differ in it are refused."""
    made = []
    for name, cells in (("whole", ["1", "2"]), ("float", ["1.5", "2"]), ("text", ["x", "y"]), ("none", None)):
        header, rows = (["v"], [[cell] for cell in cells]) if cells else ([], [[], []])
        images, labels = table_set(scene, header, rows, folder=name + "-in")
        made.append(scene.path(name))
        scene.run("build", images, "--labels", labels, "-o", made[-1], "--name", "s", exit_code=0)
    for place, one in enumerate(made):
        for other in made[place + 1:]:
            refuses(scene, one, other)


@check
def shards_of_tensorflow_beside_a_set(scene):
    """TensorFlow's own shards are refused beside a set whose features have other lengths or kinds."""
    options = (*NAMED, "--feature", "count=float:class")
    a = class_set(scene, "A", [("a0", "1.5"), ("a1", "2.5")], options)
    image = examples(a)[0]["image"]
    fitting = {"image": image, "image_name": ("bytes", [b"f.png"]), "count": ("float", [1])}
    changes = {
        "long": {"count": ("float", [1, 0])}, "kind": {"count": ("int64", [1])}, "gone": {"count": None},
        "extra": {"more": ("int64", [1])}, "empty": {"count": ("float", [])},
        "large": {"image": ("bytes", [encoded(24, 24, 1)])}}
    for name, change in changes.items():
        features = {key: value for key, value in {**fitting, **change}.items() if value}
        write_shard(scene.path(name, "s00-2.tfrec"), [features] * 2)
        refuses(scene, a, scene.path(name))
    write_shard(scene.path("fits", "s00-2.tfrec"), [fitting] * 2)
    merges(scene, (a, scene.path("fits")))


@check
def shards_of_tensorflow_in_two_sizes(scene):
    """TensorFlow's own shards of 16 and of 24 pixels are refused."""
    for name, side in (("P", 16), ("Q", 24)):
        write_shard(scene.path(name, "x00-3.tfrec"), [
            {"image": ("bytes", [encoded(side, side, seed)]), "label": ("int64", [seed])}
            for seed in range(3)])
    refuses(scene, scene.path("P"), scene.path("Q"))


@check
def compressed_sources(scene):
    """Plain, GZIP and ZLIB sources give every record once, byte for byte."""
    a = class_set(scene, "A", CAT_DOG)
    b = class_set(scene, "B", OTHERS, ("--gzip",))
    c = scene.path("C")
    write_shard(os.path.join(c, "s00-4.tfrec"), records(a), "ZLIB")
    out = merges(scene, (a, b), "--shards", 3, classes=png_names(*CAT_DOG, *OTHERS))
    need(sorted(records(out)) == sorted(records(a) + records(b)), "records are missing or changed")
    need(records(merges(scene, (c,))) == records(a), "records of the ZLIB shard changed")


@check
def one_set_given_twice(scene):
    """A set that is given twice, by other paths or links, is read once by every command."""
    a = class_set(scene, "A", CAT_DOG)
    os.symlink("A", scene.path("L"))
    for twin in ("./A", a, "L", "A/../A/", "A/*.tfrec", "L/*.tfrec"):
        counted = scene.run("count", "A", twin, "--json", exit_code=0).json
        need(counted["records"] == 4, f"count A {twin}: {counted['records']} records")
    out = merges(scene, (a, scene.path("L")))
    need(records(out) == records(a), "reshard A L: records are there twice")
    extracted = scene.run("extract", "A", "L", "-o", "x", "--json", exit_code=0).json
    need(extracted["pictures"] == 4, f"extract A L: {extracted['pictures']} images")
    for command in ("inspect", "verify"):
        files = scene.run(command, "A", "L", "--json", exit_code=0).json["files"]
        need(sum(file["records"] for file in files) == 4, f"{command} A L: records are there twice")


@check
def figures_of_unlike_sets(scene):
    """inspect and verify of sets with other sizes report the figures that OpenCV and TensorFlow count."""
    a = class_set(scene, "A", CAT_DOG, ("--size", "16"))
    b = class_set(scene, "B", OTHERS, ("--size", "24x32"))
    report = scene.run("inspect", a, b, "--json", exit_code=0).json["images"]
    shapes = [decoded(one).shape for one in examples(a) + examples(b)]
    for key, place in (("height", 0), ("width", 1)):
        sides = [shape[place] for shape in shapes]
        found = (report[key]["min"], report[key]["max"])
        need(found == (min(sides), max(sides)), f"{key} {found}, OpenCV reads {sorted(set(sides))}")
    need(report["count"] == len(shapes), f"{report['count']} images")
    scene.run("verify", a, b, "--expect", "16x16", exit_code=1)
    scene.run("verify", a, b, exit_code=0)


@check
def sets_with_splits(scene):
    """Splits are kept and joined by their names. A set with splits is not merged with one without."""
    pairs = [(f"a{number}", ["cat", "dog"][number % 2]) for number in range(8)]
    a = class_set(scene, "A", pairs, ("--split", "train=0.5,val=0.5", "--dedupe", "ignore"))
    b = class_set(scene, "B", renamed(pairs, "b"))
    c = class_set(scene, "C", renamed(pairs, "c"), ("--split", "train=0.5,test=0.5", "--dedupe", "ignore"))
    for sources in ((a, b), (b, a), (a + "/val", b)):
        refuses(scene, *sources)
    for sources in ((a,), (a, c), (a + "/train", c + "/test")):
        out = reshard(scene, sources, exit_code=0)
        for split in ("train", "val", "test"):
            folders = [source for source in (f"{a}/{split}", f"{c}/{split}")
                       if os.path.isdir(source) and source.startswith(sources)]
            kept = records(f"{out}/{split}") if folders else []
            need(sorted(kept) == sorted(record for folder in folders for record in records(folder)),
                 f"{split} of {out} has other records")
            need(bool(folders) == os.path.isdir(f"{out}/{split}"), f"{split} of {out}")


@check
def folder_of_two_sizes(scene):
    """The folder of --sizes 16,24 is refused, for each sample is in it twice; one size of it is merged."""
    a = class_set(scene, "A", CAT_DOG, ("--sizes", "16,24"))
    refuses(scene, a)
    refuses(scene, a + "/16x16", a + "/24x24")
    out = merges(scene, (a + "/16x16",), classes=png_names(*CAT_DOG))
    need(len(shards(out)) == 1, f"{len(shards(out))} shards")
