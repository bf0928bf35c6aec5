#!/usr/bin/env python3
"""Writes the pages of the rules: one for each family, with a section for each rule.

usage: rules.py OUT_FOLDER MODECHECK_BINARY

With MODECHECK_SITE_QUICK=1 in the environment, the programs run on our engine only, and not on PyTorch.
"""

import pathlib
import re
import sys

from shared import known, markup, steps
from shared.explained import read_explanation
from shared.modecheck import Modecheck
from shared.rulebook import DOCUMENTS, read_mutants, read_rules
from shared.sharing import sharing_html

SOURCE = pathlib.Path(__file__).resolve().parents[3]
HEADER = "modecheck 1\n"


class Rules:
    def __init__(self, out, modecheck):
        self.out = pathlib.Path(out)
        self.modecheck = modecheck
        self.rules, self.families = read_rules(modecheck, SOURCE)
        self.mutants = read_mutants(SOURCE)
        self.causes = known.read_causes(SOURCE).values()
        self.versions = sorted({version for cause in self.causes for version in cause.versions}, key=known.version_key)
        self.subjects = {} if modecheck.quick else modecheck.torch_subjects()
        self.names = {name: version for version, name in self.subjects.items()}

    def explanations(self):
        """rule -> its program without header, and what explain tells of it."""
        judged = ["engine:cpu", *self.subjects.values()]
        files = {rule.id: f"docs/site/rules/{rule.id}.prog" for rule in self.rules}
        for file in files.values():
            if not (SOURCE / file).exists():
                raise SystemExit(f"{file} is not there: every rule needs a program that shows it")
        texts = self.modecheck.run_all([("explain", file, "--subjects", ",".join(judged)) for file in files.values()])
        out = {}
        for (name, file), text in zip(files.items(), texts):
            if isinstance(text, RuntimeError):
                raise SystemExit(f"{file}: {text}")
            program = known.without_comments((SOURCE / file).read_text())
            told = read_explanation(text, program)
            if any(differs for step in told.steps for subject, (_, differs) in step.subjects.items() if subject == "engine:cpu"):
                raise SystemExit(f"{file}: the engine and the specification do not agree about it")
            out[name] = (program, told)
        return out

    def write(self):
        markup.copy_assets(self.out)
        shown = self.explanations()
        for letter, family in self.families.items():
            rules = [rule for rule in self.rules if rule.family == letter]
            text = f"# {family['title']}\n\n" + markup.page_head(1) + f"\n{family['text']}\n\n"
            text += "".join(self.section(rule, *shown[rule.id]) for rule in rules)
            markup.write(self.out / f"rules/{letter}.md", text)
        markup.write(self.out / "rules/index.md", self.index())

    # ---- the list

    def index(self):
        text = "# The rules\n\n" + markup.page_head(1)
        text += (
            f"\nInferenceMode and autograd promise something about every tensor and every call. {len(self.rules)} rules write "
            "the promises down. The specification is a program that decides by them, and names the rule that decided.\n\n"
            "Each rule below has a plain statement and a small program, step by step. It says what each version of PyTorch does, and "
            "what shows that the rule is really checked. The last columns count the causes in the [atlas](../atlas/index.md) by which a "
            "version of PyTorch does not keep the rule.\n\n"
            "The sources are " + ", ".join(f"**{letter}** {self.document(letter)}" for letter in DOCUMENTS) + ".\n\n"
            "If you have half an hour, read these six: " + ", ".join(self.link(name) for name in ("K1", "K2", "M2", "S1", "V3", "W4")) +
            ".\n\n")
        text += "```{toctree}\n:hidden:\n\n" + "\n".join(self.families) + "\n```\n\n"
        for letter, family in self.families.items():
            text += f"## {family['title']}\n\n{family['text']}\n\n"
            rows = []
            for rule in (rule for rule in self.rules if rule.family == letter):
                counts = [self.count_cell(rule, version) for version in self.versions]
                rows.append([f"[{rule.id}]({letter}.md#{anchor(rule.id)})", rule.title, " ".join(rule.letters), *counts])
            text += markup.table(["rule", "in short", "source", *self.versions], rows,
                                 numbers=tuple(range(3, 3 + len(self.versions)))) + "\n"
        text += self.beside()
        return text

    def count_cell(self, rule, version):
        count = sum(1 for cause in self.broken(rule) if version in cause.versions)
        return f'<a href="{atlas_address(rule.id, version)}">{count}</a>' if count else ""

    def beside(self):
        ids = {rule.id for rule in self.rules}
        other = sorted({cause.rule for cause in self.causes} - ids)
        counts = ", ".join(f"{sum(1 for cause in self.causes if cause.rule == name)} by {name}" for name in other)
        return (f"## Beside the rules\n\nOperators have contracts of their own, about values and strides. Some causes of the "
                f"[atlas](../atlas/index.md) are judged by these: {counts}.\n")

    def link(self, name):
        rule = next(rule for rule in self.rules if rule.id == name)
        return f"[{name}, {rule.title[0].lower() + rule.title[1:]}]({rule.family}.md#{anchor(name)})"

    def document(self, letter):
        name, address = DOCUMENTS[letter]
        return f"[{name}]({address})" if address else name

    # ---- one rule

    def section(self, rule, program, told):
        text = f"({anchor(rule.id)})=\n## {rule.id}: {rule.title}\n\n{rule.plain}\n\n"
        text += f"> {markup.plain(rule.statement)}\n\n*Source:* {self.sources(rule)}.\n\n"
        text += "### Step by step\n\n" + markup.raw(steps.steps_html(told, self.names)) + "\n"
        for name, rules, words in told.errors:
            text += f"`{name}` ({rules}): {markup.plain(words)}\n\n"
        figure = sharing_html(told, program)
        if figure:
            text += markup.raw(figure) + "\n"
        text += ":::{dropdown} The program as a file\n\n" + markup.fenced("text", HEADER + program) + ":::\n\n"
        text += self.in_pytorch(rule) + self.checked(rule)
        return text

    def sources(self, rule):
        out = []
        for letter in rule.letters:
            section = f', "{rule.sections[letter]}"' if letter in rule.sections else ""
            out.append(self.document(letter) + section)
        return "; ".join(out)

    def broken(self, rule):
        """The causes that name the rule, or of which an entry does."""
        return [cause for cause in self.causes if rule.id in cause.rules]

    def in_pytorch(self, rule):
        text = "### In PyTorch\n\n"
        causes = self.broken(rule)
        for version in self.versions:
            here = [cause for cause in causes if version in cause.versions]
            if not here:
                text += f"- **{version}** keeps the rule in everything that was run.\n"
                continue
            first = ", ".join(f"[{cause.title}](../atlas/{cause.id}.md)" for cause in here[:4])
            rest = f', and <a href="{atlas_address(rule.id, version)}">{len(here) - 4} more</a>' if len(here) > 4 else ""
            text += f"- **{version}** does not, as {count_of(here)} {'show' if len(here) > 1 else 'shows'}: {first}{rest}.\n"
        return text + "\n"

    def checked(self, rule):
        text = f"### What shows that it is checked\n\n- Of 20,000 random programs, {rule.programs} touch the rule.\n"
        example = SOURCE / f"tests/rules/examples/{rule.id}.prog"
        smallest = re.sub(r"\s*\n\s*", " · ", known.without_comments(example.read_text()).strip())
        text += f"- The smallest program that touches it: `{smallest}`.\n"
        for fault in rule.faults:
            text += (f"- Planted fault *{fault['fault']}*: {markup.plain(fault['what is wrong'])} It was found at program "
                     f"{fault['found at program']}, as `{fault['as']}`.\n")
        files = [file for file in rule.files if file in self.mutants]
        if files:
            total = {name: int(sum(self.mutants[file][name] or 0 for file in files))
                     for name in ("mutants", "killed", "unseen", "equivalent", "never executed")}
            missed = total["unseen"] + total["never executed"]
            text += (f"- Mutants of the files that decide by it ({', '.join(f'`{file}`' for file in files)}): {total['mutants']} tried, "
                     f"{total['killed']} noticed by the campaign, {total['equivalent']} without an effect that is judged, "
                     f"{missed or 'none'} missed.\n")
        elif rule.files:
            text += f"- It is decided in {', '.join(f'`{file}`' for file in rule.files)}, of which no mutant was drawn.\n"
        return text + "\n"


def anchor(rule):
    return f"rule-{rule.lower()}"


def atlas_address(rule, version):
    """The atlas with its filter set."""
    return f"../atlas/index.html?rule={rule}&amp;version={version}"


def count_of(causes):
    findings = sum(1 for cause in causes if cause.kind == "finding")
    differences = len(causes) - findings
    parts = []
    if findings:
        parts.append(f"{findings} finding" + "s" * (findings != 1))
    if differences:
        parts.append(f"{differences} difference" + "s" * (differences != 1))
    return " and ".join(parts)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    Rules(sys.argv[1], Modecheck(sys.argv[2], SOURCE)).write()


if __name__ == "__main__":
    main()
