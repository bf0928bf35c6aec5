#!/usr/bin/env python3
"""Searches for each planted fault with libFuzzer alone, for scripts/fuzz-faults, and writes docs/FUZZED_FAULTS.md."""

import argparse
import concurrent.futures
import dataclasses
import pathlib
import shutil
import sys

import finds
import registry
import seeds
import slice_run

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TARGET_OF = {
    "engine:cpu": "programs",
    "engine:sim": "simulated_device",
    "engine:fake": "fake_tensors",
    "starved:cpu": "allocations",
}
NO_FAULT = 0  # with this number no fault is switched on
WANTED = 0.95  # the share of the faults that the fuzzer must find with an empty corpus

TEXT = """# Faults that fuzzing finds

Made by `scripts/fuzz-faults`: each fault of `tests/faults/faults.txt` alone, in the build `fuzz`. libFuzzer searches for it
with one process for at most {seconds} seconds, without any help from `modecheck run`:

- **from nothing**: the corpus is empty;
- **from the programs**: the corpus holds the programs of the repository. Many were written because of a fault.

"Inputs" are those that were judged until the fault was found. The seconds include the start of the process.

| # | fault | what is wrong | from nothing: seconds | inputs | from the programs: seconds | inputs | as |
|---:|---|---|---:|---:|---:|---:|---|
"""


@dataclasses.dataclass
class Fault:
    number: int
    name: str
    what: str
    target: object


@dataclasses.dataclass
class Search:
    """What one search for one fault did."""

    seconds: float
    inputs: int
    cause: str  # why it stopped; empty if it found nothing

    @property
    def columns(self):
        return f"{self.seconds:.1f} | {self.inputs:,}" if self.cause else f"**not found** | {self.inputs:,}"


class Searches:
    """The searches in one build with planted faults."""

    def __init__(self, folder, seconds):
        self.folder, self.seconds = folder, seconds
        self.root = folder / "source"
        self.build = self.root / "build/fuzz"
        self.targets = {target.name: target for target in registry.read(ROOT / "fuzz/targets.json")}
        shutil.rmtree(folder / "seeds", ignore_errors=True)
        self.seeds = seeds.write(self.targets["programs"], folder / "seeds", self.build, self.root)

    def faults(self):
        for line in (self.folder / "list").read_text().splitlines():
            number, name, _, _, what, subject = line.split("\t")
            yield Fault(int(number), name, what, self.targets[TARGET_OF[subject]])

    def search(self, fault, begins_with):
        """Searches for a fault until it is found or the time is over. `begins_with` is a folder of inputs, or None."""
        place = self.folder / "searches" / f"{fault.number}-{fault.target.name}-{'programs' if begins_with else 'nothing'}"
        shutil.rmtree(place, ignore_errors=True)
        (place / "corpus").mkdir(parents=True)
        corpus = [place / "corpus", *([begins_with] if begins_with else [])]
        command = [*slice_run.command_of(fault.target, self.build, corpus, place, None), "-seed=1", f"-max_total_time={self.seconds}"]
        environment = slice_run.environment_of(fault.target, self.root, self.build) | {"MODECHECK_FAULT": str(fault.number)}
        outcome = slice_run.run(command, environment, self.root, place / "log")
        cause = finds.cause_of((place / "log").read_text(errors="replace")) if outcome.status != 0 else ""
        if outcome.status != 0 and not outcome.found:
            cause = f"the process ended with {outcome.status} and left no input"
        if outcome.leaked:
            cause = "memory was lost, as the process saw when it ended"
        return Search(outcome.seconds, outcome.runs, cause)

    def both(self, fault):
        return fault, self.search(fault, None), self.search(fault, self.seeds)


def row(fault, nothing, programs):
    cause = (nothing.cause or programs.cause).replace("|", "\\|")
    as_code = f"`{cause}`" if cause else ""
    return f"| {fault.number} | {fault.name} | {fault.what} | {nothing.columns} | {programs.columns} | {as_code} |"


def nothing_is_found_without_a_fault(searches, jobs):
    """Runs the same searches without a fault. What they find would count for every fault."""
    without = [Fault(NO_FAULT, "no fault", "", searches.targets[name]) for name in TARGET_OF.values()]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for fault, *both in pool.map(searches.both, without):
            for search in both:
                if search.cause:
                    sys.exit(f"without a fault, the target {fault.target.name} stops: {search.cause}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--time", type=int, required=True)
    parser.add_argument("--jobs", type=int, required=True)
    parser.add_argument("--only", action="store_true", help="one fault was planted: the page stays as it is")
    given = parser.parse_args()
    searches = Searches(given.folder.resolve(), given.time)
    nothing_is_found_without_a_fault(searches, given.jobs)
    results = []
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for result in pool.map(searches.both, searches.faults()):
            results.append(result)
            print(row(*result), flush=True)
    found = sum(bool(nothing.cause) for _, nothing, _ in results)
    helped = sum(bool(nothing.cause or programs.cause) for _, nothing, programs in results)
    share = found / len(results)
    total = (f"{found} of {len(results)} faults ({100 * share:.1f} %) were found from nothing within {given.time} seconds each, "
             f"and {helped} from nothing or from the programs.")
    print(total)
    if not given.only:
        (ROOT / "docs/FUZZED_FAULTS.md").write_text(TEXT.format(seconds=given.time) + "\n".join(row(*result) for result in results) + f"\n\n{total}\n")
    sys.exit(0 if share >= WANTED else 1)


if __name__ == "__main__":
    main()
