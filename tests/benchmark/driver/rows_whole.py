# SPDX-License-Identifier: Apache-2.0
"""Whole builds of ordinary images, from a few to many, against a bare loop of libjpeg-turbo: the same library, whole
process against whole process, for the release preset and the static program."""
from measure import Command
from row import Row, cpu, speed
from rows_build import build

# The fewer images, the more the start and the last sync count.
REACHES = {60: 0.6, 1_000: 0.85, 10_000: 0.95, 100_000: 0.95}
REPEATS = {60: 3.0, 1_000: 1.5, 10_000: 0.4, 100_000: 0.2}


def short(count):
    """So that no row's name begins another's."""
    return f"{count // 1000}k" if count >= 1000 else str(count)


def whole(count, static):
    def commands(tools, inputs):
        own, images = tools.of_build(static), inputs.whole(count)
        return {"tfrec": build("whole", images=lambda _: images)(own, inputs),
                "floor": Command([own.program("floor_jpeg"), images.images, own.threads])}
    name = f"whole-{short(count)}" + ("-static" if static else "")
    job = f"build, re-encode, {count:,} images" + (", static program" if static else "")
    return Row(name, job, commands, [speed(REACHES[count]), cpu()], REPEATS[count], static=static)


ROWS = [whole(count, static) for count in REACHES for static in (False, True)]
