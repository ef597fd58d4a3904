# SPDX-License-Identifier: Apache-2.0
"""The rows of memory, growth, slow storage and planning."""
from measure import Command, median, peak
from row import Figure, Row, at_most, peak_at_most
from rows_build import build, photos

ORDINARY_THREADS = 2
LIMIT_MB = 200
BASE_MB = 150
ROW_BYTES = 200
PATH_BYTES = len("image_0000001.jpg")


def slow(ms):
    return lambda tools: {"LD_PRELOAD": tools.program("slow_storage.so"), "TFREC_SLOW_MS": str(ms)}


def storage(tools, inputs):
    def far(given):
        return given.far
    return {"slow": build("slow", images=far, env=slow(20))(tools, inputs),
            "fast": build("fast", images=far, env=slow(0))(tools, inputs)}


def ordinary_memory(tools, inputs):
    return {"tfrec": build("memory", images=photos, threads=ORDINARY_THREADS)(tools, inputs)}


def limited_memory(tools, inputs):
    return {"tfrec": build("memory", "--memory", f"{LIMIT_MB}MB")(tools, inputs)}


def over_time(tools, inputs):
    return {str(count): build("memory", images=lambda i, n=count: i.drawn(n, "400x301", 200))(tools, inputs)
            for count in ((1000, 6000) if inputs.quick else (4000, 24000))}


def growing(tools, inputs):
    """Commands by their rows. The start is no part of the line, so it takes two points to draw it."""
    return {str(count): build("growth", images=lambda i, n=count: i.rows(n))(tools, inputs)
            for count in ((1_000, 10_000, 40_000) if inputs.quick else (1_000, 100_000, 1_000_000))}


def off_linear(runs):
    low, middle, high = sorted(map(int, runs))
    seconds = {rows: median(runs[str(rows)]) for rows in (low, middle, high)}
    per_row = (seconds[middle] - seconds[low]) / (middle - low)
    return 100 * (seconds[high] / (seconds[middle] + per_row * (high - middle)) - 1)


def bytes_a_row(runs):
    fewest, *_, most = sorted(map(int, runs))
    return (peak(runs[str(most)]) - peak(runs[str(fewest)])) * 1e6 / (most - fewest)


def memory_growth(runs):
    few, many = sorted(map(int, runs))
    return peak(runs[str(many)]) - peak(runs[str(few)]) - (ROW_BYTES + PATH_BYTES) * (many - few) / 1e6


def planning(tools, inputs):
    given = inputs.rows(40_000 if inputs.quick else 1_000_000)
    return {"tfrec": Command([tools.tfrec, "plan", given.images, "--labels", given.labels, "-q"])}


ROWS = [
    Row("storage", "build, 20 ms per open and read, images of 100 KB", storage,
        [Figure("fast / slow storage", lambda runs: median(runs["fast"]) / median(runs["slow"]), 0.9, unit="×")]),
    Row("memory-ordinary", f"build of photos, {ORDINARY_THREADS} threads", ordinary_memory, [peak_at_most(300)], 0.2),
    Row("memory-limit", f"build, 2048×1365, --memory {LIMIT_MB}MB", limited_memory,
        [peak_at_most(BASE_MB + LIMIT_MB)], 0.2),
    Row("memory-time", "build of six times as many images", over_time,
        [at_most("more memory, beyond that of its rows", "MB", 10, memory_growth)], 0.4),
    Row("growth", "build of 1,000 to 1,000,000 rows", growing,
        [at_most("off linear", "%", 10, off_linear),
         at_most("memory a row", "bytes", ROW_BYTES + PATH_BYTES, bytes_a_row)], 0.2),
    Row("plan", "audit and plan of 1,000,000 rows", planning,
        [at_most("time", "s", 5, lambda runs: median(runs["tfrec"]))], 0.4),
]
