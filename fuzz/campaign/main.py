#!/usr/bin/env python3
"""Runs a fuzzing campaign over the targets of fuzz/targets.json, for scripts/fuzz, which builds them."""

import argparse
import pathlib
import re
import subprocess
import sys
import time

import coverage
import document
import finds
import page
import registry
from campaign import Campaign, say

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}


def seconds(text):
    match = re.fullmatch(r"(\d+)([smh]?)", text)
    if not match or int(match[1]) == 0:
        raise argparse.ArgumentTypeError(f"{text} is not a time such as 60, 60s, 10m or 2h")
    return int(match[1]) * UNITS[match[2]]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--time", type=seconds, default=60)
    parser.add_argument("--runs", type=int)
    parser.add_argument("--seed", type=int, help="with --runs in an empty folder: the same build makes the same inputs")
    parser.add_argument("--targets", type=lambda text: text.split(","), default=[])
    parser.add_argument("--jobs", type=int, required=True)
    parser.add_argument("--state", type=pathlib.Path, required=True)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--coverage", type=pathlib.Path, help="a build with clang's source-based coverage")
    parser.add_argument("--registry", type=pathlib.Path, default=ROOT / "fuzz/targets.json")
    parser.add_argument("--programs", action="store_true", help="print the programs of the targets and end")
    given = parser.parse_args()
    if given.seed is not None and not given.runs:
        parser.error("--seed needs --runs: how many inputs fit into a time differs from run to run")
    return given


def chosen(given):
    """Returns the targets that can run. A target without what it needs is left out, and named."""
    out = []
    for target in registry.chosen(registry.read(given.registry), given.targets):
        if target.needs and not (ROOT / target.needs).exists():
            if target.name in given.targets:
                raise registry.RegistryError(f"{target.name} needs {target.needs}; scripts/test builds it")
            say(f"left out: {target.name}, which needs {target.needs}")
            continue
        out.append(target)
    return out


def measured(campaign, build):
    """Returns the coverage of the corpora and "". Returns None and the reason if it could not be measured."""
    if not build:
        return None, ""
    say("measuring which lines the inputs reach")
    try:
        return coverage.measure(campaign, build.resolve()), ""
    except coverage.CoverageError as error:
        return None, f"the coverage was not measured: {error}"


def main():
    given = arguments()
    try:
        targets = chosen(given)
    except registry.RegistryError as error:
        print(f"scripts/fuzz: {error}", file=sys.stderr)
        return 2
    if given.programs:
        print("\n".join(sorted({target.program for target in targets})))
        return 0
    state = given.state.resolve()
    state.mkdir(parents=True, exist_ok=True)
    campaign = Campaign(state, targets, ROOT, given.build.resolve(), given.jobs, given.seed)
    try:
        campaign.prepare()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"scripts/fuzz: the first inputs could not be made: {error}", file=sys.stderr)
        return 2
    began = time.monotonic()
    if given.runs:
        say(f"fuzzing {', '.join(target.name for target in targets)} with {given.runs} inputs each")
        campaign.run_inputs(given.runs)
    else:
        say(f"fuzzing {', '.join(target.name for target in targets)} for {given.time} seconds")
        campaign.run_for(given.time)
    wall = time.monotonic() - began
    found = {target.name: finds.groups(campaign, target) for target in targets}
    covered, not_covered = measured(campaign, given.coverage)
    page.write(campaign, found, wall, covered, state / "page.html")
    if given.write:
        document.write(campaign, found, wall, given.build.name, covered, ROOT / "docs/FUZZING.md")
    print(page.text(campaign, found, wall))
    keep = state / "findings"
    keep.mkdir(exist_ok=True)
    for target in targets:
        for cause, group in found[target.name].items():
            say(f"{target.name}: {cause}")
            finds.report(campaign, target, group, keep)
    print(f"The page of the campaign is {state / 'page.html'}")
    if not_covered:
        print(not_covered, file=sys.stderr)
    if any(found.values()):
        return 1
    for name, why in campaign.broken.items():
        print(f"{name}: {why}", file=sys.stderr)
    if campaign.broken or not_covered:
        return 2
    say("nothing found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
