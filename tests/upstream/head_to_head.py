"""Runs PyTorch's own tests with each planted fault, or with each mutant, and writes docs/HEAD_TO_HEAD.md.

usage: head_to_head.py faults|mutants FOLDER FILE...
  FOLDER  where scripts/faults or scripts/mutate made its copy; FOLDER/source/build/upstream-tests/built has the programs
          of the tests, and what they printed without a fault
"""

import collections
import concurrent.futures
import dataclasses
import json
import resource
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import table

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/HEAD_TO_HEAD.md"
LIMIT = 120  # seconds for one program of tests; a program that takes longer counts as a find
MEMORY = 16_000_000_000  # bytes for one program of tests, so that a change that never stops allocating ends
NO_CHANGE = 0  # with this number no fault and no mutant is switched on
# The searches of scripts/mutate that draw or enumerate programs. The others replay programs, of which some were written
# because of a mutant.
SEARCHES = ("run", "short", "sim", "meta")
VARIABLE = {"faults": "MODECHECK_FAULT", "mutants": "MODECHECK_MUTANT"}
HEADINGS = {"faults": "## Planted faults", "mutants": "## Mutants"}
INTRODUCTION = """# PyTorch's own tests and a campaign, head to head

Made by `scripts/head-to-head`: the tests of PyTorch 1.13.1 about the mode, grad mode, autograd, tensors and indexing are compiled
against the engine. Each planted fault or mutant of the engine is switched on alone, and the tests look for it. Beside them
stands what a campaign found. The tests were written to guard PyTorch while it changes, and not to find these faults.
"""
NOT_MEASURED = "This part was not measured.\n"


@dataclasses.dataclass
class Change:
    """A fault or a mutant of the engine."""

    number: int
    group: str  # its area or kind
    by_campaign: bool


def faults(folder):
    found = {}
    for line in (ROOT / "docs/FAULTS.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 8 and cells[0].isdigit():
            found[cells[1]] = cells[5].isdigit()
    for line in (folder / "list").read_text().splitlines():
        number, name, area, file, _, subject = line.split("\t")
        if file.startswith("engine/") and subject == "engine:cpu":
            if name not in found:
                sys.exit(f"docs/FAULTS.md has no row of {name}; run scripts/faults first")
            yield Change(int(number), area, found[name])


def mutants(folder):
    for one in json.loads((folder / "mutants.json").read_text()):
        if one["area"] == "engine" and one["fate"] in ("killed", "unseen"):
            yield Change(one["number"], one["kind"], one["fate"] == "killed" and one["leg"] in SEARCHES)


class Tests:
    """The programs of PyTorch's tests in a copy of the engine."""

    def __init__(self, part, folder, files):
        self.variable = VARIABLE[part]
        self.programs = {file: folder / "source/build/upstream-tests/built" / file for file in files}
        self.passed = {file: self.passing(program.with_suffix(".log").read_text(errors="replace")) for file, program in self.programs.items()}
        self.count = sum(len(passed) for passed in self.passed.values())

    @staticmethod
    def passing(log):
        return {test for word, test in table.ENDED.findall(log) if word == "OK"}

    def find(self, change):
        """Returns the names of the files of which a test fails that passes without the change."""
        out = []
        for file, program in self.programs.items():
            with tempfile.TemporaryFile() as printed:
                try:
                    subprocess.run([program], stdout=printed, stderr=subprocess.DEVNULL, timeout=LIMIT, preexec_fn=limit_memory,
                                   env=os.environ | {self.variable: str(change.number)})
                    printed.seek(0)
                    fewer = self.passed[file] - self.passing(printed.read().decode(errors="replace"))
                except subprocess.TimeoutExpired:
                    fewer = self.passed[file]
            if fewer:
                out.append(file)
        return out


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def section(part, tests, results):
    name = {"faults": "area", "mutants": "kind"}[part]
    groups = collections.defaultdict(lambda: [0, 0, 0, 0])
    by_file = collections.Counter(file for _, files in results for file in files)
    for change, files in results:
        for group in (change.group, "all"):
            row = groups[group]
            row[0] += 1
            row[1] += change.by_campaign
            row[2] += bool(files)
            row[3] += bool(files) and not change.by_campaign
    out = [f"{HEADINGS[part]}\n",
           {"faults": "The faults of the engine in [FAULTS.md](FAULTS.md) that show on the CPU. The campaign is the one of that page.",
            "mutants": "The mutants of the engine in [MUTANTS.md](MUTANTS.md) that programs run and that are not equivalent. Of the campaign of "
                       "that page only the random and the exhaustive searches count, not the programs that were written before."}[part] + "\n",
           f"| {name} | number | found by the campaign | found by PyTorch's {tests.count} tests | by the tests alone |", "|---|---:|---:|---:|---:|"]
    for group in [*sorted(set(groups) - {"all"}), "all"]:
        row = groups[group]
        shares = [f"{part_of} ({100 * part_of / row[0]:.0f} %)" for part_of in row[1:3]]
        out.append(f"| {group} | {row[0]} | {shares[0]} | {shares[1]} | {row[3]} |")
    told = ", ".join(f"`{file}` {by_file[file]}" for file in tests.programs)
    return "\n".join(out) + f"\n\nBy file of tests: {told}.\n"


def write(part, text):
    """Writes the page. The other part keeps its text."""
    old = PAGE.read_text() if PAGE.exists() else ""
    parts = {}
    for name, heading in HEADINGS.items():
        there = re.search(re.escape(heading) + r"\n.*?(?=\n## |\Z)", old, re.DOTALL)
        parts[name] = there[0].rstrip() + "\n" if there else f"{heading}\n\n{NOT_MEASURED}"
    parts[part] = text
    PAGE.write_text(INTRODUCTION + "\n" + "\n".join(parts.values()))


def main(arguments):
    part, folder, *files = arguments
    folder = pathlib.Path(folder)
    tests = Tests(part, folder, files)
    if not tests.count:
        sys.exit("no test passes without a fault; see scripts/upstream-tests")
    changes = list({"faults": faults, "mutants": mutants}[part](folder))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        # A test that fails now and then would count for every change.
        for files_failed in pool.map(tests.find, [Change(NO_CHANGE, "", False)] * (2 * os.cpu_count())):
            if files_failed:
                sys.exit(f"without a change, tests of {', '.join(files_failed)} fail that passed before")
        results = list(zip(changes, pool.map(tests.find, changes)))
    text = section(part, tests, results)
    write(part, text)
    print(text)


if __name__ == "__main__":
    main(sys.argv[1:])
