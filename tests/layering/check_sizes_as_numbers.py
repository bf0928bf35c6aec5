"""Functions outside the catalogue of operators must tell a tracer which sizes they read as numbers.

usage: check_sizes_as_numbers.py ROOT EXCEPTIONS

A function in engine/composites or engine/nn that reads the size of a tensor computes with the number of the traced call. It must call
sizes_as_numbers() (engine/tracing/sizes_as_numbers.h), so that the number becomes a guard. Operators of the catalogue have rules
in place of that: they run within traced_composite(). EXCEPTIONS has a line for each function that reads a size and needs neither:
its file, its name (or * for all of a file) and the reason. A line of a function that needs no exception is an error, too.
"""

import pathlib
import re
import sys

FOLDERS = ("engine/composites", "engine/nn")
# A definition begins at the left margin. It ends with a brace there, or on its first line.
DEFINITION = re.compile(r"^(?!(?:namespace|using|struct|class|constexpr|static_assert|template|#|//|}|MODECHECK))(?P<head>[\w:<>,&*\s]+?[\s&*])"
                        r"(?P<name>[\w:]+(?:<[\w, ]+>::\w+)?)\((?P<arguments>[^{;]*)\)(?: const)?(?: noexcept)? "
                        r"\{(?P<body>[^\n]*\}$|.*?^\})",
                        re.MULTILINE | re.DOTALL)
# A member of Tensor reads its own sizes without a dot.
READS = re.compile(r"(?<![\w:])(?:(?:size|stride)\(\s*[^)\s]|(?:sizes|strides|numel|storage_offset|is_contiguous)\(\))")
TELLS = re.compile(r"\b(?:any_tracer|sizes_as_numbers|have_equal_sizes|are_equal_sizes|guard_bool|traced_composite)\b")


def functions(text):
    """Returns the name, without arguments of templates, and the body of each function that reads a size."""
    return [(re.sub("<.*>", "", match["name"]), match["body"]) for match in DEFINITION.finditer(text) if READS.search(match["body"])]


def silent_functions(root):
    """Returns the file and the name of each function that reads sizes and does not tell."""
    out = []
    for path in sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.cpp")):
        for name, body in functions(path.read_text()):
            if not TELLS.search(body):
                out.append((str(path.relative_to(root)), name))
    return out


def exceptions(path):
    """Returns the file and the name of each line, and the lines that lack a reason."""
    rows, wrong = [], []
    for line in path.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        parts = line.split(maxsplit=2)
        (rows if len(parts) == 3 else wrong).append(tuple(parts[:2]) if len(parts) == 3 else line)
    return rows, wrong


def main(arguments):
    if len(arguments) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    root = pathlib.Path(arguments[0])
    silent = set(silent_functions(root))
    rows, wrong = exceptions(pathlib.Path(arguments[1]))
    for line in wrong:
        print(f"{arguments[1]}: a line needs a file, a function and a reason: {line}")
    whole_files = {file for file, name in rows if name == "*"}
    silent = {(file, "*" if file in whole_files else name) for file, name in silent}
    for file, name in sorted(silent - set(rows)):
        print(f"{file}: {name} reads a size and does not call sizes_as_numbers(); call it, or add the function to {arguments[1]}")
    for file, name in sorted(set(rows) - silent):
        print(f"{arguments[1]}: {name} of {file} needs no exception; remove its line")
    return 1 if wrong or silent ^ set(rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
