"""Completes the page of all operators: the schema of each, its dtypes, the rules that decide about it, and its C++
function.

usage: operators.py OUT MODECHECK

Groups and schemas are what `modecheck operators` prints. Dtypes, rules and C++ functions are those of engine/api/generated/functions.h.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]


def groups(text):
    """The operations of each group with their schemas. A schema may go on in lines without a group."""
    out, last = {}, None
    for line in text.splitlines()[2:]:
        match = re.match(r"^(\w+)\s+(\S+)\s+(\S.*)$", line)
        if match:
            last = [match[2], match[3]]
            out.setdefault(match[1], []).append(last)
        elif line.strip() and line.startswith(" ") and last:
            last[1] += " " + line.strip()
    return out


def functions(text):
    """By operator: what the comment says before the schema, the dtypes, the rules, and the C++ function that follows."""
    out, comment = {}, []
    for line in text.splitlines():
        if line.startswith("// "):
            comment.append(line.removeprefix("// "))
            continue
        match = re.match(r"(.*?)([\w.]+)\(.*-> .*?(?:\. Dtypes: (.*?))?\. Rules: ([\w, ]+)\.$", " ".join(comment))
        call = re.search(r"(\w+)\(", line)
        if match and call:
            out.setdefault(match[2], (match[1].strip(), match[3] or "", match[4], call[1]))
        comment = []
    return out


def cell(text):
    return text.replace("|", "\\|")


def page(listed, declared):
    out = []
    count = sum(len(rows) for rows in listed.values())
    out.append(f"\n{count} operations in {len(listed)} groups.\n")
    for group, rows in listed.items():
        out.append(f"\n## {group}\n\n| schema | dtypes | rules | C++ |\n|---|---|---|---|\n")
        for name, schema in rows:
            said, dtypes, rules, function = declared.get(name, ("", "", "", ""))
            out.append(f"| `{cell(schema)}`{'<br>' + cell(said) if said else ''} | {dtypes} | {rules.replace(', ', ',&nbsp;')} | "
                       f"{f'`at::{function}`' if function else ''} |\n")
    return "".join(out)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    listed = groups(subprocess.run([sys.argv[2], "operators"], capture_output=True, text=True, check=True).stdout)
    declared = functions((ROOT / "engine/api/generated/functions.h").read_text())
    if sum(map(len, listed.values())) < 900 or len(declared) < 550:
        sys.exit(f"operators.py reads {sum(map(len, listed.values()))} operations and {len(declared)} functions, and there are more")
    if sum(1 for row in declared.values() if row[1]) < 550:
        sys.exit("operators.py finds dtypes for fewer than 550 functions, and there are more")
    file = pathlib.Path(sys.argv[1]) / "reference/operators.md"
    with file.open("a") as page_file:
        page_file.write(page(listed, declared))


if __name__ == "__main__":
    main()
