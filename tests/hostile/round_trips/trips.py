# SPDX-License-Identifier: Apache-2.0
"""build, extract, and build again with what extract wrote."""

import os

from harness import need
from samples import NAMED
from shards import examples, need_same_examples

IN_ORDER = ("--no-shuffle", "--name", "s")


def build(scene, source, out, *options):
    images, labels = source
    out = scene.path(out)
    scene.run("build", images, "--labels", labels, "-o", out, *IN_ORDER, *options, exit_code=0)
    return out


def extract(scene, built, out, *options):
    """Extracts an intact set: the report as JSON, and what build needs to make the set again."""
    out = scene.path(out)
    report = scene.run("extract", built, "-o", out, "--json", *options, exit_code=0).json
    return report, (os.path.join(out, "images"), os.path.join(out, "labels.csv"))


def round_trip(scene, source, options=(), again=None, lost=()):
    """Builds, extracts, builds again. All features come back, except those that extract reports: `lost`."""
    built = build(scene, source, "built", *options)
    report, extracted = extract(scene, built, "extracted")
    reported = {entry["feature"] for entry in report["not_rebuilt"]}
    need(reported == set(lost), f"extract reports {report['not_rebuilt']}, not {set(lost)}")
    classes = scene.path("extracted", "classes.txt")
    more = ("--classes", classes) if os.path.exists(classes) else ()
    options = options if again is None else again
    rebuilt = build(scene, extracted, "rebuilt", "--encode", "copy", *more, *options)
    need_same_examples(examples(built), examples(rebuilt), but=lost)
    return examples(built)


def features(**specs):
    """--feature for an image, its name and each feature given."""
    words = [word for name, spec in specs.items() for word in ("--feature", f"{name}={spec}")]
    return (*NAMED, *words)
