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
from shared.rulebook import DOCUMENTS, read_rules
from shared.sharing import sharing_html

SOURCE = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(SOURCE / "docs/site/tools"))
from assemble import with_rule_links  # noqa: E402
HEADER = "modecheck 1\n"


class Rules:
    def __init__(self, out, modecheck):
        self.out = pathlib.Path(out)
        self.modecheck = modecheck
        self.rules, self.families = read_rules(modecheck, SOURCE)
        self.causes, self.severities = known.most_severe_first(known.read_causes(SOURCE), modecheck.run("findings"))
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

    def met(self, shown):
        """(rule, subject) -> the known causes that the program of the rule meets on a subject that differs."""
        places = [(name, subject) for name, (_, told) in shown.items() for subject in self.names
                  if any(step.subjects.get(subject, ("", False))[1] for step in told.steps)]
        texts = self.modecheck.run_all([("replay", f"docs/site/rules/{name}.prog", "--subjects", subject) for name, subject in places])
        out = {}
        for place, text in zip(places, texts):
            if isinstance(text, RuntimeError):
                raise SystemExit(f"docs/site/rules/{place[0]}.prog: {place[1]} differs, and known/ does not describe how: {text}")
            out[place] = causes_named(text, self.causes)
        return out

    def write(self):
        markup.copy_assets(self.out)
        shown = self.explanations()
        met = self.met(shown)
        for letter, family in self.families.items():
            rules = [rule for rule in self.rules if rule.family == letter]
            text = f"# {family['title']}\n\n" + markup.page_head(1) + f"\n{family['text']}\n\n"
            text += "".join(self.section(rule, *shown[rule.id], met) for rule in rules)
            markup.write(self.out / f"rules/{letter}.md", text)
        markup.write(self.out / "rules/index.md", self.index())

    # ---- the list

    def index(self):
        text = "# The rules\n\n" + markup.page_head(1)
        text += (
            f"\nInferenceMode and autograd promise something about every tensor and every call. {len(self.rules)} rules write "
            "the promises down. The specification is a program that decides by them, and names the rule that decided.\n\n"
            "Each rule below has a plain statement and a small program, step by step. It says what each version of PyTorch does, and "
            "what shows that the rule is really checked. The last columns count the causes in the [atlas](../atlas/index.md) that are "
            "filed under the rule for a version of PyTorch. *None* means that no such cause is known. The page of a rule also "
            "names the cause that its program meets, which may be filed under another rule.\n\n"
            "A [planted fault](../evidence/faults.md) breaks the rule on purpose. The campaign's report may name another rule, which "
            "showed the fault first. A guard that is open at the end of a program ends there.\n\n"
            "The letters in the column *source* name the documents:\n\n" +
            "".join(f"- **{letter}**: {self.document(letter)}\n" for letter in DOCUMENTS) + "\n"
            "If you have half an hour, read these six: " + ", ".join(self.link(name) for name in ("K1", "K2", "M2", "S1", "V3", "W4")) +
            ".\n\n")
        text += "```{toctree}\n:hidden:\n\n" + "\n".join(self.families) + "\n```\n\n"
        for letter, family in self.families.items():
            text += f"## {family['title']}\n\n{family['text']}\n\n"
            rows = []
            for rule in (rule for rule in self.rules if rule.family == letter):
                counts = [self.count_cell(rule, version) for version in self.versions]
                rows.append([f"[{rule.id}]({letter}.md#{anchor(rule.id)})", rule.title, " ".join(rule.letters), *counts])
            text += "::::{div} mc-even\n\n" + markup.table(["rule", "in short", "source", *self.versions], rows,
                                 numbers=tuple(range(3, 3 + len(self.versions)))) + "\n::::\n\n"
        text += self.beside()
        return text

    def count_cell(self, rule, version):
        count = sum(1 for cause in self.broken(rule) if version in cause.versions)
        return f'<a href="{atlas_address(rule.id, version)}">{count}</a>' if count else "none"

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

    def section(self, rule, program, told, met):
        text = f"({anchor(rule.id)})=\n## {rule.id}: {rule.title}\n\n{self.linked(rule.plain, rule)}\n\n"
        text += f"> {markup.plain(rule.statement)}\n\n*Source:* {self.sources(rule)}.\n\n"
        text += markup.rubric("Step by step") + markup.raw(steps.steps_html(told, self.names)) + "\n"
        for name, rules, words in told.errors:
            text += f"`{name}` ({rules}): {markup.plain(words)}\n\n"
        figure = sharing_html(told, program)
        if figure:
            text += markup.raw(figure) + "\n"
        text += ":::{dropdown} The program as a file\n\n" + markup.fenced("text", HEADER + program) + ":::\n\n"
        text += self.in_pytorch(rule, told, met) + self.checked(rule)
        return text

    def linked(self, text, rule):
        """The text, in which the ids of other rules are links."""
        return with_rule_links(text, f"rules/{rule.family}.md", {other.id for other in self.rules} - {rule.id})

    def sources(self, rule):
        out = []
        for letter in rule.letters:
            section = f', "{rule.sections[letter]}"' if letter in rule.sections else ""
            out.append(self.document(letter) + section)
        return "; ".join(out)

    def broken(self, rule):
        """The causes that name the rule, or of which an entry does, the most severe first."""
        return [cause for cause in self.causes if rule.id in cause.rules]

    def in_pytorch(self, rule, told, met):
        text = markup.rubric("In PyTorch")
        for version in self.versions:
            subject = self.subjects.get(version)
            first = met.get((rule.id, subject), [])
            others = [cause for cause in self.broken(rule) if version in cause.versions and cause not in first]
            sentence = difference_at_step(told, subject, self.names)
            text += f"- {told_of_version(rule.id, version, sentence, first, others, self.severities)}\n"
        return text + "\n"

    def checked(self, rule):
        text = markup.rubric("What shows that it is checked")
        text += f"- In {rule.programs} of 20,000 random programs the specification decides a command by the rule. The smallest one is\n\n"
        example = SOURCE / f"tests/rules/examples/{rule.id}.prog"
        smallest = markup.fenced("text", known.without_comments(example.read_text()).strip())
        text += "".join(f"  {line}\n" for line in smallest.splitlines()) + "\n"
        for fault in rule.faults:
            text += f"- Planted fault *{fault['fault']}*: {markup.plain(fault['what is wrong'])} {noticed(fault)}\n"
        if rule.files:
            text += (f"- The specification decides by it in {steps.listed([f'`{file}`' for file in rule.files])}. "
                     "[Mutants](../evidence/mutants.md#files-of-the-specification) are counted for each file.\n")
        return text + "\n"


def causes_named(text, causes):
    """The causes that a report of `replay` names, in its order and each once."""
    out = []
    for name, title in re.findall(r"^\s*known as (\S+): (.*)$", text, re.MULTILINE):
        named = [cause for cause in causes if any(entry.name == name for entry in cause.entries)]
        same = [cause for cause in named if cause.title.startswith(title.strip())] or named
        if not same:
            raise SystemExit(f"`replay` says \"known as {name}\", and known/ has no such entry")
        out += [cause for cause in same[:1] if cause not in out]
    if not out:
        raise SystemExit(f"a subject differs, and `replay` names no entry of known/:\n{text}")
    return out


def difference_at_step(told, subject, names):
    """What the subject does otherwise, as a sentence on PyTorch, or nothing if it agrees at every step."""
    one = next((one for one in told.differences if subject and one.subject == subject), None)
    if one is None:
        return ""
    place = re.search(r" \(at command (\d+)\)", one.sentence)
    said = one.sentence.replace(place[0], "") if place else one.sentence
    said = steps.with_versions(said, names).removeprefix(f"PyTorch {names[subject]} ")
    return (f"At step {place[1]} it " if place else "It ") + said


def told_of_version(rule, version, sentence, first, others, severities):
    """What is known of one version and one rule. `first` are the causes that the rule's own program meets."""
    if not first and not others:
        return f"**{version}**: no cause that breaks this rule is known."
    if first:
        text = f"**{version}** differs in the program above. {markup.plain(sentence)} Cause: {listed_causes(first, severities)}."
    elif any(cause.kind == "finding" for cause in others):
        text = f"**{version}** does not keep the rule."
    else:
        text = f"**{version}** differs where no document decides."
    if others:
        rest = f', and <a href="{atlas_address(rule, version)}">{len(others) - 4} more</a>' if len(others) > 4 else ""
        text += f" {'Other causes' if first else 'Causes'} ({count_of(others)}): {listed_causes(others[:4], severities)}{rest}."
    return text


def listed_causes(causes, severities):
    return "; ".join(f"[{cause.title}](../atlas/{cause.id}.md) ({cause.severity(severities)})" for cause in causes)


def noticed(fault):
    """How the campaign noticed a planted fault, as a sentence. The report may name another rule than the one that is broken."""
    rule, subject, *what = fault["as"].split()
    where = f"`{' '.join(what)}`" if what else "a program"
    on = f"[`{subject}`](../glossary.md#checking-the-search)" if subject.startswith("starved") else f"`{subject}`"
    return f"The campaign reported it at program {fault['found at program']} under rule {rule}, for {where} on {on}."


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
