"""Draws the layers: a picture made from the table of tests/layering/layering_test.cpp, which a test holds against the includes.

usage: layers.py OUT MODECHECK
"""

import html
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
WIDTH, GAP, CHIP, PASS = 760, 40, 22, 40
# What each layer is for, in the words of README.md's diagram.
FOR = {
    "spec": "operators, programs, rules, the executable model",
    "engine": "tensors, dispatcher, guards, autograd, kernels",
    "examples": "code to copy",
    "reference": "independent numbers and derivatives",
    "subjects": "adapters to what is judged",
    "audit": "runs users' scripts and models",
    "properties": "generate, run in lockstep, compare, shrink, report",
    "cli": "the command: verbs, options, output",
    "harness": "checks for the tests of others",
    "fuzz": "the libFuzzer targets",
    "bench": "benchmarks",
    "tests": "tests of all layers",
}


def table(text):
    """The folders that each folder may include, as the test lists them."""
    out = {}
    for folder, allowed in re.findall(r'^      \{"([\w/.]+)",\s*\{([^}]*)\}\}', text, re.MULTILINE):
        out[folder] = re.findall(r'"([\w/.]+)"', allowed)
    return out


def layers(rows):
    """The folders at the root: what each contains, and which others it uses."""
    parts, uses = {}, {}
    for folder, allowed in rows.items():
        top, _, rest = folder.partition("/")
        if top == "docs":
            continue  # the playground of the site is no layer
        parts.setdefault(top, [])
        uses.setdefault(top, set())
        name = rest.strip("/").split("/")[0]
        if name and "." not in name and name not in parts[top]:
            parts[top].append(name)
        # The benchmarks use a helper of the tests, which is below both.
        uses[top] |= {path.split("/")[0] for path in allowed if path != "tests/support/"} - {top, "docs"}
    return parts, uses


def heights(uses):
    """How many layers lie below each: one more than below the highest that it uses."""
    out = {}

    def height(layer):
        if layer not in out:
            out[layer] = -1
            out[layer] = 1 + max((height(below) for below in uses[layer]), default=-1)
        return out[layer]

    for layer in uses:
        height(layer)
    return out


def closest(uses):
    """The uses without those that another use brings along: one arrow for each is enough."""
    def reach(layer):
        return uses[layer] | {far for near in uses[layer] for far in reach(near)}

    return {layer: {near for near in below if not any(near in reach(other) for other in below)}
            for layer, below in uses.items()}


def rows_of(parts, width):
    """The parts of a layer in rows that fit into its box."""
    out, at = [], width
    for part in parts:
        wide = 7 * len(part) + 14
        if at + wide > width - 10:
            out.append([])
            at = 10
        out[-1].append((part, at, wide))
        at += wide + 5
    return out


def box(layer, rows, x, y, width, high):
    chips = [f'<rect class="chip" x="{x + at:.0f}" y="{y + 44 + row * CHIP:.0f}" width="{wide}" height="{CHIP - 5}" rx="8"/>'
             f'<text class="small" x="{x + at + wide / 2:.0f}" y="{y + 56.5 + row * CHIP:.1f}">{html.escape(part)}</text>'
             for row, chosen in enumerate(rows) for part, at, wide in chosen]
    return (f'<g><rect class="box" x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{high}" rx="10"/>'
            f'<text class="name" x="{x + 12:.0f}" y="{y + 20:.0f}">{layer}</text>'
            f'<text class="what" x="{x + 12:.0f}" y="{y + 36:.0f}">{html.escape(FOR[layer])}</text>{"".join(chips)}</g>')


def place(parts, uses, level):
    """Position and rows of each layer's box. An arrow that passes a level has room at the right of its boxes."""
    out, y = {}, 4
    for number in range(max(level.values()), -1, -1):
        row = [layer for layer in FOR if level[layer] == number]
        passing = sum(level[layer] > number > level[near] for layer, below in uses.items() for near in below)
        width = (WIDTH - PASS * passing - 20 * (len(row) - 1)) / len(row)
        fitted = {layer: rows_of(parts[layer], width) for layer in row}
        high = 48 + CHIP * max(map(len, fitted.values()))
        for i, layer in enumerate(row):
            out[layer] = (i * (width + 20), y, width, high, fitted[layer])
        y += high + GAP
    return out, y - GAP + 4


def arrows(places, uses, level):
    out = []
    for layer, below in uses.items():
        x, y, width, high, _ = places[layer]
        order = sorted(below, key=lambda near: places[near][0])
        for i, near in enumerate(order):
            nx, ny, nwidth, _, _ = places[near]
            begin = x + width * (i + 1) / (len(order) + 1)
            end = min(max(begin, nx + 24), nx + nwidth - 24)
            if level[layer] - level[near] > 1:
                begin = end = WIDTH - PASS / 2
            half = (y + high + ny) / 2
            out.append(f'<path class="use" d="M{begin:.0f} {y + high} C{begin:.0f} {half:.0f} {end:.0f} {half:.0f} {end:.0f} {ny - 3:.0f}"/>')
    return out


def picture(rows):
    parts, uses = layers(rows)
    unknown = set(parts) ^ set(FOR)
    if unknown:
        sys.exit(f"layers.py and the table of the layers do not both name {', '.join(sorted(unknown))}")
    level = heights(uses)
    near = closest(uses)
    places, high = place(parts, near, level)
    boxes = [box(layer, rows, x, y, width, tall) for layer, (x, y, width, tall, rows) in places.items()]
    return (f'<div class="layers"><svg class="layers" viewBox="-2 0 {WIDTH + 4} {high}" role="img" aria-label="The layers and which uses which" '
            'xmlns="http://www.w3.org/2000/svg"><defs><marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" '
            'markerHeight="7" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>'
            f'{"".join(arrows(places, near, level))}{"".join(boxes)}</svg></div>')


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    rows = table((ROOT / "tests/layering/layering_test.cpp").read_text())
    if len(rows) < 40:
        sys.exit(f"layers.py reads {len(rows)} rows of the table of tests/layering/layering_test.cpp, and there are more")
    page = pathlib.Path(sys.argv[1]) / "architecture.md"
    text = page.read_text()
    if text.count("<!-- the picture of the layers -->") != 1:
        sys.exit("architecture.md has no place for the picture of the layers")
    page.write_text(text.replace("<!-- the picture of the layers -->", picture(rows)))


if __name__ == "__main__":
    main()
