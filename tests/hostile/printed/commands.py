# SPDX-License-Identifier: Apache-2.0
"""Hints, commands and code that tfrec prints can be typed as they are printed."""

import collections
import os
import tomllib

import tensorflow as tf

from harness import check, need, readable
from printed.hostile_names import FOR_SHELLS
from samples import NAMED, draw_all, numbered, table_set, write_file
from shards import payloads, records, shards


def read_by_python(scene, code):
    """The records that a printed line of Python reads in the scratch folder."""
    before = os.getcwd()
    os.chdir(scene.folder)
    try:
        found = eval(code, {"tf": tf})  # pylint: disable=eval-used
        return [bytes(record) for record in found.as_numpy_iterator()]
    finally:
        os.chdir(before)


@check
def line_that_reads_a_set(scene):
    """The line `read` of a build gives TensorFlow all records of the set, of one split or of one size."""
    images, labels = table_set(scene, ["class"], [["ab"[number % 2]] for number in range(8)])
    options = (
        ("--gzip",), ("--sizes", "8,12"), ("--gzip", "--sizes", "8,12"), ("--extension", ".tfrecords"),
        ("--extension", ".record"), ("--split", "train=0.5,val=0.5", "--dedupe", "ignore"))
    for number, more in enumerate(options):
        with scene.case(" ".join(more)):
            out = f"out{number}[x]"
            run = scene.run("build", images, "--labels", labels, "-o", out, "--name", "s", *more, exit_code=0)
            found = sorted(read_by_python(scene, run.line("read")))
            groups = collections.defaultdict(list)
            for shard in shards(scene.path(out)):
                groups[os.path.dirname(shard)] += payloads(shard)
            need(found in [sorted(group) for group in groups.values()], f"reads {len(found)} records")


@check
def hints_that_name_columns(scene):
    """A hint that names columns, pasted into bash, means just these columns."""
    pairs = ["lab el a", "lab$(touch pwn)b"], ["it's", 'q"q'], ["-y", "--z"], ["a`touch pwn`", "b;touch pwn"]
    for number, (first, second) in enumerate(pairs):
        rows = [["u", "v"], ["w", "v"], ["u", "x"], ["u", "v"]]
        images, labels = table_set(scene, [first, second], rows, folder=f"in{number}")
        near = first + "x"
        for words, option, value in (
                (["--layout", "flowers"], "--label-column", first),
                (["--layout", "flowers", "--label-column", near], "--label-column", first),
                (["--split-column", near], "--split-column", first),
                (["--image-column", near], "--image-column", first),
                (["--stratify", second[:-1] + "u", "--split", "a=.5,b=.5"], "--stratify", second),
                (["--feature", "z=int64:" + first], "--feature", "z=index:" + first)):
            with scene.case(f"{first!r}, {second!r}: {' '.join(words)}"):
                run = scene.run("build", images, "--labels", labels, "-o", "out", *words, exit_code=(1, 2))
                need_option_in_hint(scene, run, option, value)


def need_option_in_hint(scene, run, option, value):
    """bash reads the option in the hint with this value, and makes no file."""
    (hint,) = run.hints
    start = hint.find(option)
    need(start >= 0, f"the hint has no {option}: {readable(hint)}")
    (words,) = scene.words_of("tfrec " + hint[start:])
    words = [word.decode() for word in words]
    meant = words[:2] == [option, value] or words[:1] == [f"{option}={value}"]
    need(meant, f"`{readable(hint)}` means {words}")


@check
def printed_configuration(scene):
    """--print-config of hostile values is TOML with these values, and makes the same set."""
    for number, name in enumerate(FOR_SHELLS):
        images, labels = table_set(scene, ["c" + name], [["u"], ["v"], ["u"]], folder=f"in{number}")
        column = '"' + ("c" + name).replace('"', '""') + '"'
        words = ("build", images, "--labels", labels, "-o", "./" + name, "--name", "s", *NAMED,
                 "--feature", f"x=index:{column}")
        printed = scene.run(*words, "--print-config", exit_code=0)
        read = tomllib.loads(printed.out.decode())["build"]
        need(read["out"] == "./" + name and read["feature"][-1] == words[-1], f"{name!r} became {read}")
        if number % 4 == 0:
            scene.run(*words, exit_code=0)
            config = write_file(scene.path("tfrec.toml"), printed.out)
            scene.run("build", "--config", config, "-o", f"again{number}", exit_code=0)
            same = records(scene.path(name)) == records(scene.path(f"again{number}"))
            need(same, f"{name!r}: --config makes another set")


@check
def paths_that_begin_with_a_dash(scene):
    """Paths behind -- that begin with a dash are paths, and what is printed about them can be typed."""
    draw_all(scene.path("-im"), numbered(3))
    run = scene.run("build", "-o", "./-out", "--name", "s", "--", "-im", exit_code=0)
    need(len(read_by_python(scene, run.line("read"))) == 3, "the line `read` reads other records")
    for command in ("count", "verify", "inspect"):
        scene.run(command, "--", "-out", exit_code=0)
    run = scene.run("build", "-o", "x", "--", "-imm", exit_code=2)
    (hint,) = run.hints
    (call,) = scene.words_of("tfrec " + hint.split("mean ", 1)[-1].rstrip("?"))
    need(call in ([b"-im"], [b"./-im"]), f"the hint means {call}")
