# SPDX-License-Identifier: Apache-2.0
"""Called by run.sh: measures the rows, prints the table, writes the JSON; with --only it replaces rows of it."""
import argparse
import math
import os
import subprocess
import sys
import time

import rows_build
import rows_peers
import rows_read
import rows_scale
import rows_whole
from inputs import Inputs, Tools
from machine import describe
from measure import Failed, interleaved
from peers import Peers, Unavailable
from table import HEAD, aligned, lines_of, merged, read_json, result_of, took, unmeasured, write_json

ROWS = rows_build.ROWS + rows_whole.ROWS + rows_read.ROWS + rows_scale.ROWS + rows_peers.ROWS


def parsed():
    parser = argparse.ArgumentParser(prog="tests/benchmark/run.sh", allow_abbrev=False)
    parser.add_argument("--quick", action="store_true", help="few repeats, small inputs, no tools from PyPI")
    parser.add_argument("--only", action="append", metavar="WORD", help="the rows whose names hold WORD (repeatable)")
    parser.add_argument("--list", action="store_true", help="list the rows")
    parser.add_argument("--repeats", type=int, metavar="N", help="rounds of a row: 7, with --quick 3")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), metavar="N")
    parser.add_argument("--static", action="store_true", help="the static program's rows, too")
    parser.add_argument("--page", action="store_true", help="alone: puts the last table into docs/performance.md")
    parser.add_argument("--photos", metavar="DIR", help="a folder with images/ and labels.csv")
    for own in ("--programs", "--static-programs", "--work", "--results"):
        parser.add_argument(own, help=argparse.SUPPRESS)
    return parser.parse_args()


def measure(row, tools, inputs, peers, repeats, scratch):
    """The row's lines for the table and its result for the JSON."""
    rounds = max(1, math.ceil(repeats * row.repeats))
    begin = time.monotonic()
    try:
        commands = row.commands(tools, inputs, peers) if row.peer else row.commands(tools, inputs)
        runs = interleaved(commands, rounds, tools.program("stopwatch"), scratch)
    except (Unavailable, Failed, subprocess.CalledProcessError) as error:
        reason = " ".join(str(error).split())
        return [(row.name, row.job, f"NOT MEASURED: {reason}", "", "", "")], unmeasured(row, reason)
    print(f"  {row.name}: {took(runs)}, {rounds} rounds", file=sys.stderr)
    return lines_of(row, runs), result_of(row, runs, time.monotonic() - begin)


def main():
    given = parsed()
    rows = [row for row in ROWS if not given.only or any(word in row.name for word in given.only)]
    if given.quick and not given.only:
        rows = [row for row in rows if not row.peer]
    if not given.static:
        rows = [row for row in rows if not row.static]
    if given.list or not rows:
        print("\n".join(row.name for row in rows or ROWS))
        return 0 if given.list else 2
    tools = Tools(os.path.join(given.programs, "tfrec"), os.path.join(given.programs, "benchmark"), given.threads,
                  given.static_programs)
    inputs = Inputs(tools, os.path.join(given.work, "quick" if given.quick else "full"), given.quick, given.photos)
    machine = describe(tools)
    earlier = read_json(given.results)["rows"] if given.only else []
    lines, results = [HEAD], []
    for row in rows:
        peers = Peers(given.work)
        new, result = measure(row, tools, inputs, peers, given.repeats or (3 if given.quick else 7), inputs.work)
        lines += new
        results.append(result)
        write_json(given.results, machine, merged(earlier, results))  # one that is interrupted loses no row
    print("\n".join(f"{key}: {value}" for key, value in machine.items()), end="\n\n")
    print(aligned(lines))
    missed = [result["row"] for result in results if any(f["met"] is False for f in result.get("figures", []))]
    print(f"\n{given.results}" + (f"\nmissed: {', '.join(missed)}" if missed else ""))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
