"""Puts the lines of tests/operators/toy_operator.patch into the page about adding an operator.

usage: toy_operator.py OUT MODECHECK
"""

import pathlib
import re
import sys

PATCH = pathlib.Path(__file__).resolve().parents[3] / "tests/operators/toy_operator.patch"
PLACE = re.compile(r"<!-- hunk: (\S+) (\d+) -->")


def hunks(text):
    """The hunks of each file of a patch, without their headers."""
    out, file = {}, None
    for line in text.splitlines():
        if line.startswith("+++ b/"):
            file = out.setdefault(line.removeprefix("+++ b/"), [])
        elif line.startswith("@@"):
            file.append([])
        elif file and not line.startswith("--- "):
            file[-1].append(line)
    return out


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    page = pathlib.Path(sys.argv[1]) / "adding-an-operator.md"
    parts = hunks(PATCH.read_text())
    shown = set()

    def hunk(match):
        file, number = match[1], int(match[2])
        if not 0 < number <= len(parts.get(file, [])):
            sys.exit(f"adding-an-operator.md asks for hunk {number} of {file}, and the patch has {len(parts.get(file, []))}")
        shown.add((file, number))
        lines = parts[file][number - 1]
        changed = [i for i, line in enumerate(lines) if line.startswith(("+", "-"))]
        return "```diff\n" + "\n".join(lines[max(0, changed[0] - 1):changed[-1] + 2]).rstrip() + "\n```"

    page.write_text(PLACE.sub(hunk, page.read_text()))
    missing = {(file, i + 1) for file, found in parts.items() for i in range(len(found))} - shown
    if missing:
        sys.exit(f"adding-an-operator.md does not show {sorted(missing)} of {PATCH.name}")


if __name__ == "__main__":
    main()
