#!/usr/bin/env python3
"""Checks the folder OUT that fuzz/oss_fuzz/build.sh filled, as OSS-Fuzz checks a build before it takes it.

    check_oss_fuzz.py ROOT OUT BUILD SANITIZER ENGINE

Each target of libFuzzer runs from a copy of OUT under another name, on a read-only file system, in an empty working folder,
without the environment of the build. The packages that the build used must be those of the Dockerfiles. BUILD is the build folder,
SANITIZER is address or undefined, and ENGINE is libfuzzer or afl.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

FEWEST_EDGES = 100  # a target with fewer was compiled without instrumentation
FEWEST_CALLS = {"address": 1000, "undefined": 168}  # calls of the sanitizer's functions that its build has
MOST_CALLS = {"address": 0, "undefined": 200}  # calls of another sanitizer's functions that a build may have
PREFIX = {"address": "__asan_", "undefined": "__ubsan_"}
AFL_SECONDS = 20  # how long AFL++ fuzzes each target
# Packages that the image of OSS-Fuzz has anyway: the compiler, the C library and the C++ library. clang's <unwind.h> includes
# that of libunwind-dev where it is installed, and does without it elsewhere.
OF_THE_IMAGE = re.compile(r"^(libc6-dev|linux-libc-dev|libgcc-\d+-dev|libstdc\+\+-\d+-dev|libclang-.*|libcrypt-dev|libunwind-dev)$")
# Libraries that every machine has, because they belong to glibc.
OF_GLIBC = re.compile(r"^(linux-vdso|ld-linux-x86-64|lib(c|m|dl|rt|pthread|resolv))\.so")


class Checks:
    """Counts what holds, and keeps what does not."""

    def __init__(self):
        self.failed = []
        self.count = 0

    def expect(self, holds, what):
        self.count += 1
        if not holds:
            self.failed.append(what)


def run_target(out, program, arguments, files=()):
    """Runs a target where every folder is read-only, and returns its exit status and output."""
    with tempfile.TemporaryDirectory() as empty:
        inner = ["mount", "--bind", "-o", "ro", str(out), str(out), "&&", "mount", "--bind", "-o", "ro", empty, empty, "&&", "cd", empty, "&&",
                 "exec", str(out / program), *arguments, *map(str, files)]
        result = subprocess.run(["unshare", "--map-root-user", "--mount", "bash", "-c", " ".join(inner)], capture_output=True,
                                env={"PATH": os.environ["PATH"]}, timeout=600)
    return result.returncode, (result.stdout + result.stderr).decode(errors="replace")


def is_instrumented(checks, out, program, sanitizer):
    """The program has the calls of its sanitizer, and none of the other one."""
    listing = subprocess.run(["objdump", "-d", "--no-show-raw-insn", out / program], capture_output=True, check=True).stdout.decode()
    for name, prefix in PREFIX.items():
        calls = len(re.findall(r"\bcallq?\s+[0-9a-f]+ <" + prefix, listing))
        if name == sanitizer:
            checks.expect(calls >= FEWEST_CALLS[name], f"{program} calls {prefix}* {calls} times, fewer than {FEWEST_CALLS[name]}")
        else:
            checks.expect(calls <= MOST_CALLS[name], f"{program} calls {prefix}* {calls} times, although the sanitizer is {sanitizer}")


def needs_nothing_else(checks, out, file):
    """All libraries but those of glibc come from OUT, with those that these libraries need."""
    listing = subprocess.run(["ldd", file], capture_output=True, check=True, env={"PATH": os.environ["PATH"]}).stdout.decode()
    for line in listing.splitlines():
        name, _, where = line.strip().partition(" => ")
        name = pathlib.Path(name.split()[0]).name
        if not OF_GLIBC.match(name):
            checks.expect(where.startswith(str(out)), f"{file.name} needs {name}, which is not in OUT")


def packages_used(build):
    """Returns the names of the packages whose headers the build read."""
    printed = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, check=True).stdout.decode()
    headers = sorted({line.strip() for line in printed.splitlines() if line.startswith("    /usr/")})
    owners = subprocess.run(["dpkg-query", "--search", *headers], capture_output=True).stdout.decode()
    return {line.split(":")[0] for line in owners.splitlines() if not line.startswith("diversion ")}


def is_in_the_images(checks, root, build):
    """Both Dockerfiles install all packages that the build used."""
    used = sorted(package for package in packages_used(build) if not OF_THE_IMAGE.match(package))
    checks.expect(len(used) >= 4, f"too few packages were found in the dependencies of the build: {used}")
    for file in (root / "fuzz/oss_fuzz/Dockerfile", root / ".clusterfuzzlite/Dockerfile"):
        installed = file.read_text().split()
        for package in used:
            checks.expect(package in installed, f"{file.relative_to(root)} does not install {package}")


def runs(checks, out, program):
    """The target starts, is instrumented for coverage, and passes on its seeds."""
    status, printed = run_target(out, program, ["-seed=1337", "-runs=4"])
    checks.expect(status == 0 and "Done 4 runs" in printed, f"{program} does not make 4 runs (exit {status}):\n{printed[-2000:]}")
    checks.expect("no interesting inputs" not in printed, f"{program} is not instrumented for coverage")
    edges = sum(int(number) for number in re.findall(r"INFO: Loaded \d+ modules?.*?: (\d+)", printed))
    checks.expect(edges >= FEWEST_EDGES, f"{program} has {edges} edges, fewer than {FEWEST_EDGES}")
    archive = out / f"{program}_seed_corpus.zip"
    checks.expect(archive.exists(), f"there are no seeds {archive.name}")
    if not archive.exists():
        return
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(archive).extractall(folder)
        checks.expect(any(pathlib.Path(folder).iterdir()), f"{archive.name} holds no seed")
        status, printed = run_target(out, program, ["-runs=0", "-rss_limit_mb=2560", "-timeout=25", *options_of(out, program)], [folder])
    checks.expect(status == 0, f"{program} stops on its seeds (exit {status}):\n{printed[-2000:]}")


def is_fuzzed_by_afl(checks, out, program):
    """AFL++ runs the target from its seeds, sees its edges, and finds nothing."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        zipfile.ZipFile(out / f"{program}_seed_corpus.zip").extractall(place / "seeds")
        words = ["-x", out / f"{program}.dict"] if (out / f"{program}.dict").exists() else []
        environment = {"PATH": os.environ["PATH"], "AFL_NO_UI": "1", "AFL_SKIP_CPUFREQ": "1", "AFL_NO_AFFINITY": "1",
                       "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1", "AFL_EXIT_ON_SEED_ISSUES": "1", "AFL_MAP_SIZE": "10000000"}
        command = ["afl-fuzz", "-V", str(AFL_SECONDS), "-t", "10000+", "-m", "none", "-i", place / "seeds", "-o", place / "out", *words, "--",
                   out / program]
        done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, timeout=600)
        file = place / "out/default/fuzzer_stats"
        checks.expect(done.returncode == 0 and file.exists(), f"AFL++ does not run {program}:\n{done.stdout.decode(errors='replace')[-2000:]}")
        if not file.exists():
            return
        stats = dict(line.split(":", 1) for line in file.read_text().splitlines())
        stats = {key.strip(): value.strip() for key, value in stats.items()}
    print(f"{program}: {stats['execs_done']} inputs, {stats['execs_per_sec']} a second, {stats['edges_found']} edges")
    checks.expect(int(stats["edges_found"]) >= FEWEST_EDGES, f"AFL++ sees {stats['edges_found']} edges of {program}")
    checks.expect(stats["saved_crashes"] == "0", f"{program} stops at {stats['saved_crashes']} inputs of AFL++")
    checks.expect(stats["saved_hangs"] == "0", f"{program} hangs at {stats['saved_hangs']} inputs of AFL++")


def options_of(out, program):
    """Returns the options that ClusterFuzz would pass, from the options' file."""
    lines = [line.split("=", 1) for line in (out / f"{program}.options").read_text().splitlines() if "=" in line]
    named = {key.strip(): value.strip() for key, value in lines}
    named.pop("timeout", None)  # OSS-Fuzz's own is used here
    if "dict" in named:
        named["dict"] = str(out / named["dict"])
    return [f"-{key}={value}" for key, value in named.items()]


def main():
    root, built, build = map(pathlib.Path, sys.argv[1:4])
    sanitizer, engine = sys.argv[4:]
    checks = Checks()
    expected = subprocess.run([sys.executable, root / "fuzz/campaign/oss_fuzz.py", "--programs"], capture_output=True, check=True)
    expected = expected.stdout.decode().split()
    is_in_the_images(checks, root, build)
    for entry in json.loads((build / "compile_commands.json").read_text()):
        text = entry.get("command", " ".join(entry.get("arguments", [])))
        checks.expect("-march=" not in text and "-mtune=native" not in text, f"{entry['file']} is compiled for one kind of processor")
    out = pathlib.Path(tempfile.mkdtemp(prefix="not_out_"))
    hidden = built.parent.with_name(built.parent.name + ".hidden")
    try:
        shutil.copytree(built, out, dirs_exist_ok=True)
        built.parent.rename(hidden)  # neither the sources nor the build folder can be found from here on
        programs = sorted(file.name for file in out.iterdir() if file.is_file() and b"LLVMFuzzerTestOneInput" in file.read_bytes())
        checks.expect(programs == sorted(expected), f"OUT has the targets {programs}, and the registry {sorted(expected)}")
        for file in [*(out / program for program in programs), *(out / "subjects").iterdir()]:
            needs_nothing_else(checks, out, file)
        for program in programs:
            is_instrumented(checks, out, program, sanitizer)
            if engine == "afl":
                is_fuzzed_by_afl(checks, out, program)
            else:
                runs(checks, out, program)
    finally:
        if hidden.exists():
            hidden.rename(built.parent)
        shutil.rmtree(out)
    for text in checks.failed:
        print(f"FAILED: {text}")
    print(f"{checks.count - len(checks.failed)} of {checks.count} conditions hold, for {len(programs)} targets")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
