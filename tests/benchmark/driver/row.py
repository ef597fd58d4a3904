# SPDX-License-Identifier: Apache-2.0
"""What a row of the table is: commands that are run in turns, and figures made of their runs."""
from dataclasses import dataclass, field
from typing import Callable

from measure import median, peak, ratio


@dataclass(frozen=True)
class Figure:
    what: str
    of: Callable  # runs by command name -> number
    reach: float = 0.0  # 0: reported, not judged
    at_most: bool = False
    unit: str = ""

    def met(self, value):
        if not self.reach:
            return None
        return value <= self.reach if self.at_most else value >= self.reach


@dataclass(frozen=True)
class Row:
    name: str
    job: str
    commands: Callable  # (tools, inputs) -> Commands by name; tfrec's first
    figures: list = field(default_factory=list)
    repeats: float = 1.0  # times the run's own number of repeats
    peer: bool = False  # needs other tools from PyPI
    static: bool = False  # needs the static program


def speed(reach, ours="tfrec", other="floor"):
    """How often tfrec is done while the other is done once."""
    return Figure(f"{other} / {ours}", lambda runs: ratio(runs[other], runs[ours]), reach, unit="×")


def cpu(ours="tfrec", other="floor"):
    return Figure(f"{other} / {ours}, CPU", lambda runs: ratio(runs[other], runs[ours], "cpu"), unit="×")


def at_most(what, unit, reach, of):
    return Figure(what, of, reach, True, unit)


def peak_at_most(reach, ours="tfrec"):
    return at_most("peak memory", "MB", reach, lambda runs: peak(runs[ours]))


def milliseconds_at_most(reach, ours="tfrec"):
    return at_most("time", "ms", reach, lambda runs: median(runs[ours]) * 1000)


def against_floor(name, job, reach, ours, floor, repeats=1.0):
    """A row of one job and its floor: two commands, their ratio by the clock and of CPU time."""
    return Row(name, job, lambda tools, inputs: {"tfrec": ours(tools, inputs), "floor": floor(tools, inputs)},
               [speed(reach), cpu()], repeats)
