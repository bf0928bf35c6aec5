"""Reads the causes of `known/` and their entries."""

import dataclasses
import json
import re

@dataclasses.dataclass
class Entry:
    """One way in which a cause shows: a program and what its last comments say."""

    name: str        # the file without its ending
    path: str        # from the root of the sources
    program: str     # without the first line and without comments
    severity: str
    versions: list
    rule: str
    operation: str
    error: str
    operations: set  # those of the program and those that the pattern names


@dataclasses.dataclass
class Cause:
    """A root cause: a folder of `known/`."""

    id: str
    title: str
    kind: str
    rule: str
    example: Entry
    what: str
    why: str
    fix: str
    link: str
    entries: list

    @property
    def versions(self):
        return sorted({version for entry in self.entries for version in entry.versions}, key=version_key)

    @property
    def operations(self):
        return sorted({name for entry in self.entries for name in entry.operations})

    @property
    def rules(self):
        return sorted({self.rule} | {entry.rule for entry in self.entries})

    def severity(self, order):
        """The worst severity of the entries, where `order` names the worst first."""
        return min((entry.severity for entry in self.entries), key=order.index)

    def example_in(self, version):
        """The entry that shows the cause in this version: the example if it does, else the first one that does."""
        for entry in [self.example, *self.entries]:
            if version in entry.versions:
                return entry
        return None


def version_key(version):
    return [int(part) for part in version.split(".")]


def without_comments(text):
    return "\n".join(line for line in text.splitlines()[1:] if not line.startswith("#"))


def operations_of(program):
    """The operations of a program's commands, guards included."""
    out = set()
    for line in program.splitlines():
        name = re.match(r"\s*(?:\[t1\] )?(?:r\d(?:, r\d)* = )?([A-Za-z_][\w.]*)\(", line)
        if name:
            out.add(name[1])
    return out


def either(data, new, old):
    """A value by its present key, or by the key that it had before."""
    return data[new] if new in data else data[old]


def severity_of(data):
    """An entry's severity. Files of the version before have it under another key, and it is their only text."""
    return data.get("severity") or next(value for value in data.values() if isinstance(value, str))


def read_entry(file, source):
    text = file.read_text()
    comments = re.findall(r"^# pattern: (.*)$", text, re.MULTILINE)
    if not comments:
        raise SystemExit(f"{file}: it has no pattern")
    data = json.loads("\n".join(comments))
    signature = data["signature"]
    program = without_comments(text)
    pattern = either(data, "pattern", "recognised")
    named = {name for name in pattern.get("operations", []) if re.fullmatch(r"[\w.]+", name)}
    return Entry(name=file.stem, path=str(file.relative_to(source)), program=program,
                 severity=severity_of(data), versions=data["versions"], rule=signature["rule"],
                 operation=signature["operation"], error=signature["error"],
                 operations=operations_of(program) | named)


def read_causes(source):
    """All causes by their id."""
    out = {}
    for file in sorted((source / "known").glob("*/cause.json")):
        data = json.loads(file.read_text())
        entries = [read_entry(program, source) for program in sorted(file.parent.glob("*.prog"))]
        examples = [entry for entry in entries if entry.name == data["example"]]
        if not examples:
            raise SystemExit(f"{file}: its example {data['example']} is no program of the folder")
        out[file.parent.name] = Cause(id=file.parent.name, title=data["title"], kind=data["kind"],
                                      rule=data["rule"], example=examples[0], what=data["what"], why=data["why"],
                                      fix=data["fix"], link=data["link"], entries=entries)
    return out


def most_severe_first(causes, findings_page):
    """The causes in the order of `modecheck findings`, and the severities, the worst first, in the order of their
    first rows there."""
    order = re.findall(r'^<a id="([^"]+)"></a>$', findings_page, re.MULTILINE)
    missing = set(causes) ^ set(order)
    if missing:
        raise SystemExit(f"known/ and `modecheck findings` do not agree about {', '.join(sorted(missing))}")
    tables = re.split(r"^## ", findings_page, flags=re.MULTILINE)
    severities = []
    used = {entry.severity for cause in causes.values() for entry in cause.entries}
    for table in tables:
        for cells in re.findall(r"^\| \[.*?\]\(#[^)]*\) \| ([^|]+) \|", table, re.MULTILINE):
            if cells not in severities:
                severities.append(cells)
    severities += sorted(used - set(severities))
    return [causes[name] for name in order], severities
