#!/usr/bin/env python3
"""Writes the page of benchmarks: the figures of docs/BENCHMARKS.md, docs/MODE_COSTS.md and docs/gpu/ as charts.

usage: benchmarks.py OUT_FOLDER MODECHECK_BINARY
"""

import pathlib
import re
import sys

from shared import chart, markup
from shared.tables import fact, number, read_tables, table_with

SOURCE = pathlib.Path(__file__).resolve().parents[3]
BENCHMARKS = SOURCE / "docs/BENCHMARKS.md"
COSTS = SOURCE / "docs/MODE_COSTS.md"
# The widths of the classes, in per cent saved, of the chart of what InferenceMode saves.
CLASSES = (0, 2, 5, 10, 15, 20, 30, 50, 100)


def harness(tables):
    rows = table_with(tables, "what", "commands/s").dicts()
    shown = [(row["what"].partition(":")[0] if "expected trace" in row["what"] else row["what"], [number(row["commands/s"])])
             for row in rows if number(row["commands/s"])]
    shown = [(name.replace("full checking: model, reference and ", "judging ").replace(", observation included", ""), value)
             for name, value in shown]
    text = "## How fast programs are judged\n\n"
    text += markup.raw(chart.bars(shown, "Commands a second, on one thread. The axis is logarithmic.", logarithmic=True,
                                  show=lambda value: f"{value:,.0f}"))
    # The words are shortened so that a label fits on a narrow screen.
    shorter = {", but for": ", without the two below", "guards left by an exception": "left guards"}
    parts = []
    for row in table_with(tables, "part", "share").dicts():
        name = row["part"]
        for long, short in shorter.items():
            name = name.replace(long, short)
        if not name.startswith("full"):
            parts.append((name, [number(row["share"])]))
    text += "\n### Where the time goes\n\n" + markup.raw(
        chart.bars(parts, "Where the instructions of full checking of engine:cpu go.", unit=" %"))
    return text + "\n### Shrinking\n\n" + shrinking(tables)


def shrinking(tables):
    table = table_with(tables, "when shrunk", "to the end")
    return ("A program that shows a fault is shrunk before it is reported. The table is of programs in which the canary differs.\n\n" +
            markup.table(table.header, table.rows, numbers=range(len(table.header))) + "\n")


def small_operators(tables):
    table = table_with(tables, "row", "mode", "instructions: engine")
    columns = {name: place for place, name in enumerate(table.header)}
    # The columns after "instructions: engine" are libtorch's, and the ratio.
    engine = columns["ns: engine"]
    modes = list(dict.fromkeys(row[columns["mode"]] for row in table.rows))
    text = "## Small operators\n\n" + fact(BENCHMARKS, r"^(Geometric mean of libtorch / engine[^\n]*)") + "\n\n"
    for mode in modes:
        # The rows of operators name a size; the others are guards, which stand in a chart of their own.
        rows = [(row[0], [number(row[engine]), number(row[engine + 1])]) for row in table.rows
                if row[columns["mode"]] == mode and re.search(r"\d", row[0])]
        heading = {"normal": "Normal tensors", "NoGrad": "Under NoGradGuard", "requires grad": "A gradient is required"}.get(mode, mode)
        text += f"### {heading}\n\n" + markup.raw(chart.bars(
            rows, "Nanoseconds of one call. The axis is logarithmic, and shorter is faster.", legend=("engine", "libtorch 1.13.1"),
            logarithmic=True)) + "\n"
    guards = [(row[0], [number(row[engine]), number(row[engine + 1])]) for row in table.rows if not re.search(r"\d", row[0])]
    return text + "### Guards\n\n" + markup.raw(chart.bars(
        guards, "Nanoseconds to enter and leave a guard.", legend=("engine", "libtorch 1.13.1"))) + "\n"


def large_operators(tables):
    rows = [(row["row"], [number(row["libtorch / engine"])]) for row in table_with(tables, "row", "engine, ms").dicts()]
    text = "## Large operators on the CPU\n\n" + fact(BENCHMARKS, r"^(On all \d+ processors[^\n]*)") + "\n\n"
    return text + markup.raw(ratio_chart(rows, "libtorch's time divided by the engine's. Right of the line the engine is faster."))


def ratio_chart(rows, caption):
    return chart.bars(rows, caption, logarithmic=True, one=1.0, show=lambda value: f"{value:.2g}" if value < 1 else f"{value:.2f}",
                      colours=lambda value: "c" if value >= 1 else "b")


def mode_costs():
    tables = read_tables(COSTS)
    rows = [(row["operator"].strip("`"), number(row["saved"])) for row in table_with(tables, "operator", "saved").dicts()]
    text = "## What InferenceMode saves\n\n" + " ".join(
        fact(COSTS, r"^(\d+ operators; inside the mode[^\n]*)").split()) + (
        " A call was counted outside the mode on normal tensors, and inside it on inference tensors of 2 x 2 elements.\n\n")
    classes = []
    for low, high in zip(CLASSES, CLASSES[1:]):
        classes.append((f"{low} to {high} %", [float(sum(1 for _, saved in rows if low <= saved < high))]))
    below = sum(1 for _, saved in rows if saved < 0)
    if below:
        classes.insert(0, ("less than 0", [float(below)]))
    text += markup.raw(chart.bars([one for one in classes if one[1][0]], "Operators by the share of instructions that the mode saves.",
                                  show=lambda value: f"{value:.0f}")) + "\n"
    text += "[The costs of every operator](mode-costs.md) are a page of their own. \n\n"
    most = sorted(rows, key=lambda row: (-row[1], row[0]))[:15]
    return text + markup.raw(chart.bars([(name, [saved]) for name, saved in most],
                                        "The operators that gain most: views and small in-place writes.", unit=" %")) + "\n"


def gpu_page(file):
    """The section of one GPU, and nothing if the document has no table of ratios."""
    tables = read_tables(file)
    rows = [(row["row"], [max(number(row["PyTorch"]) / number(row["engine"]), 1e-4)]) for row in table_with(tables, "row", "engine", "PyTorch").dicts()]
    rows.sort(key=lambda row: (row[1][0], row[0]))
    name = fact(file, r"^# On an (\S+)")
    text = f"### {name}\n\n" + fact(file, r"^(Measured on [\d-]+)") + ", beside PyTorch " + fact(file, r"PyTorch ([\d.]+) for CUDA") + ".\n\n"
    for what, chosen in (("Large operators", [row for row in rows if not row[0].startswith("small")]),
                         ("Small operators", [row for row in rows if row[0].startswith("small")])):
        text += markup.raw(ratio_chart(chosen, f"{what} on the {name}: PyTorch's time divided by the engine's. Right of the line "
                                       "the engine is faster.")) + "\n"
    for table in tables:
        if "GB/s" in table.header:
            shown = [(row["operator"], [number(row["GB/s"])]) for row in table.dicts()]
            text += markup.raw(chart.bars(shown, f"{name}: bandwidth in GB/s, float32, 1 GiB for each operand.")) + "\n"
        if table.header[:1] == ["dtype"] and "Tflop/s" in table.header:
            shown = [(row["dtype"], [number(row["Tflop/s"])]) for row in table.dicts()]
            what = "products of square matrices" if number(table.rows[0][1]) > 1 else "batches of small products"
            text += markup.raw(chart.bars(shown, f"{name}: Tflop/s of {what}.")) + "\n"
    return text


def page():
    tables = read_tables(BENCHMARKS)
    machine = fact(BENCHMARKS, r"^(\S.*g\+\+.*)$")
    text = "# Benchmarks\n\n" + markup.page_head(1) + "\n```{toctree}\n:hidden:\n\nmode-costs\n```\n"
    text += ("\nA campaign is only as good as the number of programs that it judges. So the speed of harness and engine is measured, "
             f"beside libtorch where both do the same.\n\n*CPU:* {machine}\n\n")
    text += harness(tables) + "\n" + small_operators(tables) + large_operators(tables) + "\n" + mode_costs()
    text += "## On a GPU\n\n"
    gpus = [file for file in sorted((SOURCE / "docs/gpu").glob("*.md"), reverse=True) if file.name != "README.md"]
    text += "".join(gpu_page(file) for file in gpus)
    return text + "\nEvery number stands in `docs/BENCHMARKS.md`, `docs/MODE_COSTS.md` and `docs/gpu/` of the sources. `scripts/bench` and `scripts/mode-costs` measure again.\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1])
    markup.copy_assets(out)
    markup.write(out / "benchmarks/index.md", page())
    markup.write(out / "benchmarks/mode-costs.md", COSTS.read_text())


if __name__ == "__main__":
    main()
