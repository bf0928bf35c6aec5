"""Prints a header as Doxygen reads it best: comments in its form, and names without the inline namespace.

usage: doxygen_comments.py HEADER

A block of `//` lines before a declaration becomes one of `///` lines. A comment that heads several declarations (`// --- views`)
stays as it is. The inline namespace modecheck_v1 is left out, so that at::Tensor has the name that programs write.
"""

import re
import sys

INLINE = "modecheck_v1"


def marked(lines):
    """The lines, of which those of comments before a declaration begin with three slashes."""
    out = []
    for i, line in enumerate(lines):
        match = re.match(r"(\s*)//(?!/)( ?)(.*)", line)
        if match:
            first = last = i
            while first > 0 and lines[first - 1].lstrip().startswith("//"):
                first -= 1
            while last + 1 < len(lines) and lines[last + 1].lstrip().startswith("//"):
                last += 1
            follower = lines[last + 1].lstrip() if last + 1 < len(lines) else ""
            declares = follower and not follower.startswith(("#", "}")) and not lines[first].lstrip().startswith("// ---")
            out.append(f"{match[1]}///{match[2]}{match[3]}" if declares else line)
        elif line.strip() in (f"inline namespace {INLINE} {{", f"}}  // namespace {INLINE}"):
            out.append("")
        elif line.strip() == "}" and INLINE in "".join(out_of_namespace(lines, i)):
            out.append("")
        else:
            # A comment behind a member belongs to that member.
            out.append(re.sub(r"^(\s*[\w:<>*&, ]+(?:=[^;]*)?[;,])\s+// (?!NOLINT)(.*)$", r"\1  ///< \2", line))
    return out


def out_of_namespace(lines, end):
    """The line that opens the block which the brace in line `end` closes, if the block has braces in lines of their own."""
    depth = 0
    for line in reversed(lines[:end]):
        depth += line.count("}") - line.count("{")
        if depth < 0:
            return [line]
    return []


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        print("\n".join(marked(file.read().splitlines())))


if __name__ == "__main__":
    main()
