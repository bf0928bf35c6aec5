"""Tells which operations depend on the elements of fake tensors: fake_operators.py MODECHECK JOBS [--write | --smoke]

Each operation gets random programs of its own on the subject engine:fake. The specification drops commands whose answer
depends on elements that a fake tensor does not have, for the reason values-not-known.

Then it counts which operations have no rule for symbolic sizes, in random programs of all operations.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = pathlib.Path("docs/FAKE_OPERATORS.md")
REASON = "values-not-known"
# What makes and changes tensors of all kinds, and never depends on elements.
COMPANIONS = ["leaf", "t", "to.dtype", "InferenceMode", "NoGradGuard", "capture_state", "leave"]
SMOKE = ("add.Tensor", "mm", "nonzero")
HEAD = """# Which operations of fake tensors depend on data, and which have no rule for symbolic sizes

Made by `scripts/fake-operators --write`: each operation in {programs} random programs on `engine:fake`, beside a few that make
and change tensors. [FAKE_TENSORS.md](FAKE_TENSORS.md) explains fake tensors.

{total} operations were looked at. {full} of them met no command that depends on elements. The others:

| operation | commands that ran | commands that depend on elements |
|---|---:|---:|
"""
SYMBOLS = """
## Which operations have no rule for symbolic sizes

Of {programs} random programs, {symbolic} had inputs with symbols. In {free} of these ({share:.1f} %), every operation had a rule.
{others} ran once more with other sizes of which all guards are true. {fixed} had a guard that makes a symbol a number: a program
that mixes sizes with numbers needs one. In the others, the sizes of the arguments became numbers at these operations:

| operation | programs |
|---|---:|
"""


def run(modecheck, only, programs):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "run.json"
        command = [modecheck, "run", "--subjects", "engine:fake", "--programs", str(programs), "--seed", "1"]
        command += ["--jobs", "1", "--no-controls", "--json", str(out), "--only", ",".join(only)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            sys.exit(f"{' '.join(command)} exits with {result.returncode}:\n{result.stdout}{result.stderr}")
        return json.loads(out.read_text())


def look_at(modecheck, operation, programs):
    report = run(modecheck, [operation, *(one for one in COMPANIONS if one != operation)], programs)
    ran = sum(one["run"] for one in report["operations"] if one["name"] == operation)
    dropped = sum(one["commands"] for one in report["dropped"] if one["reason"] == REASON)
    return operation, ran, dropped


def without_a_rule(modecheck, jobs, programs):
    """Returns the section on symbolic sizes. Each line of the file is: symbols, those that became numbers, whether there
    were other sizes, and the operations without a rule (subjects/adapter/fake_program.h)."""
    with tempfile.TemporaryDirectory() as folder:
        lines = pathlib.Path(folder) / "lines"
        lines.touch()
        command = [modecheck, "run", "--subjects", "engine:fake", "--programs", str(programs), "--seed", "1"]
        result = subprocess.run([*command, "--jobs", str(jobs), "--no-controls"], capture_output=True, text=True,
                                check=False, env=dict(os.environ, MODECHECK_SYMBOLIC_SIZES=str(lines)))
        if result.returncode != 0:
            sys.exit(f"{' '.join(command)} exits with {result.returncode}:\n{result.stdout}{result.stderr}")
        rows = [line.split() for line in lines.read_text().splitlines()]
    if len(rows) < programs // 10:
        sys.exit(f"only {len(rows)} of {programs} programs say something of their symbols")
    counts = collections.Counter(name for row in rows for name in row[3:])
    free = sum(len(row) == 3 for row in rows)
    text = SYMBOLS.format(programs=f"{programs:,}", symbolic=f"{len(rows):,}", free=f"{free:,}",
                          share=100 * free / len(rows), others=f"{sum(row[2] == 'yes' for row in rows):,}",
                          fixed=f"{sum(row[1] != '0' for row in rows):,}")
    return text + "".join(f"| `{name}` | {count:,} |\n" for name, count in counts.most_common())


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    modecheck, jobs, how = sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) == 4 else ""
    listed = subprocess.run([modecheck, "operators"], capture_output=True, text=True, check=True).stdout
    names = re.findall(r"^[a-z_]+ {2,}(\S+) {2,}\S", listed.split("\n", 1)[1], re.MULTILINE)
    programs = 20 if how == "--smoke" else 100
    if how == "--smoke":
        names = [name for name in names if name in SMOKE]
    if len(names) < len(SMOKE):
        sys.exit(f"`{modecheck} operators` lists {len(names)} operations; what it prints has perhaps another form now")
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        rows = list(pool.map(lambda name: look_at(modecheck, name, programs), names))
    dependent = [row for row in rows if row[2] > 0]
    page = HEAD.format(programs=programs, total=len(rows), full=len(rows) - len(dependent))
    page += "".join(f"| `{name}` | {ran:,} | {dropped:,} |\n" for name, ran, dropped in dependent)
    page += without_a_rule(modecheck, jobs, 500 if how == "--smoke" else 20000)
    if how == "--write":
        PAGE.write_text(page)
    else:
        print(page)
    never = [name for name, ran, dropped in rows if ran == 0 and dropped == 0]
    if never:
        sys.exit(f"never ran on fake tensors: {', '.join(never)}")


if __name__ == "__main__":
    main()
