# SPDX-License-Identifier: Apache-2.0
"""What is printed and written about hostile names is safe to show and strict to parse."""

import csv
import os
import re
import shutil
import xml.etree.ElementTree as ET

import pandas as pd

from harness import check, need, readable
from printed.hostile_names import FOR_TERMINALS, NOT_UTF8
from samples import draw_all, encoded, numbered, read_file, table_set, write_file, write_table
from shards import example, manifest, name_of, payloads, records, shards, write_shard


def run_each(scene, *commands, **more):
    """Runs commands for the rules that hold for every run alone."""
    for words in commands:
        with scene.case():
            scene.run(*words, **more)


@check
def terminal_codes_in_names(scene):
    """Names of files, columns, classes and options with control characters are never printed raw."""
    evil = FOR_TERMINALS
    images, out = scene.path(evil), scene.path("out" + evil)
    draw_all(images, [f"{number}{evil}.jpg" for number in range(4)])
    write_file(os.path.join(images, f"bad{evil}.jpg"), "no image")
    rows = [[f"{number}{evil}.jpg", "ab"[number % 2] + evil, number] for number in range(4)]
    rows.append([f"bad{evil}.jpg", "a" + evil, 9])
    header = ["image", "c" + evil, "v"]
    labels = write_table(scene.path(evil + ".csv"), header, rows, quoting=csv.QUOTE_ALL)
    build = ("build", images, "--labels", labels, "-o", out)
    run_each(
        scene, build, (*build, "--max-bad", 1), (*build, "--print-config"),
        (*build, "--max-bad", 1, "--json", "--overwrite", "--seed", 3),
        ("plan", images, "--labels", labels, "-v"), ("count", out), ("inspect", out),
        ("inspect", out, "--json"), ("verify", out), ("index", out), ("verify", out, evil),
        ("extract", out, "-o", scene.path("x" + evil)), ("reshard", out, "-o", scene.path("r" + evil)))
    need(len(records(out)) == 4, "the set was not built")


@check
def terminal_codes_in_options(scene):
    """Words of the command line with control characters are never printed raw."""
    evil = FOR_TERMINALS
    draw_all(scene.path("in"), numbered(2))
    build = ("build", "in", "-o", "out")
    run_each(
        scene, (evil,), ("build", "--" + evil), ("build", evil, "-o", evil), (*build, "--layout", evil),
        (*build, "--feature", f"{evil}={evil}"), (*build, "--name", evil), (*build, "--size", evil))


@check
def terminal_codes_in_records(scene):
    """Features and texts of other producers with control characters are never printed raw."""
    evil = FOR_TERMINALS
    shard = write_shard(scene.path("tf", "s00-1.tfrec"), [{
        "f" + evil: ("bytes", [evil.encode()]), "image": ("bytes", [encoded(8, 8, 1)]),
        "image_name": ("bytes", [evil.encode()])}])
    run_each(scene, ("inspect", "tf"), ("verify", "tf"), ("extract", "tf", "-o", "x"),
             ("inspect", shard, "--record", 0), ("reshard", "tf", "-o", "r", "--drop", evil))


@check
def json_of_names_that_are_not_utf8(scene):
    """--json is strict UTF-8 for names and texts that are not, and an error is an object, too."""
    images = os.path.join(os.fsencode(scene.folder), NOT_UTF8)
    draw_all(images, numbered(4))
    out = os.path.join(os.fsencode(scene.folder), b"out" + NOT_UTF8)
    built = scene.run("build", images, "-o", out, "--name", "s", "--json", exit_code=0).json
    need(built["records"] == 4, f"{built['records']} records")
    for words in (("count", out), ("inspect", out), ("verify", out), ("index", out), ("plan", images),
                  ("reshard", out, "-o", b"r" + NOT_UTF8), ("extract", out, "-o", b"e" + NOT_UTF8),
                  ("repair", out, "-o", b"p" + NOT_UTF8)):
        with scene.case():
            need(scene.run(*words, "--json", exit_code=0).json, "an empty object")
    missing = NOT_UTF8 + b"x"
    for words in (("count", missing), ("build", missing, "-o", out), ("verify", out, "--report", out)):
        with scene.case():
            error = scene.run(*words, "--json", exit_code=2).json["error"]
            need({"kind", "path", "message"} <= set(error), f"the error is {error}")
    shard = write_shard(scene.path("tf", "s00-1.tfrec"), [
        {"image": ("bytes", [encoded(8, 8, 1)]), "text": ("bytes", [NOT_UTF8])}])
    for words in (("inspect", "tf"), ("verify", "tf"), ("inspect", shard, "--record", 0)):
        scene.run(*words, "--json", exit_code=0)


@check
def list_of_bad_images(scene):
    """bad.csv gives pandas exactly the bad images with their lines of the table, and no formula."""
    bad = ["=1+1.jpg", "a,b.jpg", 'q".jpg', "two\nlines.jpg", "-x.jpg", "@y.jpg", "plain.jpg"]
    good = numbered(8)
    draw_all(scene.path("in"), good)
    for name in bad:
        write_file(scene.path("in", name), b"\xff\xd8\xff\xe0 broken")
    names = [name for pair in zip(good, bad) for name in pair] + good[7:]
    labels = write_table(scene.path("l.csv"), ["image", "v"], [[name, row] for row, name in enumerate(names)])
    build = ("build", scene.path("in"), "--labels", labels, "-o", scene.path("out"), "--max-bad", 7)
    run = scene.run(*build, "--json", exit_code=0)
    listed = pd.read_csv(scene.path("out", "bad.csv"), dtype=str, keep_default_na=False)
    need(list(listed.columns) == ["row", "image", "reason"], f"columns {list(listed.columns)}")
    found = [name.removeprefix("'") for name in listed["image"]]
    need(sorted(found) == sorted(bad), f"bad images {found}")
    cells = [cell for column in listed for cell in listed[column]]
    need(not any(re.match(r"[=+\-@\t\r]", cell) for cell in cells), f"a formula is among {cells}")
    need(sorted(entry["image"] for entry in run.json["bad"]) == sorted(bad), "--json names other images")
    need(manifest(scene.path("out"))["bad_images"] == len(bad), "the manifest counts other images")
    lines = read_file(labels).decode().split("\n")
    for row, name in zip(listed["row"], found):
        line = lines[int(row) - 1].lstrip('"').replace('""', '"')
        need(line.startswith(name.split("\n")[0]), f"line {row} of the table is not that of {name!r}")


@check
def list_of_records(scene):
    """records.csv gives pandas the shard, place, image and line in the table of each record."""
    names = numbered(10)
    notes = ["line\n" * (row % 4) + f'"q",{row}' for row in range(10)]
    images, labels = table_set(scene, ["note"], [[note] for note in notes])
    scene.run("build", images, "--labels", labels, "-o", scene.path("out"), "--record-list", "--shards", 3,
              exit_code=0)
    listed = pd.read_csv(scene.path("out", "records.csv"), dtype=str, keep_default_na=False)
    need(sorted(listed["image"]) == names, f"images {list(listed['image'])}")
    lines = read_file(labels).decode().split("\n")
    for _, entry in listed.iterrows():
        one = example(payloads(scene.path("out", entry["shard"]))[int(entry["record"])])
        need(name_of(one) == entry["image"], f"{dict(entry)} is of {name_of(one)}")
        line = lines[int(entry["row"]) - 1]
        need(line.startswith(entry["image"] + ","), f"line {entry['row']} of the table is {line!r}")


@check
def test_report_of_hostile_shards(scene):
    """verify --report is XML with a test case for each shard, whatever the shards are called."""
    images, labels = table_set(scene, ["class"], [["a"], ["b"], ["a"]])
    scene.run("build", images, "--labels", labels, "-o", scene.path("set"), "--name", "s", exit_code=0)
    (shard,) = shards(scene.path("set"))
    names = ["a<b>&'\".tfrec", "c\x1b\x01.tfrec", "]]>.tfrec", "é\u0085\ufffe.tfrec", "n\nl.tfrec"]
    for name in names:
        shutil.copy(shard, scene.path("set", name))
    data = bytearray(read_file(shard))
    data[40] ^= 1
    write_file(scene.path("set", names[0]), bytes(data))
    scene.run("verify", scene.path("set"), "--report", scene.path("r.xml"), exit_code=1)
    report = ET.parse(scene.path("r.xml")).getroot()
    cases = report.findall(".//testcase")
    need(len(cases) == len(names) + 2, f"{len(cases)} test cases for 6 shards and the set")
    for suite in report.iter("testsuite"):
        failed = sum(case.find("failure") is not None for case in suite.findall("testcase"))
        need(int(suite.get("tests")) == len(suite.findall("testcase")), "the suite counts other test cases")
        need(int(suite.get("failures")) == failed, "the suite counts other failures")
    bad = [case.get("name") for case in cases if names[0] in case.get("name")]
    need(len(bad) == 1, f"no test case is called {names[0]}")


@check
def commands_for_github(scene):
    """With GITHUB_ACTIONS=true no name gives the runner a command of its own."""
    evil = "x\n::error file=pwn::owned"
    draw_all(scene.path("in"), ["::warning::a.jpg", evil + ".jpg", "##[error]b.jpg"])
    write_file(scene.path("in", "::set-output name=x::bad.jpg"), "no image")
    for words in (("build", "in", "-o", evil), ("build", "in", "-o", "::debug::o", "--max-bad", 1),
                  ("verify", "::debug::o"), ("verify", "::nothing::"), ("build", "::no::x", "-o", "y"),
                  ("extract", "::debug::o", "-o", "::x::"), ("reshard", "::debug::o", "-o", "::r::")):
        run = scene.run(*words, env={"GITHUB_ACTIONS": "true"})
        for line in (run.out + b"\n" + run.err).split(b"\n"):
            if re.match(rb"\s*(::|##\[)", line):
                own = re.match(rb"::(error|warning|notice) (file|title)=", line)
                need(own and b"owned" not in line.split(b"::")[1], f"the runner reads `{readable(line)}`")
