"""Installs a build into a new folder, moves that folder, and uses it as a stranger would.

usage: check_install.py CHECK SOURCE BUILD CMAKE COMPILER

CHECK is one of
  moved      no installed file names the folder of the sources, of the build or of the installation; libraries are found
             by $ORIGIN; the command finds its plug-ins and its known mismatches after the move
  projects   the two projects of examples/ are built with find_package and their tests pass; a program is compiled by hand;
             scripts/judge-plugin writes SARIF and JUnit XML of a plug-in
  headers    every header that users include compiles alone, and so do the C++ programs of docs/INSTALL.md
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

# The folders of headers that users include. Other folders hold headers that these include.
PUBLIC = ("engine/torch/ATen", "engine/torch/c10", "engine/torch/torch", "spec/program", "spec/interface",
          "harness/modecheck")


class Failed(Exception):
    pass


def run(command, **more):
    """Runs a command and returns its output. If the command fails, fails and shows the output."""
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", **more)
    if done.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout[-4000:]}")
    return done.stdout


def install(cmake, build, scratch):
    """Installs the build, moves the installation, and returns its new folder."""
    first, then = scratch / "installed-here-first", scratch / "moved"
    run([cmake, "--install", build, "--prefix", first])
    first.rename(then)
    return then


def environment():
    """Returns the environment without the variables that would lead to the files of the build."""
    return {name: value for name, value in os.environ.items() if not name.startswith("MODECHECK_")}


def files_that_name(root, texts):
    needles = [text.encode() for text in texts]
    for file in sorted(root.rglob("*")):
        if file.is_file() and not file.is_symlink():
            content = file.read_bytes()
            for needle in needles:
                if needle in content:
                    at = content.index(needle)
                    yield f"{file.relative_to(root)}: {content[at:at + 120].split(bytes(1))[0].decode(errors='replace')}"


def run_paths(root):
    """Returns pairs of an installed file and a folder in which the loader looks for its libraries."""
    for file in sorted(root.rglob("*")):
        if file.is_symlink() or not file.is_file() or file.read_bytes()[:4] != b"\x7fELF":
            continue
        for path in re.findall(r"(?:RUNPATH|RPATH).*\[(.*)\]", run(["readelf", "-d", file])):
            for folder in path.split(":"):
                yield file.relative_to(root), folder


def check_moved(root, source, build, _cmake, _compiler):
    named = list(files_that_name(root, [str(source) + "/", str(build) + "/", "installed-here-first"]))
    if named:
        raise Failed("these installed files name the folder of the sources or of the build:\n" + "\n".join(named))
    paths = list(run_paths(root))
    if not any(file.name == "modecheck" for file, _ in paths):
        raise Failed("the command has no run path, so this check cannot have looked at it")
    for file, folder in paths:
        if not folder.startswith("$ORIGIN"):
            raise Failed(f"{file} looks for libraries in {folder}, which is not relative to $ORIGIN")
    modecheck, known = root / "bin/modecheck", root / "share/modecheck/known"
    elsewhere = {"cwd": root.parent, "env": environment()}
    subjects = run([modecheck, "subjects"], **elsewhere)
    if not re.search(r"engine:cpu .*yes: ", subjects) or str(build) in subjects:
        raise Failed(f"the moved command does not find its own plug-ins:\n{subjects}")
    run([modecheck, "run", "--subjects", "engine:cpu", "--programs", "300"], **elsewhere)
    program = known / "as-strided-of-a-view/s3-backward.prog"
    if "known as" not in run([modecheck, "replay", program], **elsewhere) and "torch:cpu " in subjects:
        raise Failed("the moved command does not know what the installed share/modecheck/known describes")


def build_project(root, project, scratch, cmake, compiler):
    folder = scratch / project
    run([cmake, "-S", root / "share/modecheck/examples" / project, "-B", folder, f"-DCMAKE_PREFIX_PATH={root}",
         f"-DCMAKE_CXX_COMPILER={compiler}"], env=environment())
    run([cmake, "--build", folder, "--parallel", "2"], env=environment())
    return run(["ctest", "--test-dir", folder, "--output-on-failure"], env=environment())


def judge_plugin(root, source, plugin, scratch):
    """Runs the script of action.yml on a plug-in that keeps the rules and on one that breaks a rule."""
    script, names = source / "scripts/judge-plugin", scratch / "outputs.txt"
    github = dict(environment(), GITHUB_OUTPUT=str(names))
    options = ["--only", "neg,assign", "--max-commands", "4", "--programs", "500"]
    run([script, root, plugin, scratch / "good", *options], env=github)
    outputs = dict(line.split("=", 1) for line in names.read_text().splitlines())
    sarif = json.loads(pathlib.Path(outputs["sarif"]).read_text())
    if sarif["version"] != "2.1.0" or sarif["runs"][0]["results"]:
        raise Failed(f"the SARIF of a plug-in that keeps the rules is {json.dumps(sarif)[:2000]}")
    xml.etree.ElementTree.parse(outputs["junit"])
    bad = subprocess.run([script, root, "canary:cpu", scratch / "bad", "--programs", "400", "--seed", "3", "--shrink", "2"],
                         env=environment(), capture_output=True, text=True)
    results = json.loads((scratch / "bad/modecheck.sarif").read_text())["runs"][0]["results"]
    failures = xml.etree.ElementTree.parse(scratch / "bad/modecheck.junit.xml").findall(".//failure")
    if bad.returncode != 1 or not results or len(failures) != len(results):
        raise Failed(f"the canary ended with {bad.returncode}, {len(results)} results and {len(failures)} failures:\n"
                     f"{bad.stdout[-2000:]}{bad.stderr[-2000:]}")


def check_projects(root, source, _build, cmake, compiler):
    scratch = root.parent
    for project, tests in (("consumer", 2), ("own_tests", 2)):
        ran = build_project(root, project, scratch, cmake, compiler)
        if f"100% tests passed, 0 tests failed out of {tests}" not in ran:
            raise Failed(f"{project} has not run {tests} tests:\n{ran}")
    program = root / "share/modecheck/examples/consumer/program.cpp"
    run([compiler, "-std=c++17", "-I", root / "include/modecheck/engine/torch", program, "-L", root / "lib",
         "-lmodecheck", "-o", scratch / "by-hand"])
    if "is_inference: 1, rejected: 1" not in run([scratch / "by-hand"]):
        raise Failed("the program that was compiled by hand prints something else")
    judge_plugin(root, source, scratch / "consumer/modecheck_subject_mine.so", scratch)
    # CMake must reject a component that does not exist, and name those that do.
    (scratch / "wrong").mkdir()
    (scratch / "wrong/CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(wrong LANGUAGES CXX)\n"
                                                  "find_package(modecheck REQUIRED COMPONENTS engin)\n")
    try:
        run([cmake, "-S", scratch / "wrong", "-B", scratch / "wrong/build", f"-DCMAKE_PREFIX_PATH={root}"])
    except Failed as failure:
        if "modecheck has no component 'engin'" not in " ".join(str(failure).split()):
            raise
    else:
        raise Failed("find_package accepts the component 'engin'")


def programs_of(document, folder):
    """Returns the C++ programs of a document, each written to a file of its own."""
    blocks = re.findall(r"^```cpp\n(.*?)^```", document.read_text(), re.MULTILINE | re.DOTALL)
    for number, block in enumerate(blocks):
        file = folder / f"{document.stem}-{number}.cpp"
        file.write_text(block)
        yield file


def check_headers(root, source, _build, _cmake, compiler):
    include = root / "include/modecheck"
    roots = [include, include / "engine/torch", include / "harness"]
    headers = [file for folder in PUBLIC for file in sorted((include / folder).rglob("*.h"))]
    if len(headers) < 100:
        raise Failed(f"only {len(headers)} headers are installed in {', '.join(PUBLIC)}")
    headers += programs_of(source / "docs/INSTALL.md", root.parent)

    def alone(header):
        try:
            run([compiler, "-std=c++17", "-fsyntax-only", "-Wall", "-x", "c++", header] +
                [word for folder in roots for word in ("-I", folder)])
        except Failed as failure:
            return str(failure)
        return None

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = [problem for problem in pool.map(alone, headers) if problem]
    if problems:
        raise Failed(f"{len(problems)} of {len(headers)} headers do not compile alone:\n" + "\n".join(problems))
    print(f"{len(headers)} headers compile alone")


def main():
    checks = {"moved": check_moved, "projects": check_projects, "headers": check_headers}
    if len(sys.argv) != 6 or sys.argv[1] not in checks:
        sys.exit(__doc__)
    source, build = (pathlib.Path(text).resolve() for text in sys.argv[2:4])
    with tempfile.TemporaryDirectory() as scratch:
        try:
            root = install(sys.argv[4], build, pathlib.Path(scratch))
            checks[sys.argv[1]](root, source, build, *sys.argv[4:6])
        except Failed as failure:
            sys.exit(str(failure))


if __name__ == "__main__":
    main()
