"""Draws the layers: a picture made from the table of tests/layering/layering_test.cpp, which a test holds against the includes.

usage: layers.py OUT MODECHECK
"""

import html
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
WIDTH, BOX, GAP, CHIP = 760, 92, 46, 22
# What each layer is for, in the words of README.md's diagram.
FOR = {
    "spec": "operators, programs, rules, the executable model",
    "engine": "tensors, dispatcher, guards, autograd, kernels",
    "examples": "code to copy",
    "reference": "independent numbers and derivatives",
    "subjects": "adapters to what is judged",
    "properties": "generate, run in lockstep, compare, shrink, report",
    "cli": "the command: verbs, options, output",
    "fuzz": "the libFuzzer target",
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
        parts.setdefault(top, [])
        uses.setdefault(top, set())
        name = rest.strip("/").split("/")[0]
        if name and "." not in name and name not in parts[top]:
            parts[top].append(name)
        # The benchmarks use a helper of the tests, which is below both.
        uses[top] |= {path.split("/")[0] for path in allowed if path != "tests/support/"} - {top}
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


def box(layer, parts, x, y, width):
    chips, at, row = [], 10, 0
    for part in parts:
        wide = 7 * len(part) + 14
        if at + wide > width - 10:
            at, row = 10, row + 1
        if row > 1:
            break
        chips.append(f'<rect class="chip" x="{x + at}" y="{y + 44 + row * CHIP}" width="{wide}" height="{CHIP - 5}" rx="8"/>'
                     f'<text class="small" x="{x + at + wide / 2}" y="{y + 56.5 + row * CHIP}">{html.escape(part)}</text>')
        at += wide + 5
    return (f'<g><rect class="box" x="{x}" y="{y}" width="{width}" height="{BOX}" rx="10"/>'
            f'<text class="name" x="{x + 12}" y="{y + 20}">{layer}</text>'
            f'<text class="what" x="{x + 12}" y="{y + 36}">{html.escape(FOR[layer])}</text>{"".join(chips)}</g>')


def picture(rows):
    parts, uses = layers(rows)
    unknown = set(parts) ^ set(FOR)
    if unknown:
        sys.exit(f"layers.py says nothing of the folders {', '.join(sorted(unknown))}")
    level = heights(uses)
    top = max(level.values())
    places, boxes = {}, []
    for number in range(top + 1):
        row = [layer for layer in FOR if level[layer] == number]
        width = (WIDTH - 20 * (len(row) - 1)) / len(row)
        for i, layer in enumerate(row):
            x, y = i * (width + 20), (top - number) * (BOX + GAP) + 10
            places[layer] = (x, y, width)
            boxes.append(box(layer, parts[layer], x, y, width))
    lines = []
    for layer, below in closest(uses).items():
        x, y, width = places[layer]
        for i, near in enumerate(sorted(below)):
            nx, ny, nwidth = places[near]
            begin = x + width * (i + 1) / (len(below) + 1)
            end = min(max(begin, nx + 24), nx + nwidth - 24)
            half = (y + BOX + ny) / 2
            lines.append(f'<path class="use" d="M{begin:.0f} {y + BOX} C{begin:.0f} {half:.0f} {end:.0f} {half:.0f} {end:.0f} {ny - 6}"/>')
    high = (top + 1) * (BOX + GAP)
    return (f'<svg class="layers" viewBox="0 0 {WIDTH} {high - GAP + 20}" role="img" aria-label="The layers and which uses which" '
            'xmlns="http://www.w3.org/2000/svg"><defs><marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" '
            'markerHeight="7" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>'
            f'{"".join(lines)}{"".join(boxes)}</svg>')


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
