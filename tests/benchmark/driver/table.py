# SPDX-License-Identifier: Apache-2.0
"""Results as a table for people and JSON for programs."""
import json
import os

from measure import median, peak

HEAD = ("row", "what", "figure", "value", "reach", "")


def number(value):
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def verdict(figure, value):
    met = figure.met(value)
    return "" if met is None else "ok" if met else "MISSED"


def lines_of(row, runs):
    """The cells of a row's lines: one for each figure."""
    lines = []
    for figure in row.figures:
        value = figure.of(runs)
        first = not lines
        sign = "≤" if figure.at_most else "≥"
        reach = f"{sign} {figure.reach:g}" if figure.reach else ""
        lines.append((row.name if first else "", row.job if first else "", figure.what,
                      f"{number(value)} {figure.unit}".strip(), reach, verdict(figure, value)))
    return lines


def took(runs):
    """Seconds and peak memory of each command: 'tfrec 1.20 s 130 MB'."""
    return ", ".join(f"{name} {median(of):.3g} s {peak(of):.0f} MB" for name, of in runs.items())


def aligned(lines):
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)


def result_of(row, runs, seconds):
    """What the JSON contains of a measured row; `seconds` is how long measuring took."""
    figures = [{"what": figure.what, "value": figure.of(runs), "unit": figure.unit, "reach": figure.reach or None,
                "sense": "at most" if figure.at_most else "at least", "met": figure.met(figure.of(runs))}
               for figure in row.figures]
    commands = {name: {"wall_s": median(of), "cpu_s": median(of, "cpu"), "peak_mb": peak(of),
                       "walls_s": [run.wall for run in of]} for name, of in runs.items()}
    return {"row": row.name, "job": row.job, "figures": figures, "commands": commands, "took_s": round(seconds, 1)}


def unmeasured(row, reason):
    return {"row": row.name, "job": row.job, "not_measured": reason}


def merged(old, new):
    """The rows of an earlier run, in their order, with what `new` has in place of theirs; then what is new."""
    by_name = {result["row"]: result for result in new}
    kept = [by_name.pop(result["row"], result) for result in old]
    return kept + list(by_name.values())


def read_json(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {"machine": {}, "rows": []}


def write_json(path, machine, results):
    with open(path + ".partial", "w", encoding="utf-8") as file:
        json.dump({"machine": machine, "rows": results}, file, indent=1, ensure_ascii=False)
        file.write("\n")
    os.replace(path + ".partial", path)
