"""The rules, and all that the sources say about each: statement, documents, examples, faults, mutants."""

import dataclasses
import re
import tomllib

from .tables import cells, number, read_tables, table_with

DOCUMENTS = {
    "R": ("RFC-0011", "https://github.com/pytorch/rfcs/blob/master/RFC-0011-InferenceMode.md"),
    "P": ("pull request 54403", "https://github.com/pytorch/pytorch/pull/54403"),
    "N": ("PyTorch's notes on InferenceMode", "https://pytorch.org/cppdocs/notes/inference_mode.html"),
    "L": ("libtorch 1.13.1, as measured", ""),
    "O": ("a decision of our own", ""),
}


@dataclasses.dataclass
class Rule:
    id: str
    statement: str
    letters: list
    title: str
    plain: str
    sections: dict   # letter -> section
    programs: str    # how many of the first 20,000 random programs touch it
    faults: list     # those that break it, with how they were found
    files: list      # the specification's files that decide by it

    @property
    def family(self):
        return self.id[0]


def read_statements(text):
    """`modecheck rules`: id -> (letters, statement)."""
    out = {}
    lines = text.splitlines()
    rule = next(i for i, line in enumerate(lines) if re.fullmatch(r"-+  -+  -+", line))
    begins = [match.start() for match in re.finditer(r"-+", lines[rule])]
    last = ""
    for line in lines[rule + 1:]:
        if not line.strip():
            break
        name, letters, words = (line[begins[0]:begins[1]].strip(), line[begins[1]:begins[2]].strip(), line[begins[2]:].strip())
        if name:
            last = name
            out[name] = (letters.split(), words)
        else:
            out[last] = (out[last][0], out[last][1] + " " + words)
    return out


def read_faults(source):
    """docs/FAULTS.md, with the rules that each fault breaks: those that its sentence names in brackets at its end."""
    out = []
    for row in table_with(read_tables(source / "docs/FAULTS.md"), "fault", "what is wrong").dicts():
        brackets = re.findall(r"\(([A-Z]\d?(?:, [A-Z]\d?)*)\)", row["what is wrong"])
        row["rules"] = [name for text in brackets for name in text.split(", ")]
        out.append(row)
    return out


def deciding_files(source):
    """rule -> the specification's source files that cite it in a decision."""
    out = {}
    for file in sorted((source / "spec").rglob("*.cpp")):
        for name in set(re.findall(r"\bRule::([A-Z]\d?)\b", file.read_text())):
            out.setdefault(name, []).append(str(file.relative_to(source)))
    return out


def read_rules(modecheck, source):
    """All rules, in the order of `modecheck rules`, and the families."""
    said = tomllib.loads((source / "docs/site/rules/rules.toml").read_text())
    statements = read_statements(modecheck.run("rules"))
    unlike = set(statements) ^ set(said["rules"])
    if unlike:
        raise SystemExit(f"docs/site/rules/rules.toml and `modecheck rules` do not agree about {', '.join(sorted(unlike))}")
    counts = {row["rule"]: row["programs"] for row in table_with(read_tables(source / "docs/RULES.md"), "rule", "programs").dicts()}
    faults, files = read_faults(source), deciding_files(source)
    rules = []
    for name, (letters, statement) in statements.items():
        words = said["rules"][name]
        sections = {letter: words[letter] for letter in "RPN" if letter in words}
        if set(sections) != set(letters) & set("RPN"):
            raise SystemExit(f"docs/site/rules/rules.toml: the sections of {name} are not those of its sources {letters}")
        rules.append(Rule(name, statement, letters, words["title"], words["plain"], sections, counts[name],
                          [fault for fault in faults if name in fault["rules"]], files.get(name, [])))
    return rules, said["families"]


def read_mutants(source):
    """file -> its row in docs/MUTANTS.md, the figures as numbers."""
    rows = table_with(read_tables(source / "docs/MUTANTS.md"), "file", "mutants").dicts()
    return {row["file"]: {name: number(cell) for name, cell in row.items() if name != "file"} for row in rows}


__all__ = ["DOCUMENTS", "Rule", "cells", "read_mutants", "read_rules"]
