"""Prints a header with its comments in Doxygen's form: a block of `//` lines before a declaration becomes one of `///` lines.

usage: doxygen_comments.py HEADER
"""

import re
import sys


def marked(lines):
    """The lines, of which those of comments before a declaration begin with three slashes."""
    out = []
    for i, line in enumerate(lines):
        match = re.match(r"(\s*)//(?!/)( ?)(.*)", line)
        if match:
            end = i
            while end < len(lines) and lines[end].lstrip().startswith("//"):
                end += 1
            declares = end < len(lines) and lines[end].strip() and not lines[end].lstrip().startswith(("#", "}"))
            out.append(f"{match[1]}///{match[2]}{match[3]}" if declares else line)
            continue
        # A comment behind a member belongs to that member.
        out.append(re.sub(r"^(\s*[\w:<>*&, ]+[;,].*?)\s// (?!NOLINT)(.*)$", r"\1 ///< \2", line))
    return out


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        print("\n".join(marked(file.read().splitlines())))


if __name__ == "__main__":
    main()
