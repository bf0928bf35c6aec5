#!/usr/bin/env python3
"""Writes the atlas of findings: a list with a filter, and a page for each cause of known/.

usage: atlas.py OUT_FOLDER MODECHECK_BINARY

With MODECHECK_SITE_QUICK=1 in the environment, only a few causes are run. The pages of the others say so and show their
programs.
"""

import dataclasses
import pathlib
import re
import sys

from shared import known, markup, steps
from shared.explained import read_explanation
from shared.modecheck import Modecheck
from shared.reproducer import commands_of_cpp, commands_of_python
from shared.sharing import sharing_html
from shared.upstream import read_upstream, upstream_page

SOURCE = pathlib.Path(__file__).resolve().parents[3]
HEADER = "modecheck 1\n"
QUICK_CAUSES = 2


class Atlas:
    def __init__(self, out, modecheck):
        self.out = pathlib.Path(out)
        self.modecheck = modecheck
        page = modecheck.run("findings")
        self.causes, self.severities = known.most_severe_first(known.read_causes(SOURCE), page)
        self.subjects = modecheck.torch_subjects()
        self.names = {name: version for version, name in self.subjects.items()}
        self.upstream = read_upstream(SOURCE / "docs/UPSTREAM.md")
        self.statements = dict(re.findall(r"^\| (\w+) \| (.*?) \| [RPNLO ]+ \|", (SOURCE / "docs/RULES.md").read_text(),
                                          re.MULTILINE))
        self.run_count = QUICK_CAUSES if modecheck.quick else len(self.causes)

    def newest(self):
        return max({version for cause in self.causes for version in cause.versions}, key=known.version_key)

    def answers(self):
        """For each cause that is run: what explain says, and the C++ and the Python file, or an error of each."""
        calls, places = [], []
        for cause in self.causes[:self.run_count]:
            here = [self.subjects[version] for version in cause.example.versions if version in self.subjects]
            entry, subject = self.reproduced(cause)
            if not here or subject not in self.names:
                continue
            calls += [("explain", cause.example.path, "--subjects", ",".join(["engine:cpu", *here])),
                      ("emit", entry.path, "--as", "cpp", "--subjects", subject),
                      ("emit", entry.path, "--as", "python", "--subjects", subject)]
            places.append(cause.id)
        texts = self.modecheck.run_all(calls)
        return {name: texts[3 * i:3 * i + 3] for i, name in enumerate(places)}

    def reproduced(self, cause):
        """The entry that a reader reproduces, and the subject: the cause in the newest version here that shows it.

        If no such version is here, it is the newest one all the same.
        """
        here = [version for version in cause.versions if version in self.subjects]
        version = (here or cause.versions)[-1]
        return cause.example_in(version), self.subjects.get(version, f"torch-{version}:cpu")

    def write(self):
        markup.copy_assets(self.out)
        answers = self.answers()
        for cause in self.causes:
            markup.write(self.out / f"atlas/{cause.id}.md", self.page(cause, answers.get(cause.id)))
        markup.write(self.out / "atlas/index.md", self.index())
        markup.write(self.out / "atlas/upstream.md", upstream_page(SOURCE / "docs/UPSTREAM.md", {cause.id for cause in self.causes}))

    # ---- the list

    def index(self):
        findings = [cause for cause in self.causes if cause.kind == "finding"]
        versions = sorted({version for cause in self.causes for version in cause.versions}, key=known.version_key)
        entries = sum(len(cause.entries) for cause in self.causes)
        text = "# Atlas of findings\n\n" + markup.page_head(1, ["atlas.js"])
        text += (
            f"\nPyTorch {' and '.join(versions)} were judged. In {len(findings)} root causes a document or the mathematics "
            f"decides against PyTorch: these are the **findings**. In {len(self.causes) - len(findings)} more neither decides, and "
            f"the specification follows one version or a decision of our own: these are **differences**. {entries} small programs tell them apart, and every "
            "campaign runs these programs again. The most severe come first.\n\n")
        text += ("```{toctree}\n:hidden:\n\nupstream\n```\n\nWhere two versions of PyTorch do not agree, [another page](upstream.md) says "
                 "what upstream's issues and pull requests say about it.\n\n")
        text += markup.raw(self.filter_form(versions))
        text += markup.raw('<ul class="mc-causes" id="mc-causes">\n' + "\n".join(map(self.row, self.causes)) + "\n</ul>")
        text += "\n" + self.severity_legend()
        return text

    def filter_form(self, versions):
        def options(values):
            return "".join(f'<option value="{markup.escaped(value)}">{markup.escaped(value)}</option>' for value in values)
        rules = sorted({rule for cause in self.causes for rule in cause.rules},
                       key=lambda rule: (rule not in self.statements, rule))
        operations = sorted({name for cause in self.causes for name in cause.operations})
        return (
            '<form class="mc-filter" id="mc-filter" role="search">\n'
            '<label class="mc-wide">Text <input type="search" name="text" placeholder="words of title, text or program"></label>\n'
            f'<label>Version <select name="version"><option value="">all</option>{options(versions)}</select></label>\n'
            f'<label>Severity <select name="severity"><option value="">all</option>{options(self.severities)}</select></label>\n'
            f'<label>Rule <select name="rule"><option value="">all</option>{options(rules)}</select></label>\n'
            '<label>Kind <select name="kind"><option value="">all</option><option value="finding">findings</option>'
            '<option value="difference">differences</option></select></label>\n'
            f'<label>Operator <input name="operator" list="mc-operators" placeholder="for example add_.Tensor"></label>\n'
            f'<datalist id="mc-operators">{options(operations)}</datalist>\n'
            '<p><output name="count" aria-live="polite"></output> <button type="reset">Show all</button></p>\n</form>')

    def row(self, cause):
        severity = cause.severity(self.severities)
        words = " ".join([cause.title, cause.what, cause.why, cause.example.program, cause.id]).lower()
        words = re.sub(r"\s+", " ", words.replace("`", ""))
        data = {"versions": " ".join(cause.versions), "severity": "|".join(sorted({e.severity for e in cause.entries})),
                "rules": " ".join(cause.rules), "kind": cause.kind, "operators": " ".join(cause.operations), "words": words}
        attributes = " ".join(f'data-{name}="{markup.escaped(value)}"' for name, value in data.items())
        badges = markup.badge(severity, "severity mc-" + severity.replace(" ", "-"))
        badges += markup.badge(cause.rule, "rule") + "".join(markup.badge(v, "version") for v in cause.versions)
        if cause.kind == "difference":
            badges += markup.badge("difference", "kind")
        return (f'<li id="{cause.id}" {attributes}><a href="{cause.id}.html">{markup.inline_html(cause.title)}</a>'
                f'<span class="mc-badges">{badges}</span></li>')

    def severity_legend(self):
        counts = {severity: [0, 0] for severity in self.severities}
        for cause in self.causes:
            counts[cause.severity(self.severities)][cause.kind == "difference"] += 1
        rows = [[severity, *counts[severity]] for severity in self.severities]
        return ("## Severities\n\nA cause has one or more programs, its entries, each with [a severity](../glossary.md#severities). The cause counts "
                "under the worst of them.\n\n" +
                markup.table(["severity", "findings", "differences"], rows, numbers=(1, 2)))

    # ---- one cause

    def page(self, cause, answers):
        severity = cause.severity(self.severities)
        badges = markup.badge(severity, "severity mc-" + severity.replace(" ", "-")) + markup.badge(cause.kind, "kind")
        badges += "".join(markup.badge("PyTorch " + version, "version") for version in cause.versions)
        text = f"---\norphan: true\n---\n\n# {cause.title}\n\n" + markup.page_head(1, ["copy.js"])
        text += markup.raw(f'<p class="mc-badges">{badges}</p>')
        text += f"\n[← Atlas of findings](index.md) · {self.rule_line(cause.rule)}\n\n"
        text += f"{cause.what}\n\n{cause.why}\n\n"
        text += self.shown(cause, answers)
        text += self.in_versions(cause)
        text += f"## What would mend it\n\n{cause.fix}\n\n" if cause.fix else ""
        text += self.reproducers(cause, answers)
        text += self.for_upstream(cause, answers)
        text += self.other_entries(cause)
        return text

    def rule_line(self, rule):
        if rule in self.statements:
            return f"rule [{rule}](../rules/{family_of(rule)}.md#rule-{rule.lower()}): {markup.plain(self.statements[rule])}"
        return f"judged by its {rule}; no rule of InferenceMode speaks of them"

    def shown(self, cause, answers):
        text = "## The smallest program\n\n"
        if answers is None:
            missing = [version for version in cause.example.versions if version not in self.subjects]
            why = f"PyTorch {' and '.join(missing)} was not there" if missing else "this was a quick build"
            return text + markup.fenced("text", HEADER + cause.example.program) + f"\nNot run when this page was made: {why}.\n\n"
        if isinstance(answers[0], RuntimeError):
            raise SystemExit(f"{cause.example.path}: {answers[0]}")
        told = read_explanation(answers[0], cause.example.program)
        text += markup.fenced("text", HEADER + cause.example.program) + "\n"
        text += markup.raw(steps.steps_html(told, self.names))
        figure = sharing_html(told, cause.example.program)
        if figure:
            text += markup.raw(figure) + "\n"
        for one in merged(told.differences):
            text += f"\n{markup.plain(steps.with_versions(one.sentence, self.names))}\n\n"
            header = [steps.with_versions(name, self.names) for name in one.header]
            if one.rows:
                text += markup.table(header, [[self.cell(cell) for cell in row] for row in one.rows]) + "\n"
            if one.said:
                text += "The error says:\n\n" + markup.fenced("text", steps.with_versions(one.said, self.names)) + "\n"
        return text

    def cell(self, text):
        """A cell of what differs. The id of a rule leads to the rule."""
        return f"[{text}](../rules/{family_of(text)}.md#rule-{text.lower()})" if text in self.statements else code_cell(text)

    def in_versions(self, cause):
        text = "## Versions and upstream\n\n"
        for version in sorted({version for one in self.causes for version in one.versions}, key=known.version_key):
            text += f"- PyTorch {version} {'shows it' if version in cause.versions else 'does not show it'}.\n"
        for row in self.upstream.get(cause.id, []):
            text += f"\n{row}\n"
        if cause.link and not self.upstream.get(cause.id):
            text += f"\nUpstream's thread: <{cause.link}>\n"
        return text + "\n"

    def reproducers(self, cause, answers):
        text = "## Reproduce it without modecheck\n\n"
        entry, subject = self.reproduced(cause)
        version = self.names.get(subject, cause.versions[-1])
        option = "" if subject == "torch:cpu" else f" --subjects {subject}"
        text += (f"`modecheck emit {entry.path} --as cpp{option}` writes a file that needs PyTorch {version} only, and "
                 "`--as python` does the same.\n\n")
        if answers is None:
            return text
        for language, ending, name, answer, part in (("cpp", "cpp", "C++", answers[1], commands_of_cpp),
                                                     ("python", "py", "Python", answers[2], commands_of_python)):
            if isinstance(answer, RuntimeError):
                text += f"There is no {name} form: {message_of(answer)}\n\n"
                continue
            file = f"files/{cause.id}.{ending}"
            answer = steps.with_versions(answer, self.names)
            markup.write(self.out / "atlas" / file, answer)
            text += f":::{{dropdown}} {name}\n\n"
            text += f"The commands, from the whole file, {{download}}`{cause.id}.{ending} <{file}>`:\n\n"
            text += markup.fenced(language, part(answer)) + ":::\n\n"
        return text

    def for_upstream(self, cause, answers):
        newest = self.newest()
        text = "## Text for an upstream issue\n\n"
        if newest not in cause.versions:
            return text + f"There is nothing to report: PyTorch {newest} does not show it.\n\n"
        if cause.link:
            text += "Upstream has a thread about this, named above. Add to that thread instead of a new one.\n\n"
        elif cause.kind == "difference":
            text += "A difference breaks no documented rule. So the text asks, and does not accuse.\n\n"
        text += "Search for the operator upstream first; somebody may have reported it since.\n\n"
        # The text repeats the page, so the search leaves it out.
        return text + "::::{div} no-search\n\n" + markup.raw(
            '<div class="mc-copy"><button type="button">Copy</button><pre tabindex="0">'
            f"{markup.escaped(self.issue(cause, answers))}</pre></div>") + "::::\n\n"

    def issue(self, cause, answers):
        lines = [f"Title: {cause.title}", "", "### Describe the bug", "", cause.what, "", cause.why, ""]
        if cause.rule in self.statements and cause.kind == "finding":
            lines += [f"Expected: {self.statements[cause.rule]}", ""]
        elif cause.kind == "difference":
            lines += ["Is this intended? We found no document that says so.", ""]
        python, cpp = (answers[2], answers[1]) if answers else (None, None)
        python, cpp = (steps.with_versions(text, self.names) if isinstance(text, str) else text for text in (python, cpp))
        if isinstance(python, str):
            lines += ["A script that shows it, with nothing but the torch package:", "", "```python", python.rstrip(), "```"]
        elif isinstance(cpp, str):
            lines += ["A program that shows it, against libtorch:", "", "```cpp", cpp.rstrip(), "```"]
        else:
            lines += ["```", cause.example.program.rstrip(), "```"]
        lines += ["", "A possible mend: " + cause.fix, ""] if cause.fix else [""]
        lines += ["### Versions", "", "PyTorch " + ", ".join(cause.versions) + ", CPU"]
        return "\n".join(lines)

    def other_entries(self, cause):
        others = [entry for entry in cause.entries if entry is not cause.example]
        if not others:
            return ""
        ways = "one other way" if len(others) == 1 else f"{len(others)} other ways"
        text = f"## It shows in {ways}\n\n"
        for entry in others:
            error = f", {entry.error}" if entry.error else ""
            text += (f":::{{dropdown}} {entry.rule}, {markup.plain(entry.operation)}{error} ({entry.severity}; "
                     f"{', '.join(entry.versions)})\n\n`{entry.path}`\n\n")
            text += markup.fenced("text", HEADER + entry.program) + ":::\n\n"
        return text


def family_of(rule):
    return rule[0]


def message_of(error):
    return markup.inline_html(re.sub(r"\s+", " ", str(error)).removeprefix("modecheck: "))


def merged(differences):
    """The differences, of which those of several subjects that differ in the same fields become one table."""
    out = []
    for new in differences:
        same = next((old for old in out if [row[:3] for row in old.rows] == [row[:3] for row in new.rows]), None)
        if same is None:
            out.append(dataclasses.replace(new))
            continue
        alike = new.sentence.replace(new.subject, same.subject) == same.sentence
        same.sentence += f" So does {new.subject}." if alike else f" {new.sentence}"
        same.header = same.header + new.header[3:]
        same.rows = [one + other[3:] for one, other in zip(same.rows, new.rows)]
        if new.said and new.said != same.said:
            same.said = f"{same.subject}: {same.said}\n{new.subject}: {new.said}" if same.said else new.said
    return out


def code_cell(cell):
    return f"`{cell}`" if cell and "`" not in cell else cell


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    Atlas(sys.argv[1], Modecheck(sys.argv[2], SOURCE)).write()


if __name__ == "__main__":
    main()
