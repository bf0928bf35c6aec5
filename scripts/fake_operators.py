"""Tells which operations depend on the elements of fake tensors: fake_operators.py MODECHECK JOBS [--write | --smoke]

Each operation gets random programs of its own on the subject engine:fake. The specification drops commands whose answer
depends on elements that a fake tensor does not have, for the reason values-not-known.
"""

import concurrent.futures
import json
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
HEAD = """# Which operations of fake tensors depend on data

Made by `scripts/fake-operators --write`: each operation in {programs} random programs on `engine:fake`, beside a few that make
and change tensors. [FAKE_TENSORS.md](FAKE_TENSORS.md) explains fake tensors.

{total} operations were looked at. {full} of them met no command that depends on elements. The others:

| operation | commands that ran | commands that depend on elements |
|---|---:|---:|
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
    if how == "--write":
        PAGE.write_text(page)
    else:
        print(page)
    never = [name for name, ran, dropped in rows if ran == 0 and dropped == 0]
    if never:
        sys.exit(f"never ran on fake tensors: {', '.join(never)}")


if __name__ == "__main__":
    main()
