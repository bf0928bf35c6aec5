"""Completes the page of the command line by what `modecheck --help` and the help of each verb print.

usage: command_line.py OUT MODECHECK
"""

import collections
import pathlib
import re
import subprocess
import sys


def help_of(modecheck, *verb):
    text = subprocess.run([modecheck, *verb, "--help"], capture_output=True, text=True, check=True).stdout
    return text.replace(str(modecheck), "modecheck")


def sections(text):
    """The text before the first section, and the lines of each section by its title, such as "Options"."""
    head, parts, title = [], {}, None
    for line in text.splitlines():
        match = re.fullmatch(r"([A-Z][\w ]+):", line)
        if match:
            title = match[1]
            parts[title] = []
        elif title is None:
            head.append(line)
        else:
            parts[title].append(line)
    return head, parts


def column_of(lines):
    """The column in which what an entry does begins: the one of most lines."""
    counts = collections.Counter(len(match[0]) for line in lines if (match := re.match(r"  \S.*?\s{2,}(?=\S)", line)))
    return counts.most_common(1)[0][0] if counts else 0


def rows(lines):
    """The entries of a section: a name, and what the help says of it. A line that is indented further goes on."""
    out, column = [], column_of(lines)
    for line in lines:
        if re.match(r"  \S", line):
            told = len(line) > column > 2 and line[column - 1] == " "
            out.append([line[2:column].strip(), line[column:]] if told else [line.strip(), ""])
        elif line.startswith(" " * column) and line.strip() and out:
            out[-1][1] = f"{out[-1][1]} {line.strip()}".strip()
        elif line.strip():
            break
    return out


def cell(text):
    """Text of the help as a cell of a table. An option in it is code, so that its dashes and underscores stay."""
    text = text.replace("|", "\\|").replace("<", "&lt;")
    return re.sub(r"(`[^`]*`)|(?<![\w`-])(--?[a-z][\w-]*)", lambda part: part[1] or f"`{part[2]}`", text)


def table(title, entries):
    out = [f"| {title} | what it does |", "|---|---|"]
    for name, what in entries:
        option, value = re.match(r"(-[^\s,]+(?:, ?-[^\s,]+)*|\S+)\s*(.*)", name).groups()
        value = value.removeprefix(option + " ")  # the help names the value of an argument by the argument
        # The bounds of large numbers are those of 64 bits, which say nothing to a reader.
        value = re.sub(r":\d+\.\.\d{10,}", "", value)
        out.append(f"| `{'`, `'.join(re.split(', ?', option))}`{' ' + cell(value) if value else ''} | {cell(what)} |")
    return "\n".join(out) + "\n"


def usage_of(head):
    return next(line.removeprefix("Usage: ") for line in head if line.startswith("Usage: "))


def page(modecheck):
    head, parts = sections(help_of(modecheck))
    verbs = rows(parts.get("Verbs", parts.get("Subcommands", [])))
    if len(verbs) < 5:
        sys.exit(f"{modecheck} --help lists {len(verbs)} verbs; this generator no longer understands it")
    out = ["\n```text\n", usage_of(head), "\n```\n\n", table("option", rows(parts["Options"])), "\n"]
    out.append(table("verb", [(f"{name}", what) for name, what in verbs]))
    for verb, _ in verbs:
        head, parts = sections(help_of(modecheck, verb))
        out += [f"\n## {verb}\n\n", " ".join(head[:head.index(f"Usage: {usage_of(head)}")]).strip(), "\n\n```text\n", usage_of(head), "\n```\n"]
        for title, lines in parts.items():
            entries = rows(lines)
            if entries:
                out += ["\n", table({"Options": "option", "Positionals": "argument"}.get(title, title), entries)]
    return "".join(out)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    file = pathlib.Path(sys.argv[1]) / "reference/command-line.md"
    with file.open("a") as page_file:
        page_file.write(page(pathlib.Path(sys.argv[2])))


if __name__ == "__main__":
    main()
