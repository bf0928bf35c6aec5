"""Serves scripts/recall: which mended bugs of PyTorch (docs/recall.json) does a search find that knows nothing of them?

versions                prints the versions that are searched
known VERSION FOLDER    writes all known mismatches into FOLDER, as known of VERSION, with an entry for each bug that has none
page FOLDER [--write]   makes docs/RECALL.md from the results of the searches in FOLDER; without --write prints it
check                   fails if the page does not fit docs/recall.json
"""

import json
import pathlib
import re
import shutil
import statistics
import sys

LIST = pathlib.Path("docs/recall.json")
PAGE = pathlib.Path("docs/RECALL.md")
KNOWN = pathlib.Path("known")
TEXT = """# Recall: bugs of PyTorch that were mended, and which of them a search finds

Made by `scripts/recall --write`. The list, [recall.json](recall.json), was chosen from upstream's threads by topic, before anybody
looked at what is found: bugs of the CPU in views, in-place writes, versions, modes, hooks, saved tensors and gradients, mended in a
release from 2.0 to 2.15. For each, random programs are searched on the last release that has it. The search knows nothing of the
bug: all operators, seed 1, {programs:,} programs.

**Found: {found} of {all} ({share}). Of the {said} that a program can say: {found_of_said}. Median until found: {median} programs,
{seconds} seconds on the machine of the run.**

A bug counts as found if the search met a mismatch that `known/`, or the pattern in the list, tells to be of its cause. Some of these
causes were known from searches in 1.13.1 before the list was made, so the patterns are exact; the search does not use them.

| topic | bugs | a program can say | found |
|---|---:|---:|---:|
{topics}

## Found

| bug | mended by | what was wrong | searched in | found in program |
|---|---|---|---|---:|
{rows_found}

## Not found, although a program can say it

| bug | mended by | what was wrong | searched in |
|---|---|---|---|
{rows_missed}

## Not said by any program

| bug | mended by | what was wrong | why |
|---|---|---|---|
{rows_unsaid}
"""


def link(number):
    return f"[#{number}](https://github.com/pytorch/pytorch/issues/{number})" if number else ""


def name_of(bug):
    """The name of the bug's own entry."""
    return f"mended-by-{bug['mended_by']}-{bug['issue']}"


def is_said(bug):
    return bool(bug["before"])


def write_known(version, folder):
    shutil.copytree(KNOWN, folder)
    for file in folder.glob("*/*.prog"):
        file.write_text(re.sub(r'"versions": \[[^]]*\]', f'"versions": ["{version}"]', file.read_text()))
    for bug in json.loads(LIST.read_text()):
        if bug["before"] != version or bug["cause"]:
            continue
        own = folder / name_of(bug)
        own.mkdir()
        (own / "cause.json").write_text(json.dumps({
            "title": bug["what"], "kind": "difference", "rule": bug["signature"]["rule"], "example": own.name, "what": bug["what"],
            "why": "It was mended.", "fix": "It was mended.", "link": f"https://github.com/pytorch/pytorch/pull/{bug['mended_by']}"}))
        pattern = {"versions": [version], "severity": "wrong state",
                   "signature": {**bug["signature"], "subject": "torch:cpu"}, "recognised": bug["recognised"]}
        (own / f"{own.name}.prog").write_text(bug["program"].rstrip("\n") + "\n# pattern: " + json.dumps(pattern) + "\n")


def first_program(bug, result):
    """The first program that met the bug, or None."""
    met = [one["first"] for one in result["known"]
           if one["count"] and (one["cause"] == bug["cause"] or one["id"] == name_of(bug))]
    return min(met, default=None)


def with_results(bugs, folder):
    for bug in bugs:
        file = folder / f"{bug['before']}.json"
        if not is_said(bug) or not file.exists():
            continue
        result = json.loads(file.read_text())
        bug["found_in_program"] = first_program(bug, result)
        bug["programs"] = result["programs"]
        bug["programs_a_minute"] = round(60 * result["programs"] / max(result["seconds"], 1))
    return bugs


def row(bug, *cells):
    return "| " + " | ".join([link(bug["issue"]) or "–", link(bug["mended_by"]), bug["what"], *map(str, cells)]) + " |"


def page(bugs):
    found = [bug for bug in bugs if bug.get("found_in_program") is not None]
    missed = [bug for bug in bugs if is_said(bug) and bug not in found]
    topics = sorted({bug["topic"] for bug in bugs})
    counts = [(topic, *(sum(bug["topic"] == topic for bug in some) for some in (bugs, found + missed, found))) for topic in topics]
    seconds = [60 * (bug["found_in_program"] + 1) / bug["programs_a_minute"] for bug in found]
    return TEXT.format(
        programs=max((bug.get("programs", 0) for bug in bugs), default=0), found=len(found), all=len(bugs),
        share=f"{100 * len(found) / max(len(bugs), 1):.0f} %", said=len(found + missed),
        found_of_said=f"{100 * len(found) / max(len(found + missed), 1):.0f} %",
        median=f"{round(statistics.median([bug['found_in_program'] + 1 for bug in found] or [0])):,}",
        seconds=f"{statistics.median(seconds or [0]):.1f}",
        topics="\n".join(f"| {topic} | {some} | {said} | {these} |" for topic, some, said, these in counts),
        rows_found="\n".join(row(bug, bug["before"], f"{bug['found_in_program'] + 1:,}")
                             for bug in sorted(found, key=lambda one: one["found_in_program"])),
        rows_missed="\n".join(row(bug, bug["before"]) for bug in missed),
        rows_unsaid="\n".join(row(bug, bug["why_not"]) for bug in bugs if not is_said(bug)))


def main():
    bugs = json.loads(LIST.read_text())
    if sys.argv[1] == "versions":
        print(*sorted({bug["before"] for bug in bugs if is_said(bug)}, key=lambda one: [int(n) for n in one.split(".")]))
    elif sys.argv[1] == "known":
        write_known(sys.argv[2], pathlib.Path(sys.argv[3]))
    elif sys.argv[1] == "page":
        bugs = with_results(bugs, pathlib.Path(sys.argv[2]))
        if "--write" in sys.argv:
            LIST.write_text(json.dumps(bugs, indent=1) + "\n")
            PAGE.write_text(page(bugs))
        else:
            print(page(bugs))
    elif PAGE.read_text() != page(bugs):
        sys.exit(f"{PAGE} does not fit {LIST}: run `python3 scripts/recall.py page FOLDER --write` with an empty folder")


if __name__ == "__main__":
    main()
