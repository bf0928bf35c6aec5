"""Makes docs/VERSIONS.md: which version of PyTorch has which known mismatch. scripts/known-versions calls it.

versions                prints the versions that are asked
page FOLDER [--write]   takes the results of `modecheck known --json` in FOLDER, one file for each version, into
                        docs/versions.json, and makes the page; without --write prints the page and writes nothing
release VERSION FILE    takes what `modecheck compare --json FILE` says of a release and VERSION, the one after it; prints what only
                        one of them shows, and fails if that is more of VERSION than docs/versions.json records
check                   fails if the page does not fit docs/versions.json and known/
"""

import json
import pathlib
import sys

VERSIONS = ("1.13.1", "2.0.1", "2.1.2", "2.2.2", "2.3.1", "2.4.1", "2.5.1", "2.6.0", "2.7.1", "2.8.0", "2.9.1", "2.10.0", "2.11.0",
            "2.12.1", "2.13.0", "2.14.1", "2.15.0")
PAGE = pathlib.Path("docs/VERSIONS.md")
ANSWERS = pathlib.Path("docs/versions.json")
KNOWN = pathlib.Path("known")
MARKS = {"shows": "●", "otherwise": "◐", "agrees": "·", "not judged": "–", None: "?"}
TEXT = """# Versions: which release of PyTorch has which mismatch

Made by `scripts/known-versions --write`, with the last release of each minor version of PyTorch. `modecheck known` runs the program of each
known mismatch ([FINDINGS.md](FINDINGS.md)) on each version. `modecheck known --subjects torch-2.3.1:cpu` asks one version.

- ● At least one program of the cause shows the mismatch.
- ◐ No program shows it, and one mismatches in another way.
- · The version agrees with the specification.
- – The version does not support a command of the program.
- ? Nobody asked yet.

The programs were found in 1.13.1 and 2.15.0. So a mismatch that only versions between these two have is not here. A cause is new where
it shows and the version before agrees. It is gone where the version agrees and the one before shows it or mismatches in another way.

| version | findings | new in it | gone in it | differences | new in it | gone in it |
|---|---:|---:|---:|---:|---:|---:|
{summary}

{reborn}

## Findings that appeared or went

{findings}

## Findings in all of these versions ({lasting_count})

{lasting}

## Differences that appeared or went

A difference is no fault: no document decides which side is right.

{differences}

## Differences in all of these versions ({lasting_differences_count})

{lasting_differences}
"""


def state(answers):
    """The state of a cause from the answers to its programs."""
    for one in ("shows", "otherwise", "agrees", "not judged"):
        if one in answers:
            return one
    return None


class Cause:
    def __init__(self, folder, answers):
        facts = json.loads((folder / "cause.json").read_text())
        self.name, self.title, self.kind = folder.name, facts["title"], facts["kind"]
        programs = [answers.get(f"{folder.name}/{file.stem}", {}) for file in sorted(folder.glob("*.prog"))]
        self.states = [state([one[version].split(":")[0] for one in programs if version in one]) for version in VERSIONS]
        self.shows = [one == "shows" for one in self.states]
        self.agrees = [one == "agrees" for one in self.states]

    def starts(self):
        """The places of the versions that show the cause, where the one before agrees."""
        return [i for i, shown in enumerate(self.shows) if shown and (i == 0 or self.agrees[i - 1])]

    def ends(self):
        """The places of the versions that agree, where the one before does not."""
        return [i for i in range(1, len(VERSIONS)) if self.agrees[i] and self.states[i - 1] in ("shows", "otherwise")]

    def link(self):
        return f"[{self.title}](FINDINGS.md#{self.name})"

    def row(self):
        marks = " | ".join(MARKS[one] for one in self.states)
        return f"| {self.link()} | {marks} |"


def causes(answers):
    folders = sorted(one for one in KNOWN.iterdir() if one.is_dir())
    found = [Cause(folder, answers) for folder in folders]
    # Causes with the same history stand together: those of the oldest version first, and of these the longest-lived.
    return sorted(found, key=lambda one: ([not shown for shown in one.shows], one.name))


def table(rows):
    return "\n".join([f"| | {' | '.join(VERSIONS)} |", "|---|" + "|".join([":---:"] * len(VERSIONS)) + "|", *[one.row() for one in rows]])


def page(answers):
    found = causes(answers)
    kinds = [[one for one in found if one.kind == kind] for kind in ("finding", "difference")]
    summary = []
    for i, version in enumerate(VERSIONS):
        cells = [version]
        for rows in kinds:
            cells.append(sum(one.shows[i] for one in rows))
            cells += ["", ""] if i == 0 else [sum(i in one.starts() for one in rows), sum(i in one.ends() for one in rows)]
        summary.append("| " + " | ".join(map(str, cells)) + " |")
    again = [f"- {one.link()}: gone in {VERSIONS[one.ends()[0]]}, back in {VERSIONS[one.starts()[1]]}"
             for one in found if len(one.starts()) > 1]
    reborn = "\n".join(["These went away and came back:", "", *again]) if again else "None went away and came back."
    lasting = [[one for one in rows if all(one.shows)] for rows in kinds]
    changed = [[one for one in rows if not all(one.shows)] for rows in kinds]
    lists = ["\n".join(f"- {one.link()}" for one in rows) for rows in lasting]
    return TEXT.format(summary="\n".join(summary), reborn=reborn, findings=table(changed[0]), differences=table(changed[1]),
                       lasting=lists[0], lasting_count=len(lasting[0]), lasting_differences=lists[1],
                       lasting_differences_count=len(lasting[1]))


def with_results(answers, folder):
    """The answers, with those that the results in the folder give."""
    for version in VERSIONS:
        file = folder / f"{version}.json"
        if not file.exists():
            continue
        for one in json.loads(file.read_text())["subjects"][0]["programs"]:
            name = one["cause"] + "/" + one["program"]
            # Another mismatch than the known one is told; the known one is told by known/.
            told = f"otherwise: {one['mismatch']}" if one["answer"] == "otherwise" else one["answer"]
            answers.setdefault(name, {})[version] = told
    names = {f"{file.parent.name}/{file.stem}" for file in KNOWN.glob("*/*.prog")}
    return {name: {version: answers[name][version] for version in VERSIONS if version in answers[name]}
            for name in sorted(answers) if name in names}


def line_of(cause):
    return f"  {cause['rule']:8} {cause['title']}" + ("" if cause["known"] else "   (not in known/)")


def compare_releases(version, result, answers):
    recorded = {name.split("/")[0] for name, told in answers.items() if told.get(version, "").split(":")[0] in ("shows", "otherwise")}
    gone, came = result["only_in_first"], result["only_in_second"]
    older, newer = (f"PyTorch {one['version']}" for one in result["subjects"])
    print(f"only {older} mismatches, so {newer} has mended it: {len(gone)}", *map(line_of, gone), sep="\n")
    print(f"\nonly {newer} mismatches: {len(came)}", *map(line_of, came), sep="\n")
    new = [one for one in came if one["id"] not in recorded]
    print(f"\nof these, {ANSWERS} does not record {len(new)} for {newer}", *map(line_of, new), sep="\n")
    if new:
        sys.exit(f"{newer} mismatches where {older} does not")


def main():
    answers = json.loads(ANSWERS.read_text()) if ANSWERS.exists() else {}
    if sys.argv[1] == "versions":
        print(*VERSIONS)
    elif sys.argv[1] == "page":
        answers = with_results(answers, pathlib.Path(sys.argv[2]))
        if "--write" in sys.argv:
            ANSWERS.write_text(json.dumps(answers, indent=1) + "\n")
            PAGE.write_text(page(answers))
        else:
            print(page(answers))
            recorded = json.loads(ANSWERS.read_text())
            changed = [f"{name} in {version}" for name, told in recorded.items() for version, one in told.items()
                       if answers.get(name, {}).get(version) != one]
            if changed:
                sys.exit(f"answers otherwise than {ANSWERS} says: {', '.join(changed[:20])}")
    elif sys.argv[1] == "release":
        compare_releases(sys.argv[2], json.loads(pathlib.Path(sys.argv[3]).read_text()), answers)
    elif PAGE.read_text() != page(answers):
        sys.exit(f"{PAGE} does not fit {ANSWERS} and known/: run `python3 scripts/known_versions.py page FOLDER --write` with an empty folder")


if __name__ == "__main__":
    main()
