# SPDX-License-Identifier: Apache-2.0
"""Runs commands in turns and keeps what each run took."""
import os
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Command:
    argv: list
    env: dict = field(default_factory=dict)
    makes: str = ""  # removed before each run, outside the time
    tells_seconds: bool = False  # its last line is "seconds X": of its work, without the start of Python


@dataclass(frozen=True)
class Run:
    wall: float  # seconds
    cpu: float  # seconds, of all threads and children
    peak: float  # MB (10^6 bytes)


class Failed(Exception):
    pass


def remove(path):
    if os.path.isdir(path):
        shutil.rmtree(path)
    elif path and os.path.exists(path):
        os.remove(path)


def show(progress):
    if sys.stderr.isatty():
        print(f"{progress}\033[K", end="\r", file=sys.stderr, flush=True)


def run_once(command, stopwatch, scratch):
    remove(command.makes)
    report = os.path.join(scratch, "stopwatch.txt")
    done = subprocess.run([stopwatch, report, *map(str, command.argv)], env={**os.environ, **command.env},
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        raise Failed(f"stopwatch: {done.stderr[-500:]}")
    with open(report, encoding="ascii") as file:
        wall, cpu, kib, code = file.read().split()
    if int(code) != 0:
        raise Failed(f"{' '.join(map(str, command.argv[:3]))} … ended with {code}: {(done.stderr or done.stdout)[-500:]}")
    if command.tells_seconds:
        wall = done.stdout.split()[-1]
    return Run(float(wall), float(cpu), int(kib) * 1024 / 1e6)


def interleaved(commands, repeats, stopwatch, scratch):
    """Runs of each command, by name. Every other round goes backwards, so that none is always first."""
    runs = {name: [] for name in commands}
    for turn in range(repeats):
        names = list(commands) if turn % 2 == 0 else list(reversed(list(commands)))
        for name in names:
            show(f"    {turn + 1}/{repeats} {name}")
            runs[name].append(run_once(commands[name], stopwatch, scratch))
    show("")
    for command in commands.values():
        remove(command.makes)
    return runs


def median(runs, what="wall"):
    return statistics.median(getattr(run, what) for run in runs)


def peak(runs):
    return max(run.peak for run in runs)


def ratio(above, below, what="wall"):
    """The median of the rounds' own ratios: what slows a machine for a while slows both sides of a round."""
    return statistics.median(getattr(a, what) / max(1e-9, getattr(b, what)) for a, b in zip(above, below))
