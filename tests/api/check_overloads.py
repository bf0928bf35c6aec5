"""Checks that a call that compiles against libtorch 1.13's headers compiles against ours, too.

The check covers every overload of every function and method that we have at all. It tries each overload with all of its
arguments, and with each number of its default arguments left out.

The check reads ATen/ops/*.h and ATen/core/TensorBody.h, and writes a C++ file with a `requires` for each call. It compiles
that file and compares the missing calls with docs/absent_overloads.txt. It leaves out overloads for named dimensions and
symbolic sizes, names that begin with an underscore, derivatives, and the functions in docs/absent_functions.txt.

usage: check_overloads.py SOURCE BUILD COMPILER ATEN [--write]      --write makes the list anew
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

SKIPPED = 77
RETURNS = r"(?:at::Tensor|::std::\w+<.*?>|bool|int64_t|void|at::ScalarType|at::Scalar|double|c10::\w+)(?: &)?"
# After `using namespace at`, a call of one of these functions without `at::` would be ambiguous.
QUALIFIED = {"std", "complex"}
FUNCTIONAL = {"exponential", "fill", "normal_functional", "random", "resize", "resize_as", "set", "uniform", "zero"}


def plain(name):
    return name[:-1] if len(name) > 1 and name.endswith("_") else name


def split_arguments(text):
    out, depth, current = [], 0, ""
    for character in text:
        depth += character in "<({"
        depth -= character in ">)}"
        if character == "," and depth == 0:
            out.append(current)
            current = ""
        else:
            current += character
    return [part.strip() for part in out + [current] if part.strip()]


def parse_argument(text):
    """Returns the type of a declared parameter, and whether the parameter has a default."""
    declared, _, default = text.partition("=")
    return re.match(r"(.*?)\w+$", declared.strip())[1].strip(), bool(default)


def signatures(aten):
    """Yields for every declaration whether it is a method, the type that it returns, its name and its parameters."""
    for file in sorted((aten / "ops").glob("*.h")):
        if not re.search(r"_(ops|native|dispatch)\.h$", file.name):
            for found in re.findall(r"^inline (.+?) (\w+)\((.*)\) \{$", file.read_text(), re.MULTILINE):
                yield (False, *found)
    body = (aten / "core/TensorBody.h").read_text()
    for found in re.findall(rf"^  ({RETURNS}) (\w+)\((.*)\)(?: const)?;$", body, re.MULTILINE):
        yield (True, *found)


def calls(aten, absent):
    """Yields for each call that the check tries a readable name, and a C++ condition that holds if the call compiles."""
    seen = set()
    for method, returned, name, parameters in signatures(aten):
        # Where libtorch accepts either kind of tensor list, programs pass at::TensorList.
        parameters = parameters.replace("const at::ITensorListRef &", "at::TensorList")
        base = plain(name if method else re.sub(r"_outf?$", "", name))
        if "symint" in name or re.search(r"SymInt|Dimname", parameters + returned) or base in absent:
            continue
        if name.startswith("_") or re.search(r"_backward(_|$)", name) or (method, name, parameters) in seen:
            continue
        seen.add((method, name, parameters))
        arguments = [parse_argument(argument) for argument in split_arguments(parameters)]
        label = f"{'Tensor::' if method else ''}{name}({parameters})"
        defaults = sum(has_default for _, has_default in arguments)
        for left_out in range(defaults + 1):
            given = arguments[:len(arguments) - left_out]
            declared = [f"Of<U, {type_name}> a{i}" for i, (type_name, _) in enumerate(given)]
            passed = ", ".join(f"::std::forward<Of<U, {type_name}>>(a{i})" if type_name.endswith("&&") else f"a{i}"
                               for i, (type_name, _) in enumerate(given))
            call = f"{'at::' if name in QUALIFIED else ''}{name}({passed})"
            if method:
                declared.insert(0, "Of<U, const at::Tensor&> self")
                call = f"self.{name}({passed})"
            condition = f"{call};" if returned == "void" else f"{{ {call} }} -> ::std::convertible_to<{returned}>;"
            yield label, f"requires({', '.join(declared)}) {{ {condition} }}"


def program(tried):
    lines = ["#include <torch/torch.h>", "#include <concepts>", "#include <cstdio>", "#include <utility>",
             "template <typename U, typename T> struct Named { using type = T; };",
             "template <typename U, typename T> using Of = typename Named<U, T>::type;",
             "namespace overloads {", "using namespace at;"]
    lines += [f"template <typename U> constexpr bool has_{i} = {condition};" for i, (_, condition) in enumerate(tried)]
    lines += ["}", "constexpr bool all[] = {"]
    lines += [f"  overloads::has_{i}<int>," for i in range(len(tried))]
    lines += ["};", "int main() {", "  for (bool has : all) std::puts(has ? \"1\" : \"0\");", "}"]
    return "\n".join(lines) + "\n"


def missing_calls(source, build, compiler, aten):
    listed = (source / "docs/absent_functions.txt").read_text().splitlines()
    absent = {plain(line.partition(": ")[0]) for line in listed if line and line[0] != "#"}
    tried = list(calls(aten, absent))
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "overloads.cpp"
        file.write_text(program(tried))
        subprocess.run([compiler, "-std=c++20", "-O0", "-I", source / "engine/torch", file, "-o", file.with_suffix(""),
                        "-L", build / "engine", "-lmodecheck"], check=True)
        answers = subprocess.run([file.with_suffix("")], check=True, capture_output=True, text=True).stdout.split()
    missing = {label for (label, _), answer in zip(tried, answers, strict=True) if answer == "0"}
    return missing, len(tried)


def reason(label):
    if re.match(r"\w+_outf?\(", label):
        return "its form with out= is not declared yet"
    if label.partition("(")[0] in FUNCTIONAL:
        return "the functional form that functionalization makes; clone, and write the clone"
    return "not declared yet"


HEAD = """# The overloads of libtorch 1.13.1's functions and methods that the engine does not have, of those that it has under another
# overload, each with its reason. tests/api/check_overloads.py holds this against the headers of both, and writes it anew
# with --write; docs/absent_functions.txt lists what the engine has under no overload at all.
"""


def main():
    source, build, compiler, aten = (pathlib.Path(argument) for argument in sys.argv[1:5])
    if not (aten / "core/TensorBody.h").exists():
        print(f"{aten} holds no headers of libtorch")
        sys.exit(1 if os.environ.get("MODECHECK_REQUIRE_ALL") == "1" else SKIPPED)
    missing, tried = missing_calls(source, build, compiler, aten)
    file = source / "docs/absent_overloads.txt"
    if sys.argv[5:] == ["--write"]:
        file.write_text(HEAD + "".join(f"{label}: {reason(label)}\n" for label in sorted(missing)))
    listed = {line.rpartition(": ")[0] for line in file.read_text().splitlines() if line and line[0] != "#"}
    for label in sorted(missing - listed):
        print(f"missing, and not in docs/absent_overloads.txt: {label}")
    for label in sorted(listed - missing):
        print(f"in docs/absent_overloads.txt, and there: {label}")
    print(f"{tried} calls tried, {len(missing)} overloads missing, {len(listed)} listed")
    sys.exit(0 if missing == listed and tried > 3000 else 1)


main()
