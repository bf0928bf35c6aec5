"""Runs the rows of the GPU's benchmark on small tensors, on the CPU and on the simulated device. Fails if a row does
not run, or if the rows' names are not those of the table in docs/gpu/H100.md, which shows the measurement.

usage: check_gpu_rows.py PROGRAM TABLE      modecheck_gpu_rows, and docs/gpu/H100.md
"""

import collections
import pathlib
import re
import subprocess
import sys


def names_of_table(file):
    """Returns the first column of the table whose header begins with "row"."""
    text = file.read_text()
    table = re.search(r"^\| row \|.*\n\|[-:|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    if table is None:
        sys.exit(f"{file} has no table that begins with '| row |'")
    return [line.split("|")[1].strip() for line in table[1].splitlines()]


def problems_of(names, wanted, where):
    out = [f"{where}: '{name}' comes {times} times" for name, times in collections.Counter(names).items() if times > 1]
    out += [f"{where}: '{name}' is missing" for name in wanted if name not in names]
    out += [f"{where}: '{name}' is not in the table" for name in names if name not in wanted]
    return out


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, table = sys.argv[1], pathlib.Path(sys.argv[2])
    wanted = names_of_table(table)
    problems = problems_of(wanted, wanted, table)
    for device in ("cpu", "sim"):
        ran = subprocess.run([program, "--smoke", "--device", device], capture_output=True, text=True, timeout=120)
        rows = [line.split("\t") for line in ran.stdout.splitlines()]
        problems += problems_of([row[0] for row in rows], wanted, f"--device {device}")
        problems += [f"--device {device}: {': '.join(row)}" for row in rows
                     if len(row) != 2 or not re.fullmatch(r"\d+\.\d+", row[1])]
        if ran.returncode != 0:
            problems.append(f"--device {device}: it ended with {ran.returncode}\n{ran.stderr[-2000:]}")
    for problem in problems:
        print(problem)
    print(f"{len(wanted)} rows in the table, {len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
