# SPDX-License-Identifier: Apache-2.0
"""Puts the table of a run into the page, between its two marks: page.py RESULTS.json PAGE.md"""
import json
import os
import sys

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


def times(commands):
    return "<br>".join(f"{name} {seconds(of['wall_s'])}, {of['peak_mb']:.0f} MB" for name, of in commands.items())


def figure_cells(figure):
    sign = "≤" if figure["sense"] == "at most" else "≥"
    reach = f"{sign} {figure['reach']:g} {figure['unit']}".strip() if figure["reach"] else ""
    met = {True: "met", False: "**missed**", None: ""}[figure["met"]]
    return figure["what"], f"{number(figure['value'])} {figure['unit']}".strip(), reach, met


def row_line(row):
    if "not_measured" in row:
        return f"| `{row['row']}` | {row['job']} | not measured: {row['not_measured'][:120]} | | | | |"
    columns = ["<br>".join(cells) for cells in zip(*map(figure_cells, row["figures"]))]
    return f"| `{row['row']}` | {row['job']} | {times(row['commands'])} | " + " | ".join(columns) + " |"


def table(results):
    head = ["| row | job | median time, peak memory | figure | value | reach | |", "|---|---|---|---|---|---|---|"]
    return "\n".join([machine_line(results["machine"]), "", *head, *map(row_line, results["rows"])])


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
