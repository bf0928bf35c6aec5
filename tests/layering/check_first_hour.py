#!/usr/bin/env python3
"""Checks the list of files that spec/model/model.h names for the first hour.

check_first_hour.py ROOT [--write]

Each line of the list names a file of spec/model and how many lines it has: `//   kinds.cpp   472  what ...`. There are
eight of them, the figures must be right, and their sum must be at most 1,600. --write corrects the figures.
"""
import pathlib
import re
import sys

FILES = 8
MOST_LINES = 1600
ENTRY = re.compile(r"^(//   )(\w+\.(?:h|cpp)) +(\d+)  (.*)$", re.MULTILINE)


def entries(text):
    """Returns the name and the number of lines of each file in the list."""
    return [(match.group(2), int(match.group(3))) for match in ENTRY.finditer(text)]


def problems(listed, actual):
    """Returns what is wrong with the list. `actual` has the number of lines of each file, or None if the file does not
    exist."""
    out = []
    if len(listed) != FILES:
        out.append(f"model.h lists {len(listed)} files for the first hour, not {FILES}")
    for name, lines in listed:
        if actual[name] is None:
            out.append(f"{name} does not exist")
        elif actual[name] != lines:
            out.append(f"{name} has {actual[name]} lines, and model.h says {lines}")
    total = sum(lines for lines in actual.values() if lines is not None)
    if total > MOST_LINES:
        out.append(f"the files of the first hour have {total} lines together, and may have {MOST_LINES}")
    return out


def count(path):
    return len(path.read_text().splitlines()) if path.exists() else None


def corrected(text, actual):
    width = max(len(name) for name in actual)
    return ENTRY.sub(
        lambda match: f"{match.group(1)}{match.group(2):{width}}  {actual[match.group(2)]:4}  {match.group(4)}", text
    )


def main():
    folder = pathlib.Path(sys.argv[1]) / "spec" / "model"
    header = folder / "model.h"
    listed = entries(header.read_text())
    actual = {name: count(folder / name) for name, _ in listed}
    if "--write" in sys.argv[2:]:
        header.write_text(corrected(header.read_text(), actual))
        listed = list(actual.items())
    found = problems(listed, actual)
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
