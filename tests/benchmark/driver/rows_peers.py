# SPDX-License-Identifier: Apache-2.0
"""The rows against other tools. Their times leave out the start of Python and TensorFlow, tfrec's are whole."""
from measure import Command
from row import Row, speed
from rows_build import build, photos
from rows_whole import short


def loop(library, processes, images=photos):
    def command(inputs, peers):
        given, out = images(inputs), inputs.out("peer")
        return Command([peers.python("tensorflow"), peers.script("build_loop.py"), library, processes, given.images,
                        given.labels, out], makes=out, tells_seconds=True)
    return command


def img2dataset(processes):
    def command(inputs, peers):
        given, out = photos(inputs), inputs.out("peer")
        return Command([peers.python("img2dataset"), peers.script("img2dataset_build.py"), processes, given.images,
                        given.labels, out], makes=out, tells_seconds=True)
    return command


def build_row(name, job, other):
    return Row(name, job, lambda tools, inputs, peers: {
        "tfrec": build("against-peer", images=photos)(tools, inputs),
        "other": other(tools)(inputs, peers)}, [speed(0, other="other")], 0.4, peer=True)


def pool_row(count, static):
    """A process a core, whose start is left out, against all of tfrec."""
    def images(inputs):
        return inputs.whole(count)
    name = f"peer-pool-{short(count)}" + ("-static" if static else "")
    job = f"{count:,} images: TensorFlow and cv2, a process a core" + (", static program" if static else "")
    return Row(name, job, lambda tools, inputs, peers: {
        "tfrec": build("against-peer", images=images)(tools.of_build(static), inputs),
        "other": loop("tensorflow", tools.threads, images)(inputs, peers)},
        [speed(1, other="other")], 0.8, peer=True, static=static)


def count_row(name, job, library, of, reach=0.0, repeats=0.4, static=False):
    def commands(tools, inputs, peers):
        return {"tfrec": Command([tools.of_build(static).tfrec, "count", "-q", of(inputs), "-j", tools.threads]),
                library: Command([peers.python("tensorflow"), peers.script("count_loop.py"), library, of(inputs)],
                                 tells_seconds=True)}
    if static:
        name, job = name + "-static", job + ", static program"
    return Row(name, job, commands, [speed(reach, other=library)], repeats, peer=True, static=static)


ROWS = [
    build_row("peer-tensorflow", "photos: TensorFlow and cv2, a loop", lambda tools: loop("tensorflow", 1)),
    build_row("peer-tensorflow-processes", "photos: TensorFlow and cv2, a process a core",
              lambda tools: loop("tensorflow", tools.threads)),
    *[pool_row(count, static) for count in (1_000, 5_000) for static in (False, True)],
    build_row("peer-tfrecord", "photos: the package tfrecord and cv2, a loop", lambda tools: loop("tfrecord", 1)),
    build_row("peer-img2dataset", "photos: img2dataset, a process a core, to tar files",
              lambda tools: img2dataset(tools.threads)),
    *[count_row("peer-count-big", "count, records of images of 2048×1365, and a TFRecordDataset loop",
                "tensorflow", lambda inputs: inputs.big_records, 100, static=static) for static in (False, True)],
    count_row("peer-count-small", "count, records of 100 bytes, and a TFRecordDataset loop", "tensorflow",
              lambda inputs: inputs.small_records, repeats=0.1),
    count_row("peer-count-tfrecord", "count, records of images, and the package tfrecord", "tfrecord",
              lambda inputs: inputs.shards),
]
