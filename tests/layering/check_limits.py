#!/usr/bin/env python3
"""Checks that no folder holds more than 45 source files, and that no function has more than 80 lines.

  check_limits.py ROOT OVER_LIMITS          exits 1 and names what is over a limit
  check_limits.py ROOT OVER_LIMITS --write  writes OVER_LIMITS anew, with what is over a limit now

OVER_LIMITS names the folders and functions that are over a limit already, with their sizes. An entry may only shrink.
The check fails for one that has grown. It also fails for one that has become smaller, until OVER_LIMITS says so.
Sources are the files outside tests that git tracks. A function is found by its layout, which clang-format makes: it
ends at the first line that closes it at the indentation of its first line.
"""
import collections
import os
import re
import subprocess
import sys

FILES_IN_A_FOLDER = 45
LINES_IN_A_FUNCTION = 80
SOURCES = (".h", ".cpp", ".cu", ".cuh", ".inc")
NO_FUNCTION = re.compile(r"^\s*(?:if|for|while|switch|else|do|try|catch|namespace|class|struct|enum|union|extern|return|"
                         r"public|private|protected|case|default|#|//|\}|\[|typedef|using)\b|^\s*[#}\[/]")


def functions(lines):
    """Returns pairs of a function's name and its number of lines, counted from where the signature begins."""
    number = 0
    while number < len(lines):
        begin = number
        signature = begins(lines, begin)
        if signature is None:
            number += 1
            continue
        name, opening = signature
        indentation = lines[begin][:len(lines[begin]) - len(lines[begin].lstrip())]
        end = opening + 1
        while end < len(lines) and not re.match(re.escape(indentation) + r"\}", lines[end]):
            end += 1
        yield name, end - begin + 1
        number = end + 1


def begins(lines, begin):
    """Returns the name of the function whose signature begins in that line, and the line that opens its body. Returns
    None if no signature begins there."""
    line = re.sub(r"^(\s*)\[\[[^]]*\]\]\s*", r"\1", lines[begin])
    if not line.strip() or line.endswith("\\") or NO_FUNCTION.match(line) or "(" not in "".join(lines[begin:begin + 2]):
        return None
    text = ""
    for number in range(begin, min(begin + 12, len(lines))):
        # No signature goes on after an empty line or a directive.
        if number > begin and (not lines[number].strip() or lines[number].startswith("#")):
            return None
        text += " " + (line if number == begin else lines[number]).split("//")[0].strip()
        if text.endswith("{"):
            head = text[:-1].strip()
            # A `=` before the parentheses means that the line declares a variable. In a function the body follows the
            # parameters in parentheses.
            found = re.match(r"[^=]*?([\w:~]+(?:operator\s*\S+)?|operator\s*\S+)\s*\(", head)
            if found and not re.search(r"[=,(]$", head) and head.rstrip().endswith(
                    (")", "const", "override", "noexcept", "final")) or (found and re.search(r"\)\s*(->|:)", head)):
                return found[1], number
            return None
        if text.endswith((";", "}")) or "{" in text and not re.search(r"\)\s*:", text):
            return None
    return None


def measure(root):
    tracked = subprocess.check_output(["git", "-C", root, "ls-files"], text=True).splitlines()
    sources = [file for file in tracked if file.endswith(SOURCES) and not file.startswith("tests/")
               and os.path.exists(os.path.join(root, file))]
    over = {}
    folders = collections.Counter(os.path.dirname(file) for file in sources)
    for folder, count in folders.items():
        if count > FILES_IN_A_FOLDER:
            over[f"{folder}/"] = count
    for file in sources:
        with open(os.path.join(root, file), encoding="utf-8") as text:
            for name, count in functions(text.read().splitlines()):
                if count > LINES_IN_A_FUNCTION:
                    over[f"{file} {name}"] = max(count, over.get(f"{file} {name}", 0))
    return over


def read(path):
    known = {}
    with open(path, encoding="utf-8") as text:
        for line in text:
            if line.strip() and not line.startswith("#"):
                count, what = line.rstrip("\n").split(" ", 1)
                known[what] = int(count)
    return known


HEAD = """# What is over a limit of check_limits.py: files in a folder, or lines in a function. It may only shrink.
"""


def main():
    root, path = sys.argv[1], sys.argv[2]
    over = measure(root)
    if sys.argv[3:] == ["--write"]:
        with open(path, "w", encoding="utf-8") as text:
            text.write(HEAD)
            for what, count in sorted(over.items()):
                text.write(f"{count} {what}\n")
        return 0
    known = read(path)
    failed = False
    for what in sorted(set(over) | set(known)):
        now, before = over.get(what), known.get(what)
        if now == before:
            continue
        failed = True
        kind = "source files in a folder" if what.endswith("/") else "lines in a function"
        limit = FILES_IN_A_FOLDER if what.endswith("/") else LINES_IN_A_FUNCTION
        if now is None:
            print(f"{what}: is within the limit of {limit} {kind} now. Take it out of {os.path.basename(path)}.")
        elif before is None:
            print(f"{what}: {now}, and the limit is {limit} {kind}. Make it smaller.")
        elif now > before:
            print(f"{what}: {now}, it was {before}, and the limit is {limit} {kind}. Make it smaller.")
        else:
            print(f"{what}: {now}, and {os.path.basename(path)} says {before}. Write the smaller number there.")
    return 1 if failed else 0


sys.exit(main())
