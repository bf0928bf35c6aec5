#!/usr/bin/env python3
"""Compares counted instructions with those that were recorded, for scripts/bench-instructions.

    instructions.py FOLDER RECORDED ACCEPTED COMPILER [--write]

FOLDER holds what callgrind wrote: engine.callgrind.* with one dump for each row of the benchmark, the file `iterations`
with the number of calls in each, and checking.callgrind with the full checking of 16,000 commands. RECORDED is
bench/instructions.json, and ACCEPTED is bench/accepted_growth.txt. COMPILER is the first line of `g++ --version`.

Exit codes: 0 no row grew by more than 5 %, 1 one did, 2 callgrind counted nothing, 77 another compiler was recorded.
"""
import json
import pathlib
import re
import sys

MOST_GROWTH = 0.05
COMMANDS = 16000  # of the program replay_speed
TRIGGER = "desc: Trigger: Client Request: "


def summary_of(text):
    """The instructions that a dump of callgrind counted, or None if it has no summary."""
    found = re.search(r"^(?:summary|totals): (\d+)", text, re.MULTILINE)
    return int(found[1]) if found else None


def counted(folder):
    """The instructions of one call of each row, and those of one command under full checking."""
    calls = int((folder / "iterations").read_text())
    rows = {}
    for file in sorted(folder.glob("engine.callgrind.*")):
        text = file.read_text()
        label = next((line[len(TRIGGER):] for line in text.splitlines() if line.startswith(TRIGGER)), None)
        if label is not None and summary_of(text) is not None:
            rows[label] = round(summary_of(text) / calls)
    checking = folder / "checking.callgrind"
    total = summary_of(checking.read_text()) if checking.is_file() else None
    if total:
        rows["full checking of a command"] = round(total / COMMANDS)
    return rows


def accepted_rows(text):
    """The rows of bench/accepted_growth.txt: a row, a tab and a reason on each line. Raises ValueError for another line."""
    out = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        row, _, reason = line.partition("\t")
        if not reason.strip():
            raise ValueError(f"line {number} has no reason: expected a row, a tab and a reason, not {line!r}")
        out[row.strip()] = reason.strip()
    return out


def compare(before, now, accepted):
    """Returns sentences for what is wrong: rows that grew, rows that are gone, and acceptances of what did not grow."""
    wrong = []
    for row, old in before.items():
        new = now.get(row)
        if new is None:
            wrong.append(f"{row}: was {old} instructions and is not measured any more")
            continue
        grew = new > old * (1 + MOST_GROWTH)
        if grew and row not in accepted:
            wrong.append(f"{row}: {old} instructions became {new} ({100 * (new / old - 1):+.1f} %)")
        if not grew and row in accepted:
            wrong.append(f"{row}: its growth is accepted, but it did not grow; take the line out of the accepted ones")
    wrong += [f"{row}: its growth is accepted, but no such row was recorded" for row in accepted if row not in before]
    return wrong


def main(arguments):
    folder, recorded, accepted, compiler = pathlib.Path(arguments[0]), pathlib.Path(arguments[1]), pathlib.Path(arguments[2]), arguments[3]
    now = counted(folder)
    if len(now) < 2:
        print(f"{folder} holds no counts: callgrind counted nothing", file=sys.stderr)
        return 2
    if arguments[4:] == ["--write"]:
        recorded.write_text(json.dumps({"compiler": compiler, "instructions": now}, indent=1, sort_keys=True) + "\n")
        print(f"wrote {recorded}: {len(now)} rows")
        return 0
    before = json.loads(recorded.read_text())
    if before["compiler"] != compiler:
        print(f"{recorded} was recorded with {before['compiler']}, and this is {compiler}: nothing is compared", file=sys.stderr)
        return 77
    wrong = compare(before["instructions"], now, accepted_rows(accepted.read_text()))
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    smaller = [row for row, old in before["instructions"].items() if row in now and now[row] < old * (1 - MOST_GROWTH)]
    new = [row for row in now if row not in before["instructions"]]
    print(f"{len(before['instructions'])} rows compared, {len(wrong)} wrong, {len(smaller)} more than 5 % smaller, {len(new)} new")
    if wrong:
        print("A growth of more than 5 % needs a line in bench/accepted_growth.txt, or scripts/bench-instructions --write.", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
