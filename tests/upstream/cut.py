"""Writes a file of PyTorch's tests without those that a list names, for a file that does not compile as it is.

usage: cut.py SOURCE LIST OUT
  SOURCE  the file FILE.cpp
  LIST    lines `FILE TEST | reason`
  OUT     the folder for FILE.cut.cpp, the rest of the file with the same line numbers, and FILE.cut, the names of the
          tests that were left out
Exit 1: the list names no single test of the file.
"""

import pathlib
import re
import sys

from table import read_list


def without(source, tests):
    """Returns the source with empty lines in place of the tests with these names, such as "InitTest.Xavier". A test
    ends at the first line that is a closing brace, or that ends in one if the test is one line."""
    lines = source.split("\n")
    inside = False
    for at, line in enumerate(lines):
        started = re.match(r"TEST(?:_F)?\(\s*(\w+)\s*,\s*(\w+)\s*\)", line)
        if started and ".".join(started.groups()) in tests:
            inside = True
        if inside:
            inside = not (line == "}" or (started and line.endswith("}")))
            lines[at] = ""
    return "\n".join(lines)


def main(arguments):
    source, listed, out = map(pathlib.Path, arguments)
    tests = [test for file, test in read_list(listed.read_text()) if file == source.stem and test != "*"]
    if not tests:
        return 1
    (out / f"{source.stem}.cut.cpp").write_text(without(source.read_text(), tests))
    (out / f"{source.stem}.cut").write_text("".join(test + "\n" for test in tests))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
