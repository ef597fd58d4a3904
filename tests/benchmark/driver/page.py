# SPDX-License-Identifier: Apache-2.0
"""Puts the table of a run into the page, between its two marks: page.py RESULTS.json PAGE.md"""
import json
import os
import sys

# Variants of other rows: the page has them only if they miss their targets.
VARIANTS = {"build-photos", "build-reduced", "build-copy-large", "build-copy-structure-large", "build-structure-full",
            "build-threads", "build-pinned", "build-masks-size", "whole-60-static", "whole-1k-static", "verify-framing",
            "verify-pixels-large", "start-version", "memory-limit", "memory-time", "peer-tensorflow",
            "peer-pool-1k-static", "peer-pool-5k-static"}
BEGIN, END = "<!-- table: tests/benchmark/driver/page.py -->", "<!-- end of table -->"


def number(value):
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def machine_line(machine):
    processor = machine["processor"] + (", virtual" if machine["virtual"] else "")
    return (f"Measured on {machine['date']} with {machine['tfrec']}: {machine['cores']} cores ({processor}), "
            f"{machine['threads']} threads, {machine['memory_gb']} GB of memory, {machine['system']}, kernel "
            f"{machine['kernel']}, GCC {machine['compiler'].split()[-1]}; load at its start {machine['load_at_start']}.")


def seconds(value):
    return f"{number(1000 * value)} ms" if value < 0.1 else f"{number(value)} s"


def tfrec_time(commands):
    """The first command of a row is tfrec's."""
    return seconds(next(iter(commands.values()))["wall_s"])


def figure_text(figure):
    """A ratio of another program's time to tfrec's goes without its name, which the page explains."""
    unit = figure["unit"].removesuffix("×")
    value = f"{number(figure['value'])} {unit}".strip()
    return value if figure["what"].endswith("/ tfrec") else f"{value} {figure['what']}"


def target_text(figure):
    if not figure["reach"]:
        return ""
    missed = "" if figure["met"] else " **missed**"
    return ("≤ " if figure["sense"] == "at most" else "≥ ") + f"{figure['reach']:g}{missed}"


def row_line(row):
    if "not_measured" in row:
        return f"| `{row['row']}` | {row['job']} | not measured: {row['not_measured'][:120]} | | |"
    figures = [figure for figure in row["figures"] if figure["reach"]] or row["figures"][:1]
    cells = (tfrec_time(row["commands"]), *(", ".join(map(text, figures)) for text in (figure_text, target_text)))
    return f"| `{row['row']}` | {row['job']} | " + " | ".join(cells) + " |"


def is_listed(row):
    return row["row"] not in VARIANTS or any(figure["met"] is False for figure in row.get("figures", []))


def table(results):
    head = ["| row | job | tfrec | figure | target |", "|---|---|---|---|---|"]
    return "\n".join([machine_line(results["machine"]), "", *head, *map(row_line, filter(is_listed, results["rows"]))])


def main():
    path = sys.argv[2]
    with open(sys.argv[1], encoding="utf-8") as file:
        results = json.load(file)
    with open(path, encoding="utf-8") as file:
        before, rest = file.read().split(BEGIN)
    after = rest.split(END)[1]
    with open(path + ".partial", "w", encoding="utf-8") as file:
        file.write(f"{before}{BEGIN}\n\n{table(results)}\n\n{END}{after}")
    os.replace(path + ".partial", path)


if __name__ == "__main__":
    main()
