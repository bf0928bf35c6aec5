"""Writes docs/MCDC.md from what llvm-cov exports; scripts/mcdc calls it.

A condition is covered if it alone was seen to decide its decision (MC/DC). For a decision of one condition that means: it was
seen true and seen false. What several instantiations of a template show counts together.
"""

import argparse
import collections
import json
import pathlib
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[1]
# The share of conditions that must be covered in an area, without those for which a reason is given.
AREAS = {"spec": 1.0, "engine/core": 0.95, "engine/dispatch": 0.95, "engine/modes": 0.95, "engine/autograd": 0.95}
OTHER_PATHS = (("engine/torch/engine/", "engine/"), ("engine/torch/spec/", "spec/"))
LONGEST_TEXT = 80


def file_of(name):
    """The path of a source file from the root, or None if it is in no area."""
    path = name.rsplit("/../", 1)[-1].removeprefix(f"{SOURCE}/")
    for longer, shorter in OTHER_PATHS:
        path = path.replace(longer, shorter)
    return path if path.startswith(tuple(f"{area}/" for area in AREAS)) else None


def area_of(file):
    return next(area for area in AREAS if file.startswith(f"{area}/"))


def inside(place, region):
    return region[:2] <= place[:2] and place[2:] <= region[2:]


class Conditions:
    """All conditions, by file and place. A place is first line, first column, last line, last column. For a condition that is
    written in a macro it is the place of the decision, and the condition's number."""

    def __init__(self):
        self.covered = collections.defaultdict(bool)  # (file, place) -> whether the condition decided alone
        self.seen = collections.defaultdict(lambda: [False, False])  # of decisions with one condition: true, false

    def add_function(self, function, all_places):
        branches = collections.defaultdict(dict)  # file -> place -> counts of true and false; constants are left out
        for branch in function["branches"]:
            if file := file_of(function["filenames"][branch[6]]):
                branches[file][tuple(branch[:4])] = branch[4:6]
        decisions = [tuple(record[:4]) for record in function["mcdc_records"]]
        main = file_of(function["filenames"][0])
        for record in function["mcdc_records"] if main else []:
            self.add_decision(main, record, decisions, branches[main], all_places[main])
        for file, places in branches.items():
            for place, counts in places.items():
                if file == main and any(inside(place, decision) for decision in decisions):
                    continue
                for side in (0, 1):
                    self.seen[file, place][side] |= counts[side] > 0

    def add_decision(self, file, record, decisions, branches, all_places):
        region, shown = tuple(record[:4]), record[6]
        inner = [other for other in decisions if other != region and inside(other, region)]
        places = sorted(place for place in all_places if inside(place, region) and not any(inside(place, other) for other in inner))
        if len(places) != len(shown):  # conditions that are written in a macro have no places of their own
            places = [(*region, number) for number in range(1, len(shown) + 1)]
            constant = []
        else:
            constant = [place for place in places if place not in branches]
        for place, decides in zip(places, shown):
            if place not in constant:
                self.covered[file, place] |= decides

    def all(self):
        out = dict(self.covered)
        for key, (true, false) in self.seen.items():
            if key not in out:
                out[key] = true and false
        return out


def text_at(file, place):
    """The source text of a condition on one line, or that of its decision and the condition's number."""
    lines = (SOURCE / file).read_text().split("\n")[place[0] - 1:place[2]]
    lines[-1] = lines[-1][:place[3] - 1]
    lines[0] = lines[0][place[1] - 1:]
    text = " ".join(" ".join(lines).split())
    if len(text) > LONGEST_TEXT:
        text = text[:LONGEST_TEXT - 3] + "..."
    return f"{text} (condition {place[4]})" if len(place) > 4 else text


def read_reasons(file):
    """The reasons, by file and text of the condition. A text that occurs several times in a file has as many lines."""
    out = collections.defaultdict(list)
    for line in file.read_text().splitlines():
        if line and not line.startswith("#"):
            source, text, reason = line.split(" :: ")
            out[source, text].append(reason)
    return out


def read_conditions(exported):
    out = Conditions()
    for data in json.loads(exported.read_text())["data"]:
        all_places = collections.defaultdict(set)
        for entry in data["files"]:
            if file := file_of(entry["filename"]):
                all_places[file] |= {tuple(branch[:4]) for branch in entry["branches"]}
        for function in data["functions"]:
            out.add_function(function, all_places)
    return out.all()


def share(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def page(measured, missing, reasons, totals):
    out = [f"# Conditions that decide (MC/DC)\n\n{measured}\n",
           "A condition is covered if it alone was seen to decide what its decision says (modified condition/decision coverage). A decision",
           "with one condition must be seen true and false. Instantiations of a template count together.\n",
           "| area | conditions | covered | share | not covered, with a reason | share of the others |", "|---|---:|---:|---:|---:|---:|"]
    for area, (all_of, covered, exempt) in totals.items():
        out.append(f"| {area} | {all_of:,} | {covered:,} | {share(covered, all_of)} | {exempt:,} | {share(covered, all_of - exempt)} |")
    out += ["\n## Not covered\n", "The reasons are those of `tests/mcdc_reasons.txt`.\n", "| file | line | condition | reason |", "|---|---:|---|---|"]
    for file, line, text in missing:
        shown = text.replace("|", "\\|").replace("`", "'")
        out.append(f"| {file} | {line} | `{shown}` | {'; '.join(sorted(set(reasons.get((file, text), []))))} |")
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exported", type=pathlib.Path)
    parser.add_argument("document", type=pathlib.Path)
    parser.add_argument("measured", help="a sentence that says what was run")
    given = parser.parse_args()
    conditions = read_conditions(given.exported)
    if not conditions:
        sys.exit("llvm-cov reports no conditions")
    reasons = read_reasons(SOURCE / "tests/mcdc_reasons.txt")
    missing = sorted((file, place[0], text_at(file, place)) for (file, place), covered in conditions.items() if not covered)
    totals = {area: [0, 0, 0] for area in AREAS}
    for (file, _), covered in conditions.items():
        totals[area_of(file)][0] += 1
        totals[area_of(file)][1] += covered
    uncovered = collections.Counter((file, text) for file, _, text in missing)
    for (file, text), count in uncovered.items():
        totals[area_of(file)][2] += min(count, len(reasons.get((file, text), [])))
    given.document.write_text(page(given.measured, missing, reasons, totals))
    wrong = [f"{file}: `{text}` has {len(given_reasons)} reasons, and {uncovered[file, text]} such conditions are not covered"
             for (file, text), given_reasons in reasons.items() if len(given_reasons) > uncovered[file, text]]
    for area, (all_of, covered, exempt) in totals.items():
        print(f"{area}: {covered} of {all_of} conditions covered, {exempt} with a reason")
        if not all_of:
            wrong.append(f"{area}: llvm-cov reports no conditions")
        elif covered < AREAS[area] * (all_of - exempt):
            wrong.append(f"{area}: {share(covered, all_of - exempt)} of the conditions are covered, fewer than {100 * AREAS[area]:.0f} %")
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
