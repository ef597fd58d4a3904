# SPDX-License-Identifier: Apache-2.0
"""The rows of what works on shards: count, verify, reshard, repair, extract."""
from measure import Command
from row import Row, against_floor, cpu, milliseconds_at_most, peak_at_most


def shards(inputs):
    return inputs.shards


def read(*words, of=shards):
    """tfrec WORDS SHARDS."""
    return lambda tools, inputs: Command([tools.tfrec, *words, "-q", of(inputs), "-j", tools.threads])


def write(*words, of=shards):
    """tfrec WORDS SHARDS -o OUT."""
    def command(tools, inputs):
        out = inputs.out(words[0])
        return Command([tools.tfrec, *words, "-q", of(inputs), "-o", out, "-j", tools.threads], makes=out)
    return command


def floor(program, *words, of=shards):
    return lambda tools, inputs: Command([tools.program(program), of(inputs), tools.threads, *words])


def copy_floor(tools, inputs):
    out = inputs.out("floor")
    return Command([tools.program("floor_copy"), shards(inputs), tools.threads, out, "none"], makes=out)


def scatter_floor(tools, inputs):
    out = inputs.out("floor")
    pieces = 8000 if inputs.quick else 24000
    return Command([tools.program("floor_scatter"), shards(inputs), tools.threads, out, pieces], makes=out)


def decode_floor(images):
    return lambda tools, inputs: Command([tools.program("floor_decode"), images(inputs).images, tools.threads])


def start(*words):
    def commands(tools, inputs):
        ours = [inputs.one_shard if word == "SHARD" else word for word in words]
        return {"tfrec": Command([tools.tfrec, *ours]), "floor": Command([tools.program("floor_start")])}
    return commands


ROWS = [
    against_floor("count-small", "count, records of 100 bytes", 0.7, read("count", of=lambda i: i.small_records),
                  floor("floor_count", of=lambda i: i.small_records), repeats=3),
    against_floor("verify-framing", "verify --framing-only", 0.8, read("verify", "--framing-only"),
                  floor("floor_checksum"), repeats=3),
    against_floor("verify-full", "verify", 0.5, read("verify"), floor("floor_checksum"), repeats=3),
    against_floor("verify-pixels-small", "verify --pixels, 400×300", 0.95,
                  read("verify", "--pixels", of=lambda i: i.small_shards), decode_floor(lambda i: i.small)),
    against_floor("verify-pixels-large", "verify --pixels, 2048×1365", 0.95,
                  read("verify", "--pixels", of=lambda i: i.large_shards), decode_floor(lambda i: i.large)),
    against_floor("reshard", "reshard", 0.7, write("reshard", "--shards", "8"), copy_floor, repeats=2),
    against_floor("repair", "repair", 0.7, write("repair"), copy_floor, repeats=2),
    against_floor("extract", "extract", 0.7, write("extract"), scatter_floor, repeats=2),
    Row("start-version", "start: --version", start("--version"), [milliseconds_at_most(5), peak_at_most(15)], 8),
    Row("start-count", "start: count, a shard of 10 records", start("count", "SHARD"),
        [milliseconds_at_most(5), peak_at_most(15)], 8),
]
