#!/usr/bin/env python3
"""Compares fake tensors of Python's torch with real ones on random programs, for scripts/fake-python."""

import argparse
import pathlib
import re
import sys
import time

import page
from accepted import Accepted, AcceptedError
from campaign import Campaign
from modecheck_command import ModecheckCommand, ModecheckError
from plants import PLANTS
from worker_process import WorkerProcess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def positive(text):
    if not re.fullmatch(r"[1-9]\d{0,8}", text):
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1 on")
    return int(text)


def whole(text):
    if not re.fullmatch(r"\d{1,18}", text):
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 0 on")
    return int(text)


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/fake-python", description=__doc__)
    parser.add_argument("--modecheck", type=pathlib.Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the programs of the mismatches")
    parser.add_argument("--programs", type=positive, default=3000)
    parser.add_argument("--minutes", type=positive, help="end after this time")
    parser.add_argument("--seed", type=whole, default=1)
    parser.add_argument("--write", action="store_true", help="write docs/FAKE_PYTHON.md")
    parser.add_argument("--smoke", action="store_true", help="20 programs, and planted faults that must be found in them")
    parser.add_argument("--no-reduction", action="store_true", help="keep the programs of mismatches as they were drawn")
    parser.add_argument("--accepted", type=pathlib.Path, default=HERE / "accepted.txt")
    return parser.parse_args()


def not_found(campaign, programs):
    """Plants each fault, and returns those that no program shows."""
    out = []
    for plant in PLANTS:
        number = campaign.found_at(plant, programs)
        print(f"planted: {plant}: {'not found' if number is None else f'found by program {number}'}", flush=True)
        out += [plant] if number is None else []
    return out


def write_causes(campaign, out):
    """Writes the program of each cause that is not accepted, and of each row of accepted ones."""
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("*.prog"):
        old.unlink()
    for number, cause in enumerate(page.sorted_causes(campaign.new_causes()), 1):
        name = re.sub(r"\W+", "-", f"{number:03}-{cause.key[1]}-{cause.key[2]}").strip("-")[:80]
        (out / f"{name}.prog").write_text(page.program_with_comments(cause))


def main():
    given = arguments()
    worker = WorkerProcess()
    try:
        accepted = Accepted(given.accepted.read_text(), given.accepted.name)
        campaign = Campaign(ModecheckCommand(given.modecheck), worker, accepted, given.seed)
        worker.start()
        if worker.version.split("+")[0] != given.version:
            raise ModecheckError(f"this is torch {worker.version}, not {given.version}")
        until = time.monotonic() + 60 * given.minutes if given.minutes else float("inf")
        campaign.run(given.programs, until, lambda text: print(text, flush=True))
        lost = not_found(campaign, given.programs) if given.smoke else []
        for cause in campaign.new_causes() if not given.no_reduction else []:
            campaign.reduce(cause)
        if given.write:
            for cause in page.smallest_of_rows(campaign):
                campaign.reduce(cause)
            (ROOT / "docs/FAKE_PYTHON.md").write_text(page.document(campaign, given.version))
    except (AcceptedError, ModecheckError, OSError, RuntimeError) as error:
        print(f"scripts/fake-python: {error}", file=sys.stderr)
        return 2
    finally:
        worker.stop()
    write_causes(campaign, given.out)
    print(page.summary(campaign, given.out))
    if campaign.counts["judged"] == 0:
        print("no program was judged", file=sys.stderr)
        return 3
    return 1 if campaign.new_causes() or lost else 0


if __name__ == "__main__":
    sys.exit(main())
