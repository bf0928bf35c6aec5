"""Reads the tables of Markdown documents."""

import dataclasses
import re


@dataclasses.dataclass
class Table:
    heading: str   # the heading above it
    header: list
    rows: list

    def dicts(self):
        return [dict(zip(self.header, row)) for row in self.rows]


def cells(line):
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def read_tables(file):
    out, heading, lines = [], "", []
    fenced = False
    for line in [*file.read_text().splitlines(), ""]:
        if line.startswith("```"):
            fenced = not fenced
        if line.startswith("|") and not fenced:
            lines.append(line)
            continue
        if lines:
            out.append(Table(heading, cells(lines[0]), [cells(row) for row in lines[2:]]))
            lines = []
        if line.startswith("#") and not fenced:
            heading = line.lstrip("# ").strip()
    return out


def table_with(tables, *columns):
    """The first table that has all these columns. A document without it is an error that names it."""
    for table in tables:
        if all(column in table.header for column in columns):
            return table
    raise SystemExit(f"no table has the columns {', '.join(columns)}")


def number(text):
    """A number as documents write it: 1,234, 12 %, `0.5`. None for a dash."""
    found = re.search(r"-?\d[\d,]*\.?\d*", text)
    return float(found[0].replace(",", "")) if found else None


def fact(file, pattern):
    """What the pattern's group matches in a document. A document that no longer says it is an error."""
    found = re.search(pattern, file.read_text(), re.MULTILINE)
    if not found:
        raise SystemExit(f"{file}: nothing in it matches {pattern!r}, which the site quotes")
    return found[1]
