"""Prints a table of PyTorch's own tests: how many of each file pass. Fails unless the tests that do not pass are
exactly those that a list names with reasons.

usage: table.py TESTS BUILT LIST [--write PAGE] FILE...
  TESTS  the folder with FILE.cpp
  BUILT  the folder with FILE.log, what the program of the tests printed and its exit status; FILE.errors, what the
         compiler said of a file that does not compile; and FILE.cut, the tests that cut.py then left out
  LIST   lines `FILE TEST | reason`; TEST is * for all tests of a file
  PAGE   the page to write
"""

import pathlib
import re
import sys

DECLARED = re.compile(r"^TEST(?:_F)?\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.MULTILINE)
ENDED = re.compile(r"^\[\s+(OK|FAILED|SKIPPED)\s+\] (\w+\.\w+) \(\d+ ms\)", re.MULTILINE)
OUTCOMES = {"OK": "pass", "FAILED": "fail", "SKIPPED": "skip"}


def declared_tests(source):
    return [f"{suite}.{name}" for suite, name in DECLARED.findall(source)]


def outcomes(tests, log, cut=()):
    """Returns for each test pass, fail, skip, gpu or uncompiled. `log` is None if the file does not compile. It compiles
    without the tests in `cut`. A test that did not end failed, unless the program left it out because no GPU is there."""
    if log is None:
        return {test: "uncompiled" for test in tests}
    ended = {test: OUTCOMES[word] for word, test in ENDED.findall(log)} | {test: "uncompiled" for test in cut}
    return {
        test: ended.get(test, "gpu" if re.search(r"_(Multi)?CUDA$", test) and "Disabling" in log else "fail")
        for test in tests
    }


def read_list(text):
    """Returns the reasons by file and test. Raises ValueError for a line of another form."""
    out = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = re.fullmatch(r"(\w+) (\*|\w+\.\w+) \| (\S.*)", line)
        if not match:
            raise ValueError(f"line {number} is not `FILE TEST | reason`: {line}")
        if match.group(1, 2) in out:
            raise ValueError(f"line {number} lists a test again: {line}")
        out[match.group(1, 2)] = match.group(3)
    return out


def disagreements(results, reasons):
    """Returns what the list says and the results do not, and the other way round. `results` has for each file what
    outcomes() returned."""
    out = []
    for file, tests in results.items():
        wrong = {test for test, outcome in tests.items() if outcome not in ("pass", "gpu")}
        listed = {test for name, test in reasons if name == file}
        if "*" in listed:
            if len(wrong) < len(tests) or not tests:
                out.append(f"{file}: the list says that no test passes, and {len(tests) - len(wrong)} do")
            continue
        out += [f"{file}: {test} does not pass ({tests[test]}), and is not listed" for test in sorted(wrong - listed)]
        out += [f"{file}: {test} is listed, and passes" for test in sorted((listed - wrong) & set(tests))]
        out += [f"{file}: {test} is listed, and there is no such test" for test in sorted(listed - set(tests))]
    return out


def first_error(text):
    found = re.search(r"error: (.*)", text)
    return found.group(1) if found else "the compiler gave no error"


def table(results):
    count = lambda tests, outcome: sum(1 for one in tests.values() if one == outcome)
    rows = ["| file | tests | pass | fail | need a GPU | do not compile |", "|---|---:|---:|---:|---:|---:|"]
    names = ("pass", "fail", "gpu", "uncompiled")
    total = [0] * 5
    for file, tests in results.items():
        cells = [len(tests)] + [count(tests, name) for name in names]
        cells[2] += count(tests, "skip")
        total = [a + b for a, b in zip(total, cells)]
        rows.append(f"| `{file}` | " + " | ".join(map(str, cells)) + " |")
    rows.append("| all | " + " | ".join(map(str, total)) + " |")
    return "\n".join(rows), total


def page(results, reasons):
    rows, total = table(results)
    out = [
        "# PyTorch's own tests of the C++ frontend",
        "",
        "Made by `scripts/upstream-tests`. It compiles the tests of PyTorch 1.13.1 in `test/cpp/api` unchanged against",
        "the engine's headers, and runs them. As in PyTorch, tests whose name ends in `CUDA` run only where a GPU is.",
        "Files of data loaders and of parallel modules are not among them: the engine has none. A file that does not",
        "compile is compiled again without the tests below.",
        "",
        f"{total[1]} of the {total[0] - total[3]} tests that need no GPU pass.",
        "",
        rows,
        "",
        "## What does not pass",
        "",
    ]
    shown = {}
    for (file, test), reason in reasons.items():
        if file in results:
            shown.setdefault((file, reason), []).append("all tests" if test == "*" else f"`{test}`")
    out += [f"- `{file}`, {', '.join(tests)}: {reason}" for (file, reason), tests in shown.items()]
    return "\n".join(out if shown else out + ["Nothing."]) + "\n"


def main(arguments):
    tests, built, listed, *files = arguments
    written = None
    if files[:1] == ["--write"]:
        written, files = files[1], files[2:]
    reasons = read_list(pathlib.Path(listed).read_text())
    results = {}
    for file in files:
        source = pathlib.Path(tests, file + ".cpp").read_text()
        log, errors, cut = (pathlib.Path(built, file + ending) for ending in (".log", ".errors", ".cut"))
        left_out = cut.read_text().split() if cut.exists() else []
        printed = log.read_text(errors="replace") if log.exists() else None
        results[file] = outcomes(declared_tests(source), printed, left_out)
        if errors.exists():
            print(f"{file} does not compile{' with ' + ', '.join(left_out) if log.exists() else ''}:")
            print(f"  {first_error(errors.read_text())}")
    print(table(results)[0])
    wrong = disagreements(results, reasons)
    for line in wrong:
        print(line, file=sys.stderr)
    if written:
        pathlib.Path(written).write_text(page(results, reasons))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
