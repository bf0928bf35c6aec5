"""Compares the grammar of docs/GRAMMAR.md with modecheck's own reader of programs.

The grammar must accept every program of the repository. Then programs are damaged, by one character or one word each, and
modecheck must reject every one that the grammar rejects. The grammar has to reject a share of the damaged programs, because
a grammar that accepts everything would pass otherwise.

usage: check_grammar.py SOURCE MODECHECK      the folder of the sources, and the built command
"""

import pathlib
import random
import re
import subprocess
import sys
import tempfile

try:
    from lark import Lark
    from lark.exceptions import LarkError
except ImportError:
    sys.exit("check_grammar.py reads the grammar with Lark: apt-get install python3-lark")

DAMAGED_PROGRAMS = 400
LEAST_REJECTED = 100
INSERTED = list("rt09[](){}=,.#-+\"\n ") + ["r6", "[t2]", "None", "true", "inf", "= ", "modecheck 1\n", "0.5", "r0", "é"]


def grammar(document):
    found = re.search(r"^```text\n(.*?)^```", document.read_text(), re.MULTILINE | re.DOTALL)
    if not found:
        sys.exit(f"{document} has no block of text")
    return Lark(found[1], parser="lalr")


def accepts(parser, text):
    try:
        parser.parse(text)
        return True
    except LarkError:
        return False


def damage(text, choose):
    """Returns the text after one random edit, which inserts, removes, replaces or copies a character or a word."""
    at = choose.randrange(len(text))
    to = min(len(text), at + choose.choice([1, 1, 1, 2, 5]))
    kind = choose.randrange(4)
    if kind == 0:
        return text[:at] + choose.choice(INSERTED) + text[at:]
    if kind == 1:
        return text[:at] + text[to:]
    if kind == 2:
        return text[:at] + choose.choice(INSERTED) + text[to:]
    other = choose.randrange(len(text))
    return text[:at] + text[other:other + 4] + text[at:]


def read_error(command, file):
    """Returns the error message if modecheck cannot read the program, and otherwise an empty string."""
    done = subprocess.run([command, "explain", file], capture_output=True, text=True, timeout=60)
    return done.stderr.strip() if done.returncode == 2 else ""


def main(source, command):
    parser = grammar(source / "docs" / "GRAMMAR.md")
    files = sorted(file for folder in ("known", "tests", "examples", "docs") for file in (source / folder).rglob("*.prog"))
    if len(files) < 100:
        sys.exit(f"only {len(files)} programs were found below {source}")
    texts = [file.read_text() for file in files]
    problems = [f"the grammar rejects {file}" for file, text in zip(files, texts) if not accepts(parser, text)]

    choose = random.Random(1)
    rejected = 0
    with tempfile.TemporaryDirectory() as folder:
        damaged = pathlib.Path(folder) / "damaged.prog"
        for _ in range(DAMAGED_PROGRAMS):
            # Remove the comments first, because damage inside a comment has no effect.
            text = damage(re.sub(r"#.*", "", choose.choice(texts)), choose)
            damaged.write_text(text)
            error = read_error(command, damaged)
            accepted = accepts(parser, text)
            rejected += not accepted
            if not accepted and not error:
                problems.append(f"modecheck reads what the grammar rejects:\n{text}")
    if rejected < LEAST_REJECTED:
        problems.append(f"the grammar rejected only {rejected} of {DAMAGED_PROGRAMS} damaged programs")
    print(f"{len(files)} programs are read; of {DAMAGED_PROGRAMS} damaged ones the grammar rejects {rejected}")
    sys.exit("\n".join(problems) or 0)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    main(pathlib.Path(sys.argv[1]), sys.argv[2])
