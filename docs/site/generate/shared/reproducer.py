"""The part of a stand-alone file of `modecheck emit` that differs from one program to the next."""

import re


def commands_of_cpp(text):
    """The function `run` of a C++ file."""
    found = re.search(r"^static void run\(\) \{\n.*?^\}$", text, re.MULTILINE | re.DOTALL)
    if not found:
        raise ValueError("the C++ file has no function run")
    return found[0]


def commands_of_python(text):
    """What a Python file does after its last definition."""
    lines = text.splitlines()
    last = max(i for i, line in enumerate(lines) if re.match(r"(def|class|async) ", line))
    begin = next(i for i in range(last + 1, len(lines)) if re.match(r"\S", lines[i]))
    return "\n".join(lines[begin:])
