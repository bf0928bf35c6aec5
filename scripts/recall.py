"""Serves scripts/recall: which mended bugs of PyTorch (docs/recall.json) does a search find that knows nothing of them?

versions                prints the versions that are searched, each with the version that no longer has its bugs
known VERSION FOLDER    writes all known mismatches into FOLDER, as known of VERSION, with an entry for each bug that has none
confirm VERSION FOLDER MODECHECK   looks in the results of the searches in FOLDER for programs that show a bug in VERSION, and no
                        longer in the version that has the mend; writes FOLDER/VERSION.found.json
page FOLDER [--write]   makes docs/RECALL.md from what was found in FOLDER; without --write prints it, and fails if a bug is found
                        no longer
check                   fails if the page does not fit docs/recall.json
"""

import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

LIST = pathlib.Path("docs/recall.json")
PAGE = pathlib.Path("docs/RECALL.md")
KNOWN = pathlib.Path("known")
TEXT = """# Recall: mended bugs of PyTorch, and which of them a search finds

Made by `scripts/recall --write`. The list, [recall.json](recall.json), has bugs of the CPU that upstream mended from 2.0 on: in views,
in-place writes, versions, modes, hooks, saved tensors, gradients and values. It was chosen from upstream's threads by topic, before
anybody looked at what is found.

A bug is searched for if a program of ours shows it in some release and not in the next. Random programs of all operators are then
judged on the last release that has it. The search knows nothing of the bug. A program counts if it uses the bug's operator and
mismatches for the bug's cause. In the release with the mend its first mismatch must be another one, or it must have none.

| | bugs |
|---|---:|
| all | {all} |
| a program of ours shows the bug | {said} |
| the search finds it among {programs:,} programs | {found} |

It finds {share} of all bugs and {found_of_said} of those that a program shows. Half of what it finds, it finds within {median}
programs, which took {seconds} seconds.

| topic | bugs | a program shows it | found |
|---|---:|---:|---:|
{topics}

## Found

| bug | mended by | what was wrong | searched in | programs until found |
|---|---|---|---|---:|
{rows_found}

## Not found, although a program shows it

| bug | mended by | what was wrong | searched in |
|---|---|---|---|
{rows_missed}

## Not searched for

| bug | mended by | what was wrong | why |
|---|---|---|---|
{rows_unsaid}
"""


def link(number):
    return f"[#{number}](https://github.com/pytorch/pytorch/issues/{number})" if number else ""


def name_of(bug):
    """The name of the bug's own entry."""
    return f"mended-by-{bug['mended_by']}-{bug['issue']}"


def is_searched_for(bug):
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


def signature(report):
    """Rule, operation and error of the first mismatch of a report, or None. The subject's name is left out."""
    first = report.splitlines()[0] if report else ""
    words = first.split("   [")[0].split()
    return (words[0], *words[2:]) if "   [" in first else None


def is_shown(bug, program, modecheck):
    """Whether the program uses the bug's operator, and its first mismatch is another one, or none, in the version with the mend."""
    if not any(name in program for name in bug["operators"]):
        return False
    with tempfile.NamedTemporaryFile("w", suffix=".prog") as file:
        file.write(program)
        file.flush()
        before, after = (signature(subprocess.run(
            [modecheck, "replay", "--ignore-known", "--subjects", f"{subject_of(version)}:cpu", file.name], capture_output=True,
            text=True).stdout) for version in (bug["before"], bug["after"]))
    return before is not None and before != after


def subject_of(version):
    return "torch" if version == "1.13.1" else f"torch-{version}"


def confirm(version, folder, modecheck):
    results = [json.loads(file.read_text()) for file in sorted(folder.glob(f"{version}.seed*.json"))]
    found = {}
    for bug in json.loads(LIST.read_text()):
        if bug["before"] != version:
            continue
        tried = sorted((i, one["first"]) for i, result in enumerate(results) for one in result["known"]
                       if one["count"] and (one["cause"] == bug["cause"] or one["id"] == name_of(bug)))
        for i, number in tried:
            drawn = subprocess.run([modecheck, "draw", "--seed", str(results[i]["seed"]), "--program", str(number)], check=True,
                                   capture_output=True, text=True).stdout
            if is_shown(bug, drawn, modecheck):
                found[name_of(bug)] = sum(result["programs"] for result in results[:i]) + number + 1
                break
    seconds = sum(result["seconds"] for result in results)
    programs = sum(result["programs"] for result in results)
    (folder / f"{version}.found.json").write_text(json.dumps({"programs": programs, "seconds": seconds, "found": found}))


def with_results(bugs, folder):
    for bug in bugs:
        file = folder / f"{bug['before']}.found.json"
        if not is_searched_for(bug) or not file.exists():
            continue
        result = json.loads(file.read_text())
        bug["found_after_programs"] = result["found"].get(name_of(bug))
        bug["programs"] = result["programs"]
        bug["programs_a_minute"] = round(60 * result["programs"] / max(result["seconds"], 1))
    return bugs


def row(bug, *cells):
    return "| " + " | ".join([link(bug["issue"]) or "–", link(bug["mended_by"]), bug["what"], *map(str, cells)]) + " |"


def page(bugs):
    found = [bug for bug in bugs if bug.get("found_after_programs") is not None]
    missed = [bug for bug in bugs if is_searched_for(bug) and bug not in found]
    topics = sorted({bug["topic"] for bug in bugs})
    counts = [(topic, *(sum(bug["topic"] == topic for bug in some) for some in (bugs, found + missed, found))) for topic in topics]
    seconds = [60 * bug["found_after_programs"] / bug["programs_a_minute"] for bug in found]
    return TEXT.format(
        programs=max((bug.get("programs", 0) for bug in bugs), default=0), found=len(found), all=len(bugs),
        share=f"{100 * len(found) / max(len(bugs), 1):.0f} %", said=len(found + missed),
        found_of_said=f"{100 * len(found) / max(len(found + missed), 1):.0f} %",
        median=f"{round(statistics.median([bug['found_after_programs'] for bug in found] or [0])):,}",
        seconds=f"{statistics.median(seconds or [0]):.1f}",
        topics="\n".join(f"| {topic} | {some} | {said} | {these} |" for topic, some, said, these in counts),
        rows_found="\n".join(row(bug, bug["before"], f"{bug['found_after_programs']:,}")
                             for bug in sorted(found, key=lambda one: one["found_after_programs"])),
        rows_missed="\n".join(row(bug, bug["before"]) for bug in missed),
        rows_unsaid="\n".join(row(bug, bug["why_not"]) for bug in bugs if not is_searched_for(bug)))


def main():
    bugs = json.loads(LIST.read_text())
    if sys.argv[1] == "versions":
        pairs = sorted({(bug["before"], bug["after"]) for bug in bugs if is_searched_for(bug)}, key=lambda one: [int(n) for n in one[0].split(".")])
        print("\n".join(" ".join(pair) for pair in pairs))
    elif sys.argv[1] == "known":
        write_known(sys.argv[2], pathlib.Path(sys.argv[3]))
    elif sys.argv[1] == "page":
        was_found = {name_of(bug) for bug in bugs if bug.get("found_after_programs")}
        bugs = with_results(bugs, pathlib.Path(sys.argv[2]))
        if "--write" in sys.argv:
            LIST.write_text(json.dumps(bugs, indent=1) + "\n")
            PAGE.write_text(page(bugs))
        else:
            print(page(bugs))
            lost = was_found - {name_of(bug) for bug in bugs if bug.get("found_after_programs")}
            if lost:
                sys.exit(f"no longer found: {', '.join(sorted(lost))}")
    elif sys.argv[1] == "confirm":
        confirm(sys.argv[2], pathlib.Path(sys.argv[3]), sys.argv[4])
    elif PAGE.read_text() != page(bugs):
        sys.exit(f"{PAGE} does not fit {LIST}: run `python3 scripts/recall.py page FOLDER --write` with an empty folder")


if __name__ == "__main__":
    main()
