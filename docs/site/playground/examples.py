#!/usr/bin/env python3
"""Collects the programs of the documents, the rules and the known findings for the playground.

examples.py ROOT OUT      writes OUT, a JavaScript file that sets `playgroundExamples`

Each example has a group, a label (may be empty), a title, a note (may be empty) and its program.
"""
import json
import pathlib
import re
import sys

HEADER = "modecheck 1"


def without_markup(text):
    """Returns a sentence of Markdown as plain text."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[`*]", "", text).strip()


def tour(root):
    """Returns the programs of docs/site/playground/tour. The first comment of a program is its title, the second its
    note."""
    for file in sorted((root / "docs/site/playground/tour").glob("*.prog")):
        lines = file.read_text().splitlines()
        title, note = lines[1].removeprefix("# "), lines[2].removeprefix("# ")
        program = "\n".join([lines[0], *lines[3:]]) + "\n"
        yield {"group": "Start here", "label": "", "title": title, "note": note, "program": program}


def questions(root):
    """Returns the questions of docs/SPECIFICATION.md, whose programs have no header."""
    text = (root / "docs/SPECIFICATION.md").read_text()
    for number, question, program in re.findall(r"^### (\d+)\. (.+?)\n+```\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        yield {"group": "Ten questions about the specification", "label": number, "title": without_markup(question),
               "note": "Answer first, then step through the program.", "program": f"{HEADER}\n{program}"}


def documents(root):
    """Returns the fenced programs of the documents, each with the heading above it."""
    for file in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        heading, fence = "", None
        for line in file.read_text().splitlines():
            if line.startswith("```"):
                if fence is not None and fence[:1] == [HEADER]:
                    yield {"group": "From the documents", "label": "", "title": heading, "note": "",
                           "program": "\n".join(fence) + "\n"}
                fence = [] if fence is None else None
            elif fence is not None:
                fence.append(line)
            elif line.startswith("#"):
                heading = without_markup(line.lstrip("# "))


def rules(root):
    """Returns the smallest program of each rule, with the rule's statement from docs/RULES.md."""
    text = (root / "docs/RULES.md").read_text()
    for rule, statement in re.findall(r"^\| (\w+) \| ([^|]+) \|", text, re.MULTILINE):
        file = root / f"tests/rules/examples/{rule}.prog"
        if file.exists():
            yield {"group": "The rules, each with its smallest program", "label": rule, "title": without_markup(statement),
                   "note": "", "program": without_patterns(file)}


def without_patterns(file):
    """Returns a program of known/ without its pattern, which only modecheck reads."""
    return "\n".join(line for line in file.read_text().splitlines() if not line.startswith("# pattern:")) + "\n"


def known(root):
    """Returns what is known about PyTorch: one program for each cause."""
    groups = {"finding": "Known findings: PyTorch breaks a rule here",
              "difference": "Known differences between PyTorch and the model"}
    for kind, group in groups.items():
        for file in sorted((root / "known").glob("*/cause.json")):
            cause = json.loads(file.read_text())
            if cause["kind"] == kind:
                yield {"group": group, "label": cause["rule"], "title": without_markup(cause["title"]),
                       "note": without_markup(cause["what"]),
                       "program": without_patterns(file.parent / f"{cause['example']}.prog")}


def examples(root):
    return [*tour(root), *questions(root), *documents(root), *rules(root), *known(root)]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    found = examples(pathlib.Path(sys.argv[1]))
    text = json.dumps(found, ensure_ascii=True, separators=(",", ":"))
    pathlib.Path(sys.argv[2]).write_text(f'// Written by examples.py.\n"use strict";\nconst playgroundExamples = {text};\n')


if __name__ == "__main__":
    main()
