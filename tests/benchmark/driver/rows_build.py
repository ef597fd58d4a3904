# SPDX-License-Identifier: Apache-2.0
"""The rows of build."""
from measure import Command, median
from row import Figure, Row, against_floor, cpu, speed


def build(name, *options, images=lambda inputs: inputs.large, threads=None, env=None):
    def command(tools, inputs):
        given, out = images(inputs), inputs.out(name)
        return Command([tools.tfrec, "build", given.images, "--labels", given.labels, "-q", "-o", out,
                        "-j", threads or tools.threads, *options], env=(env or (lambda tools: {}))(tools), makes=out)
    return command


def reencode(*size, images=lambda inputs: inputs.large):
    return lambda tools, inputs: Command(
        [tools.program("floor_reencode"), images(inputs).images, tools.threads, *size])


def copy(check, images=lambda inputs: inputs.large):
    def command(tools, inputs):
        out = inputs.out("floor-copy")
        return Command([tools.program("floor_copy"), images(inputs).images, tools.threads, out, check], makes=out)
    return command


def copied(name, job, check, images, repeats=1.0):
    """Kept bytes: tfrec reads what it has written, the floor does not; nor does --no-reread."""
    def commands(tools, inputs):
        options = ["--encode", "copy", "--check", check]
        return {"tfrec": build("copy", *options, images=images)(tools, inputs),
                "no-reread": build("copy", *options, "--no-reread", images=images)(tools, inputs),
                "floor": copy(check, images)(tools, inputs)}
    return Row(name, job, commands, [speed(0.8), speed(0, "no-reread"), cpu()], repeats)


def small(inputs):
    return inputs.small


def large(inputs):
    return inputs.large


def many(inputs):
    return inputs.many


def many_large(inputs):
    return inputs.many_large


def photos(inputs):
    return inputs.photos


SIZES = ["192", "224", "331", "512"]


def several_sizes(tools, inputs):
    commands = {"tfrec": build("sizes", "--sizes", ",".join(SIZES))(tools, inputs)}
    for side in SIZES:
        commands[side] = build("one-size", "--size", side)(tools, inputs)
    return commands


def over_four_builds(runs):
    return median(runs["tfrec"]) / sum(median(runs[side]) for side in SIZES)


def kept_both_ways(tools, inputs):
    return {"structure": build("kept", "--encode", "copy", "--check", "structure")(tools, inputs),
            "full": build("kept", "--encode", "copy")(tools, inputs)}


def reduced(tools, inputs):
    return {"tfrec": build("reduced", "--size", "512", "--reduced-decode")(tools, inputs),
            "floor": reencode("512")(tools, inputs)}


# What layout detection stores beside boxes, for one class per image.
ONE_CLASS = ["image/encoded=jpeg", "image/format=format", "image/height=height", "image/width=width",
             "image/filename=path", "image/source_id=sample-id-text", "image/key/sha256=sha256",
             "image/object/class/text=bytes:class", "image/object/class/label=index:class"]


def boxes(tools, inputs):
    """Against one class for each image, and the same facts of images."""
    alone = build("one-class", images=small)(tools, inputs)
    argv = [inputs.small.boxes() if word == inputs.small.labels else word for word in alone.argv]
    argv[argv.index("-o") + 1] = inputs.out("boxes")
    features = [word for feature in ONE_CLASS for word in ("--feature", feature)]
    return {"tfrec": Command([*argv, "--layout", "detection"], makes=inputs.out("boxes")),
            "one class": Command([*alone.argv, "--label-base", "1", *features], makes=inputs.out("one-class"))}


def masks(*options):
    """Against the same images without masks."""
    def commands(tools, inputs):
        alone = build("unmasked", "--layout", "unlabelled", *options, images=small)(tools, inputs)
        argv = ["segmentation" if word == "unlabelled" else word for word in alone.argv]
        argv[argv.index("-o") + 1] = inputs.out("masked")
        return {"tfrec": Command([*argv, "--masks", inputs.small.masks()], makes=inputs.out("masked")),
                "no masks": alone}
    return commands


def more_threads(tools, inputs):
    return {"tfrec": build("more-threads", images=photos, threads=4 * tools.threads)(tools, inputs),
            "as many": build("as-many-threads", images=photos)(tools, inputs)}


def pinned(tools, inputs):
    """Without -j on one core; and with as many threads as that is."""
    def on_one_core(name, keep):
        argv = build(name, images=photos, threads=1)(tools, inputs).argv
        at = argv.index("-j")
        return Command(["taskset", "-c", "0", *argv[:at + keep], *argv[at + 2:]], makes=inputs.out(name))
    return {"tfrec": on_one_core("pinned", 0), "-j 1": on_one_core("pinned-one", 2)}


ROWS = [
    against_floor("build-small", "build, re-encode, 400×300", 0.95, build("small", images=small),
                  reencode(images=small)),
    against_floor("build-large", "build, re-encode, 2048×1365", 0.95, build("large"), reencode()),
    against_floor("build-photos", "build, re-encode, photos", 0.95, build("photos", images=photos),
                  reencode(images=photos)),
    against_floor("build-size", "build --size 512, 2048×1365", 0.95, build("size", "--size", "512"), reencode("512")),
    Row("build-reduced", "build --size 512 --reduced-decode", reduced, [speed(1.2), cpu()]),
    copied("build-copy", "build --encode copy, 400×300", "full", small),
    copied("build-copy-large", "build --encode copy, 2048×1365", "full", large),
    copied("build-copy-structure", "build --encode copy --check structure, 400×301", "structure", many),
    copied("build-copy-structure-large", "build --encode copy --check structure, 2048×1365", "structure", many_large),
    Row("build-structure-full", "build --encode copy, both checks, 2048×1365", kept_both_ways,
        [speed(3, "structure", "full")]),
    Row("build-sizes", "build --sizes 192,224,331,512, 2048×1365", several_sizes,
        [Figure("of four builds' time", over_four_builds, 0.5, True)]),
    Row("build-boxes", "build --layout detection, 10 boxes an image, 400×300", boxes, [speed(0.97, other="one class")]),
    Row("build-masks", "build --layout segmentation, 400×300", masks(), [speed(0.87, other="no masks")]),
    Row("build-masks-size", "build --layout segmentation --size 224, 400×300", masks("--size", "224"),
        [speed(0.87, other="no masks")]),
    Row("build-threads", "build with four threads a core, photos", more_threads, [speed(0.95, other="as many")]),
    Row("build-pinned", "build without -j, held to one core, photos", pinned, [speed(0.95, other="-j 1")], 0.4),
]
