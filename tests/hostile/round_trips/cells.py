# SPDX-License-Identifier: Apache-2.0
"""Cells, columns and classes come back from extract as build took them."""

import csv
import re

import pandas as pd

from harness import check, need
from round_trips.trips import IN_ORDER, build, extract, features, round_trip
from samples import draw_all, encoded, read_file, table_set, write_table
from shards import class_lists, examples, float_bits, need_same_examples, records, value, write_shard


@check
def columns_with_separators_and_quotes(scene):
    """Columns whose names hold separators, quotes or line breaks come back as the same features."""
    columns = [
        "age>=65", "sex (0=f, 1=m)", "a,b", "p:q", "x=int64:y", "@each",
        'say "x"', "two\nlines", "'q'", "a\\b", "ünï ☃", "%s{}"]
    rows = [[10 * number + row for number in range(len(columns))] for row in range(4)]
    built = round_trip(scene, table_set(scene, columns, rows))
    for one, row in zip(built, rows):
        for column, cell in zip(columns, row):
            need(one.get(column) == ("int64", (cell,)), f"feature {column!r} is {one.get(column)}")


@check
def cells_like_formulas(scene):
    """Cells that a spreadsheet takes for formulas come back exactly, and the table has none of them."""
    cells = ["=1+1", "+x", "-x", "@y", "'quoted", "''=x", "'=z", "=", "-", "plain", "\t=tab", "--", "+-1"]
    source = table_set(scene, ["note"], [[cell] for cell in cells])
    built = round_trip(scene, source, features(note="bytes:note"))
    need([value(one, "note") for one in built] == cells, "build changed a cell")
    table = pd.read_csv(scene.path("extracted", "labels.csv"), dtype=str, keep_default_na=False)
    for cell in table["note"]:
        need(not re.match(r"[=+\-@\t\r]", cell), f"a spreadsheet takes {cell!r} for a formula")
    need("tfrec_escaped" in table, "the table has no column tfrec_escaped")


@check
def escaped_cells_as_the_page_reads_them(scene):
    """The pandas lines on the page of extract give the cells that are stored."""
    cells = ["=1+1", "+x", "'=z", "''@", "'plain", "-", "5"]
    source = table_set(scene, ["=note"], [[cell] for cell in cells])
    build(scene, source, "built", *features(note="bytes:=note"))
    extract(scene, scene.path("built"), "extracted")
    labels = pd.read_csv(scene.path("extracted", "labels.csv"), dtype=str, keep_default_na=False)
    apostrophe = r"^'(?='*[=+\-@\t\r])"
    labels = labels.drop(columns="tfrec_escaped").replace(apostrophe, "", regex=True)
    labels.columns = labels.columns.str.replace(apostrophe, "", regex=True)
    need(list(labels["=note"]) == cells, f"pandas reads {list(labels['=note'])}")


def need_classes(built, folder, column, names):
    """The ids of the records mean these names."""
    listed = class_lists(folder)[column]
    found = [listed[value(one, column)] for one in built]
    need(found == names, f"the ids mean {found}, not {names}")


@check
def classes_like_formulas(scene):
    """Classes such as -ve and =1 keep their ids and names."""
    names = ["-ve", "+", "=1", "+ve", "@a", "'b", "plain"] * 2
    built = round_trip(scene, table_set(scene, ["class"], [[name] for name in names]))
    need_classes(built, scene.path("built"), "class", names)
    need_classes(examples(scene.path("rebuilt")), scene.path("rebuilt"), "class", names)


@check
def classes_like_numbers(scene):
    """Classes such as 007, 7, nan and 1e5 stay different classes with their ids."""
    names = ["007", "7", "1e5", "100000", "nan", "inf", "0x1F", "-0", "0", "1.0", "1", "True", "NULL"] * 2
    source = table_set(scene, ["kind"], [[name] for name in names])
    built = round_trip(scene, source, features(kind="index:kind"))
    need_classes(built, scene.path("built"), "kind", names)


@check
def blank_and_odd_cells(scene):
    """Cells that are empty, blank, NA, a quote or a line break come back byte for byte."""
    cells = ["", " ", "  x ", "NA", "null", '"', ",", ";", "a\r\nb", "\n", "x\n", "None", "\u00a0", "\ufeffx",
             "0", "a\tb"]
    source = table_set(scene, ["note"], [[cell] for cell in cells])
    built = round_trip(scene, source, features(note="bytes:note"))
    need([value(one, "note") for one in built] == cells, "build changed a cell")


@check
def extreme_floats(scene):
    """The largest, the smallest and denormal floats keep all their bits, in lists and packed too."""
    cells = ["3.4028235e+38", "-3.4028235e+38", "1.1754944e-38", "1e-45", "-1e-45", "-0.0", "0.1", "16777217",
             "33554435", "1.17549421e-38", "2.5e-45", "0.30000001192092896", "123456.789e-3"]
    source = table_set(scene, ["f", "g"], [list(pair) for pair in zip(cells, reversed(cells))])
    built = round_trip(scene, source, features(f="float:f", both="float:f,g", packed="raw-float32:f,g"))
    for one, cell in zip(built, cells):
        need(one["f"][1] == tuple(float_bits([float(cell)])), f"{cell} is stored as bits {one['f'][1]}")


@check
def lists_of_texts(scene):
    """Different lists of texts never become the same cell."""
    pairs = [[b"x|y", b"z"], [b"x", b"y|z"], [b"", b"x"], [b"x", b""], [b'"x"', b"y"], [b"x\\", b"y"]]
    any_length = [*pairs, [b"x|y|z"], [b"x", b"y", b"z"], [b"x;y", b"z"], [b"x", b"y;z"]]
    for name, lists in (("pairs", pairs), ("any", any_length)):
        write_shard(scene.path(name, "s.tfrec"), [
            {"image": ("bytes", [encoded(16, 16, seed)]), "tags": ("bytes", tags)}
            for seed, tags in enumerate(lists)])
        extract(scene, scene.path(name), "x-" + name)
        table = pd.read_csv(scene.path("x-" + name, "labels.csv"), dtype=str, keep_default_na=False)
        columns = [column for column in table if column.startswith("tags")]
        cells = {tuple(row) for row in table[columns].itertuples(index=False)}
        need(columns and len(cells) == len(lists), f"{name}: {len(lists)} lists became {cells}")


@check
def several_labels_in_a_cell(scene):
    """Cells with several labels, blanks and repeats give the same ids and vectors again."""
    rows = [["a|b"], [" b | a "], ["a|a"], ["c"], [""], ["a|b|c"], ["-x|=y"], ["c|"]]
    options = (*features(hot="multihot:tags", ids="indices:tags"), "--label-separator", "|")
    built = round_trip(scene, table_set(scene, ["tags"], rows), options)
    listed = class_lists(scene.path("built"))["tags"]
    for one, (cell,) in zip(built, rows):
        wanted = {label.strip() for label in cell.split("|")} - {""}
        need({listed[number] for number in one["ids"][1]} == wanted, f"{cell!r} became {one['ids'][1]}")
        hot = {name for name, bits in zip(listed, one["hot"][1]) if bits}
        need(hot == wanted, f"{cell!r} became {one['hot'][1]}")


@check
def foreign_features(scene):
    """Each odd feature of TensorFlow's own shards is a column with the right cells, or reported."""
    write_shard(scene.path("tf", "x00-4.tfrec"), [{
        "img": ("bytes", [encoded(20, 10, k)]), "": ("int64", [k]), "none": (None, []),
        "empty": ("int64", []), "nan": ("float", [float("nan")]), "inf": ("float", [float("-inf")]),
        "bin": ("bytes", [b"\xff\xfe\x00"]), "ü=1,:": ("bytes", [b"x"]), "a\nb": ("int64", [k + 5]),
        "big": ("int64", [2**63 - 1 - k]), "some": ("int64", [k]) if k else (None, []),
        "=cmd": ("float", [0.1]), "zero": ("bytes", [b""])}
        for k in range(4)])
    report, (_, labels) = extract(scene, scene.path("tf"), "extracted")
    with open(labels, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, strict=True))
    wanted = {
        "unnamed": ["0", "1", "2", "3"], "nan": ["nan"] * 4, "inf": ["'-inf"] * 4, "ü=1,:": ["x"] * 4,
        "a\nb": ["5", "6", "7", "8"], "big": [str(2**63 - 1 - k) for k in range(4)],
        "'=cmd": ["0.1"] * 4, "zero": [""] * 4}
    for column, cells in wanted.items():
        need([row.get(column) for row in rows] == cells, f"{column!r}: {[row.get(column) for row in rows]}")
    reported = {entry["feature"] for entry in report["not_rebuilt"]}
    need({"inf", "some"} <= reported, f"only {reported} are reported")
    need("nan" in reported or "nan=nan" in report["build_options"], "NaN is neither reported nor built again")
    need('""=int64:unnamed' in report["build_options"], f"{report['build_options']} lack the feature without a name")
    for name in ("none", "empty", "bin", "some"):
        need(name in rows[0] or f"'{name}'" in str(report["left_out"]), f"'{name}' is gone without a report")


@check
def hostile_image_names(scene):
    """Images with commas, quotes, blanks, line breaks or odd letters in their names keep these names."""
    names = ["a,b.jpg", 'q"x.jpg', "=sum.jpg", "-v.jpg", "sub/a,b.jpg", "sub/-v.jpg", "\u00fc.jpg",
             "u\u0308.jpg", "two\nlines.jpg", " lead.jpg", "same.jpg", "same.jpeg", "con.jpg", "UP.JPG",
             "up.jpg", "a..b.jpg", "%41.jpg", "~.jpg", "$(x).jpg", "'.jpg"]
    images = scene.path("images")
    draw_all(images, names)
    rows = [[name, row] for row, name in enumerate(names)]
    labels = write_table(scene.path("labels.csv"), ["image", "v"], rows)
    options = features(v="int64:v")
    built = build(scene, (images, labels), "built", *options)
    need([value(one, "image_name") for one in examples(built)] == names, "build changed a name")
    report, extracted = extract(scene, built, "extracted")
    rebuilt = build(scene, extracted, "rebuilt", "--encode", "copy", *options)
    need_same_examples(examples(built), examples(rebuilt), but=["image_name"])
    pairs = zip(examples(built), examples(rebuilt))
    changed = sum(one["image_name"] != other["image_name"] for one, other in pairs)
    need(changed == report["renamed"], f"{changed} names changed, {report['renamed']} are reported")


@check
def resharded_sets_round_trip(scene):
    """A set that reshard made is extracted like the set it was made of."""
    rows = [[row, ["-a", "=b", "007"][row % 3], "3.4028235e38"] for row in range(6)]
    built = build(scene, table_set(scene, ["p=q", "class", "f"], rows), "built")
    scene.run("reshard", built, "-o", scene.path("again"), "--shards", 2, "--name", "s", exit_code=0)
    need(records(built) == records(scene.path("again")), "reshard changed records")
    report, extracted = extract(scene, scene.path("again"), "extracted")
    need(not report["not_rebuilt"], f"reported: {report['not_rebuilt']}")
    rebuilt = build(scene, extracted, "rebuilt", "--encode", "copy")
    need_same_examples(examples(built), examples(rebuilt))


@check
def slim_layout_with_hostile_classes(scene):
    """The layout slim keeps ids and texts of classes with hostile names."""
    for number, name in enumerate(("-ve", "a b", "=x")):
        draw_all(scene.path("in", name), [f"{name}{copy}.jpg" for copy in range(2)], first_seed=9 * number)
    built = scene.path("built")
    scene.run("build", scene.path("in"), "--layout", "slim", "-o", built, *IN_ORDER, exit_code=0)
    report, extracted = extract(scene, built, "extracted")
    reported = [entry["feature"] for entry in report["not_rebuilt"]]
    need(reported == ["image/filename"], f"reported: {reported}; files are not called -ve0.jpg and =x0.jpg")
    classes = scene.path("extracted", "classes.txt")
    need(read_file(classes) == b"-ve\n=x\na b\n", f"the classes are {read_file(classes)}")
    layout = ("--layout", "slim", "--label-column", "class", "--classes", classes)
    rebuilt = build(scene, extracted, "rebuilt", *layout, "--encode", "copy")
    need_same_examples(examples(built), examples(rebuilt), but=reported)
