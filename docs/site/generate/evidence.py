#!/usr/bin/env python3
"""Writes the pages of evidence: what shows that the search works, and what nobody looks at.

usage: evidence.py OUT_FOLDER MODECHECK_BINARY

Every figure is read from docs/{MUTANTS,FAULTS,COVERAGE,EXHAUSTIVE,SELF_CHECKS}.md or comes from the command.
"""

import collections
import pathlib
import re
import sys

from shared import chart, markup
from shared.explained import columns_of, rows_of
from shared.modecheck import Modecheck
from shared.rulebook import read_faults, read_mutants, read_rules
from shared.tables import fact, number, read_tables, table_with
from shared.upstream import without_local_links

SOURCE = pathlib.Path(__file__).resolve().parents[3]
DOCS = SOURCE / "docs"
HEADER = "modecheck 1\n"
# The searches of scripts/mutate by the names that docs/MUTANTS.md has for them.
NOTICED_BY = {
    "answers": "the golden answers of the specification",
    "corpus": "the fixed programs of the corpus",
    "known": "the programs of known mismatches",
    "meta": "random programs on the Meta device",
    "run": "random programs on the CPU",
    "sweep": "every operation in every situation",
    "short": "all short programs",
    "sim": "random programs on the simulated device",
    "torch": "programs on libtorch, for mutants of the specification",
    "starved": "random programs with allocations that fail",
}


def read_unspecified(text):
    """`modecheck rules --unspecified`: dicts of reason, kind, what and example."""
    lines = text.splitlines()
    rule = next(i for i, line in enumerate(lines) if re.fullmatch(r"(-+\s*){4}", line))
    end = next((i for i in range(rule, len(lines)) if not lines[i].strip()), len(lines))
    columns = columns_of(lines[rule])
    out = []
    for reason, kind, what, example in rows_of(lines[rule + 1:end], columns, lambda cells: cells[1].strip() != ""):
        words = [" ".join(line.strip() for line in cell) for cell in (kind, what)]
        name = "".join(line.strip() for line in reason)
        out.append({"reason": name, "kind": words[0], "what": words[1], "example": joined_commands(example, columns[3][1] - columns[3][0])})
    return out


def read_kinds(text):
    """What `modecheck rules --unspecified` says of each kind, below its table."""
    return dict(re.findall(r"^(limit|open|not yet) +([A-Z].*)$", text.rpartition("\n\n")[2], re.MULTILINE))


def joined_commands(lines, width):
    """The commands of an example: a line that does not begin one continues the one above it. A word longer than the column's
    width goes on in the next line, behind an underscore if it has one."""
    out = []
    for line in (line.rstrip() for line in lines):
        begins = re.match(r"\s*(\[t\d\] )?((r\d, )*r\d =|[A-Za-z_][\w.]*\(|\})", line)
        open_before = out and (out[-1].count("(") > out[-1].count(")") or out[-1].endswith("="))
        if out and "(" not in out[-1] and (len(out[-1]) == width or out[-1].endswith("_")):
            out[-1] += line.strip()
        elif begins and not open_before or not out:
            out.append(line)
        else:
            out[-1] += " " + line.strip()
    return "\n".join(out)


class Evidence:
    def __init__(self, out, modecheck):
        self.out = pathlib.Path(out)
        self.rules, _ = read_rules(modecheck, SOURCE)
        self.faults = read_faults(SOURCE)
        self.mutants = read_tables(DOCS / "MUTANTS.md")
        listed = modecheck.run("rules", "--unspecified")
        self.unspecified, self.kinds = read_unspecified(listed), read_kinds(listed)

    def write(self):
        markup.copy_assets(self.out)
        for name, text in (("index", self.index()), ("faults", self.faults_page()), ("mutants", self.mutants_page()),
                           ("coverage", self.coverage_page()),
                           ("not-looked-at", self.limits_page())):
            markup.write(self.out / f"evidence/{name}.md", text)

    def index(self):
        not_found = [fault for fault in self.faults if number(fault["found at program"]) is None]
        exhaust = table_with(read_tables(DOCS / "EXHAUSTIVE.md"), "programs run").dicts()[-1]
        text = "# Evidence\n\n" + markup.page_head(1)
        text += ("\nA search that finds nothing proves little by itself. So faults are put in on purpose, and the search has to find "
                 "them. These pages say what was tried, with the figures of the last time, and what nobody looks at.\n\n")
        text += markup.raw(chart.tiles([
            (f"{len(self.faults) - len(not_found)} of {len(self.faults)}", "planted faults that a campaign finds"),
            (fact(DOCS / "MUTANTS.md", r"\*\*Score ([\d.]+ %)\*\*"), "of the mutants that can be noticed are noticed: those that run and change what is judged"),
            (fact(DOCS / "COVERAGE.md", r"lines run: ([\d.]+ %)"), "of the engine's lines run in tests and campaigns"),
            (exhaust["programs run"], f"programs of {exhaust['commands']} commands: all over the reduced alphabet, except those that begin in a state met before"),
            (len(self.rules), "rules, each with a program and at least one planted fault"),
            (fact(DOCS / "EXHAUSTIVE.md", r"or ([\d]+ %)"), "of the reachable transitions are met by 200,000 random programs"),
        ]))
        text += "\n```{toctree}\n:hidden:\n\nfaults\nmutants\ncoverage\nnot-looked-at\n```\n\n"
        text += self.controls() + self.faults_summary() + self.mutants_summary() + self.coverage() + self.exhaustive()
        kinds = collections.Counter(row["kind"] for row in self.unspecified)
        text += ("## What is not looked at\n\nThe specification gives no answer to some commands, and no subject runs these. "
                 f"`modecheck rules --unspecified` names {len(self.unspecified)} reasons: {told_counts(kinds)}. "
                 "[Each of them](not-looked-at.md) has an example.\n")
        return text

    def controls(self):
        table = table_with(read_tables(DOCS / "SELF_CHECKS.md"), "control", "what must happen")
        rows = [[without_local_links(cell) for cell in row] for row in table.rows]
        return ("## Controls of every campaign\n\nEach campaign searches for faults that are known to be there. "
                "If it misses one, it fails.\n\n" + markup.table(table.header, rows) + "\n" +
                "### Within a campaign\n\n" + self.listed("Checks within a campaign") +
                "### Of the harness itself\n\n" + self.listed("Checks of the harness itself"))

    def listed(self, heading):
        """A section of docs/SELF_CHECKS.md, which is a list."""
        return without_local_links(fact(DOCS / "SELF_CHECKS.md", rf"^## {heading}\n\n([\s\S]*?)\n*(?=^## |\Z)")) + "\n\n"

    def faults_summary(self):
        areas = collections.Counter(fault["area"] for fault in self.faults)
        programs = sorted(number(fault["found at program"]) for fault in self.faults if number(fault["found at program"]) is not None)
        middle = programs[len(programs) // 2]
        text = "## Planted faults\n\n"
        text += ("A fault in the engine shows that a faulty engine is noticed. A fault in the model, whose name begins with `model-`, "
                 "shows only that model and engine are compared. Both are counted.\n\n"
                 f"`scripts/faults` puts {len(self.faults)} faults into engine, model and device backend, one at a time. "
                 f"Half of them are found within {middle:.0f} programs. The last one is found at program {programs[-1]:,.0f}. "
                 "[All faults](faults.md) say what is wrong and how they were found.\n\n")
        limits = (0, 10, 100, 1000, 10000, 100000, 200001)
        rows = [(f"{low:,} to {high - 1:,}", [float(sum(1 for one in programs if low <= one < high))])
                for low, high in zip(limits, limits[1:])]
        return text + markup.raw(chart.bars([row for row in rows if row[1][0]],
                                            f"Faults by the number of the program that finds them, in {len(areas)} areas.",
                                            show=lambda value: f"{value:.0f}")) + "\n"

    def mutants_summary(self):
        table = table_with(self.mutants, "area", "mutants")
        text = "## Mutants\n\n`scripts/mutate` changes one place at a time, which a tool chooses, and the same campaign looks for it.\n\n"
        text += markup.table(table.header, table.rows, numbers=range(1, len(table.header)))
        elsewhere = fact(DOCS / "MUTANTS.md", r"With what is found elsewhere ([\d.]+ %) of these\.")
        text += f"\nThe campaign and the tests of engine and model together notice {elsewhere} of the mutants that change what is judged."
        return text + " [By kind and by file](mutants.md), with those that nothing noticed.\n\n"

    def coverage(self):
        table = table_with(read_tables(DOCS / "COVERAGE.md"), "file", "lines", "why")
        folders = collections.Counter()
        for row in table.dicts():
            folders["/".join(row["file"].split("/")[:2])] += int(number(row["lines"]))
        text = "## Coverage\n\n" + fact(DOCS / "COVERAGE.md", r"^(\d+ of \d+ lines run[^\n]*)")
        text += " Every line that does not run has a reason in `tests/coverage_reasons.txt`, or the script fails. [All files](coverage.md) have theirs.\n\n"
        rows = [(name, [float(count)]) for name, count in folders.most_common()]
        return text + markup.raw(chart.bars(rows, "Lines that do not run, by folder of the engine.", show=lambda value: f"{value:.0f}")) + "\n"

    def exhaustive(self):
        exhaust = table_with(read_tables(DOCS / "EXHAUSTIVE.md"), "programs run")
        explore = table_with(read_tables(DOCS / "EXHAUSTIVE.md"), "new transitions")
        text = "## All programs, up to a few commands\n\n"
        text += ("`modecheck exhaust` runs all short programs over an alphabet of " +
                 fact(DOCS / "EXHAUSTIVE.md", r"^The alphabet has (\d+) commands") +
                 " commands. A program is not continued if another one led to the same state of the model.\n\n")
        rows = [(f"length {row['commands']}", [number(row["programs run"]), number(row["new states"])]) for row in exhaust.dicts()]
        text += markup.raw(chart.bars(rows, "Programs and new states by length. The axis is logarithmic.", logarithmic=True,
                                      legend=("programs run", "new states"), show=lambda value: f"{value:,.0f}")) + "\n"
        text += ("`modecheck explore` counts transitions: what a command met, and what came of it. A campaign's reach is measured "
                 "against them.\n\n")
        return text + markup.table(explore.header, explore.rows, numbers=range(0, len(explore.header))) + "\n"

    def coverage_page(self):
        table = table_with(read_tables(DOCS / "COVERAGE.md"), "file", "lines", "why")
        rows = [[row["lines"], row["why"], f"`{row['file']}`"] for row in table.dicts()]
        return ("# Coverage\n\n" + markup.page_head(1) + "\nLines of the engine that neither the engine's tests nor 20,000 programs "
                "run, and why. The reasons stand in `tests/coverage_reasons.txt`.\n\n" +
                markup.table(["lines", "why they do not run", "file"], rows, numbers=(0,)))

    def faults_page(self):
        text = ("# Planted faults\n\n" + markup.page_head(1) + "\nEach fault was put in alone, and `modecheck run --seed 1` looked for it on the "
                "subject that it was planted for. The rule that it breaks stands in brackets. Another rule is often the first to show it.\n\n")
        for area in dict.fromkeys(fault["area"] for fault in self.faults):
            text += f"## {area[0].upper() + area[1:]}\n\n"
            for fault in (fault for fault in self.faults if fault["area"] == area):
                what = re.sub(r"\(([A-Z]\d?(?:, [A-Z]\d?)*)\)", lambda found: "(" + ", ".join(
                    f"[{name}](../rules/{name[0]}.md#rule-{name.lower()})" for name in found[1].split(", ")) + ")", markup.plain(fault["what is wrong"]))
                text += f"- **{fault['fault']}**: {what} {found_as(fault)}\n"
            text += "\n"
        return text

    def mutants_page(self):
        text = "# Mutants\n\n" + markup.page_head(1) + "\n" + self.score_of_mutants() + "\n\n"
        kinds = [row for row in table_with(self.mutants, "kind", "mutants", "score").dicts() if row["kind"] != "all"]
        kinds.sort(key=lambda row: (number(row["score"]), row["kind"]))
        text += "## By kind of change\n\n" + markup.raw(chart.bars(
            [(row["kind"], [number(row["score"])]) for row in kinds], "Per cent that the campaign notices.", unit=" %")) + "\n"
        files = [row for row in table_with(self.mutants, "file", "mutants").dicts() if row["file"] != "all" and number(row["unseen"])]
        files.sort(key=lambda row: (-number(row["unseen"]), row["file"]))
        text += "## Files with mutants that the campaign did not notice\n\n" + markup.table(
            ["unseen", "found elsewhere", "mutants", "file"],
            [[row["unseen"], row["found elsewhere"], row["mutants"], f"`{row['file']}`"] for row in files],
            numbers=(0, 1, 2)) + "\n"
        text += self.mutants_of_specification()
        unseen = next(table for table in self.mutants if table.heading == "Unseen")
        text += ("## Each that was run and not noticed\n\nThe last column says what shows it all the same.\n\n" +
                 markup.table(unseen.header[1:], [row[1:] for row in unseen.rows]) + "\n")
        return text + "The changes that make no difference to what is judged stand in `tests/mutants/equivalent.txt`, each with its reason.\n"

    def score_of_mutants(self):
        """The paragraph of docs/MUTANTS.md that begins with the score, in sentences."""
        said = re.sub(r"\s+", " ", fact(DOCS / "MUTANTS.md", r"^(\*\*Score [\s\S]*?)\n\n"))
        figures = re.fullmatch(r"\*\*Score ([\d.]+ %)\*\*: (\d+) of (\d+) killed; of all that are not equivalent, run or not, ([\d.]+ %)\. "
                               r"With what is found elsewhere ([\d.]+ %) of these\. Time to kill, of one processor: median ([\d.]+ s), "
                               r"90 % within ([\d.]+ s)\. Killed by: (.*)\.", said)
        if not figures:
            raise SystemExit(f"docs/MUTANTS.md no longer tells the score as evidence.py reads it: {said}")
        score, killed, judged, all_, elsewhere, median, most, parts = figures.groups()
        counts = [part.rsplit(" ", 1) for part in parts.split(", ")]
        unknown = [name for name, _ in counts if name not in NOTICED_BY]
        if unknown:
            raise SystemExit(f"evidence.py has no words for the searches {', '.join(unknown)} of docs/MUTANTS.md")
        return (f"**The campaign notices {score}**: {killed} of the {judged} mutants whose line runs and that change what is judged. "
                f"Counting also those whose line does not run, it notices {all_}. The tests of engine and model notice others, so that "
                f"{elsewhere} are noticed in the end. Half of the mutants are noticed within {median} of one processor, and 90 % within {most}.\n\n"
                "| noticed first by | mutants |\n|---|---:|\n" + "".join(f"| {NOTICED_BY[name]} | {count} |\n" for name, count in counts))

    def mutants_of_specification(self):
        """The files in which a decision cites a rule, with the rules and the figures of each file."""
        by_file, figures = {}, read_mutants(SOURCE)
        for rule in self.rules:
            for file in rule.files:
                by_file.setdefault(file, []).append(rule.id)
        rows = []
        for file, rules in sorted(by_file.items()):
            one = figures.get(file)
            cells = [f"{one[name] or 0:.0f}" for name in ("mutants", "killed", "equivalent")] if one else ["none", "", ""]
            missed = f"{(one['unseen'] or 0) + (one['never executed'] or 0):.0f}" if one else ""
            links = ", ".join(f"[{name}](../rules/{name[0]}.md#rule-{name.lower()})" for name in rules)
            rows.append([*cells, missed, f"`{file}`", links])
        return ("## Files of the specification\n\nA mutant changes a file, and not a rule. So the figures tell how well the file is "
                "guarded, whatever rules it decides by. *None* means that no mutant was drawn in the file. *No effect* counts the mutants "
                "that change nothing that is judged.\n\n" +
                markup.table(["mutants", "noticed", "no effect", "missed", "file", "rules"], rows, numbers=(0, 1, 2, 3)) + "\n")

    def limits_page(self):
        text = ("# What is not looked at\n\n" + markup.page_head(1) + "\nThe specification drops the commands below, and no subject runs them. "
                "`modecheck rules --unspecified` prints the same.\n\n")
        for kind in dict.fromkeys(row["kind"] for row in self.unspecified):
            text += f"## {kind[0].upper() + kind[1:]}\n\n{self.kinds[kind]}\n\n"
            for row in (row for row in self.unspecified if row["kind"] == kind):
                text += f"### {row['reason']}\n\n{row['what']}\n\n" + markup.fenced("text", HEADER + row["example"]) + "\n"
        return text


def found_as(fault):
    """How a fault was found, as a sentence."""
    program = number(fault["found at program"])
    return "It was not found." if program is None else f"Found at program {program:,.0f}, as `{fault['as']}`."


def told_counts(counts):
    return ", ".join(f"{count} of kind *{kind}*" for kind, count in counts.items())


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    Evidence(sys.argv[1], Modecheck(sys.argv[2], SOURCE)).write()


if __name__ == "__main__":
    main()
