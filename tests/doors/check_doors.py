"""Checks that every command in README.md, docs/ and `modecheck --help` is run by a test, by CI or at night.

tests/doors/commands.txt says who runs each command. This test runs those that it can run itself. It also runs every
script with --help and with an unknown option, and checks what the script prints.

usage: check_doors.py SOURCE BUILD      the folders of the sources and of the build
"""

import fnmatch
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

BEGINS = r"(scripts/\S|modecheck [a-z]|MODECHECK_\w+=\S+ modecheck |cmake -|ninja |g\+\+ |cp |ctest )"
# These scripts build first. They pass arguments that they do not know to `modecheck run` or ctest.
HAND_ON = {"run", "test"}
NO_SCRIPTS = {"known_versions.py", "fake_operators.py", "judge_candle.py", "judge_operators.py", "lib.sh", "recall.py", "reference.py", "findability.py", "mcdc.py"}


def fenced_blocks(text):
    """Returns for each fenced block the text after its opening fence and its lines; also returns the text outside of
    all blocks."""
    blocks, outside, inside = [], [], False
    for line in text.splitlines():
        if line.startswith("```"):
            if not inside:
                blocks.append((line.removeprefix("```").strip(), []))
            inside = not inside
        elif inside:
            blocks[-1][1].append(line)
        else:
            outside.append(line)
    return blocks, "\n".join(outside)


def shown_commands(source):
    """Returns the commands of the documents, each with the documents that show it."""
    out = {}
    for document in [source / "README.md", *sorted((source / "docs").rglob("*.md"))]:
        blocks, outside = fenced_blocks(document.read_text())
        # The test commands-of-the-site-are-run runs every line in blocks named output (docs/site/tools/outputs.py), so
        # these blocks are skipped.
        lines = [line for information, block in blocks if information != "{output}" for line in block]
        spans = re.findall(r"`([^`\n]+)`", outside)
        for command in lines + spans:
            command = re.split(r"\s{2,}#", command.strip())[0]
            if re.match(BEGINS, command):
                out.setdefault(command, set()).add(document.name)
    return out


def verbs(modecheck):
    text = subprocess.run([modecheck, "--help"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  ([a-z]+)\s", text[text.index("Verbs:"):], re.MULTILINE)


def read_list(file):
    entries = []
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        how, _, command = line.partition(" | ")
        if not command:
            sys.exit(f"{file}:{number}: expected HOW | COMMAND")
        entries.append((how, command))
    return entries


def commands_in(scripts):
    """Returns the lines of shell scripts that begin with a command, without the environment variables set before it."""
    out = []
    for script in scripts:
        for line in script.read_text().splitlines():
            line = re.sub(r"^(?:[A-Z_]+=\S+ )+", "", line.strip()).replace('"$root/', "").replace("$modecheck", "modecheck")
            if line and not line.startswith(("#", "say ")):
                out.append(line.replace('"', ""))
    return out


def does(line, command):
    """Whether a line of a script runs the command. The line must have the same program and verb, every option of the
    command, the same subjects and the same version. Other values, such as a time limit, may differ."""
    words, there = command.split(), line.split()
    named = [word for word in words[1:2] if re.fullmatch(r"[a-z]+", word)]
    wanted = [word for word in words if word.startswith("--") or "==" in word]
    wanted += [after for word, after in zip(words, words[1:]) if word == "--subjects"]
    return there[: 1 + len(named)] == words[:1] + named and all(word in there for word in wanted)


class Checker:
    def __init__(self, source, build):
        self.source = source
        self.build = build
        self.entries = read_list(source / "tests/doors/commands.txt")
        self.failed = []

    def fail(self, text):
        self.failed.append(text)

    def compare(self):
        shown = shown_commands(self.source)
        for verb in verbs(self.build / "cli/modecheck"):
            shown.setdefault(f"modecheck {verb}", set()).add("modecheck --help")
        for script in sorted((self.source / "scripts").iterdir()):
            if script.name not in NO_SCRIPTS and not any(c.split()[0] == f"scripts/{script.name}" for _, c in self.entries):
                self.fail(f"scripts/{script.name} is not listed")
        for command, where in sorted(shown.items()):
            if not any(fnmatch.fnmatchcase(command, listed) for _, listed in self.entries):
                self.fail(f"`{command}` is shown in {', '.join(sorted(where))} and nobody runs it: add a line to "
                          "tests/doors/commands.txt that says who does")
        for how, listed in self.entries:
            by_script = listed.split()[0]
            if not any(fnmatch.fnmatchcase(command, listed) for command in shown) and by_script not in (
                    "scripts/rules", "scripts/gpu"):
                self.fail(f"`{listed}` is listed in tests/doors/commands.txt and shown nowhere")

    def check_promises(self):
        """Checks that CI and CTest run the commands that the list says they run."""
        ci = commands_in(self.source / f for f in (".ci/run", "scripts/test", "scripts/run", "scripts/lib.sh"))
        tests = subprocess.run(["ctest", "--test-dir", self.build, "-N"], capture_output=True, text=True).stdout
        for how, command in self.entries:
            if how == "ci" and not any(does(line, command) for line in ci):
                self.fail(f"`{command}`: .ci/run does not call it")
            elif how.startswith("ctest ") and how.removeprefix("ctest ") not in tests:
                self.fail(f"`{command}`: there is no test {how.removeprefix('ctest ')}")
            elif how.startswith("with ") and not any(
                    c.startswith(how.removeprefix("with ")) and not h.startswith("with ") for h, c in self.entries):
                self.fail(f"`{command}`: no other entry begins with {how.removeprefix('with ')}")
            elif not re.match(r"ci$|ctest |with |run \d+(: .+)?$", how):
                self.fail(f"`{command}`: tests/doors/commands.txt does not know '{how}'")

    def run(self, command, code, folder):
        environment = dict(os.environ, PATH=f"{self.build / 'cli'}:{os.environ['PATH']}")
        command = re.sub(r"^ctest ", f"ctest --test-dir {shlex.quote(str(self.build))} ", command)
        ran = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                             capture_output=True, text=True)
        if ran.returncode != code:
            self.fail(f"`{command}` ended with {ran.returncode}, not with {code}:\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")

    def run_all(self, folder):
        for how, command in self.entries:
            match = re.fullmatch(r"run (\d+)(?:: (.+))?", how)
            if match:
                self.run(match[2] or command, int(match[1]), folder)

    def ask_scripts(self, folder):
        for script in sorted((self.source / "scripts").iterdir()):
            if script.name in NO_SCRIPTS:
                continue
            name = f"scripts/{script.name}"
            helped = subprocess.run([name, "--help"], cwd=folder, capture_output=True, text=True)
            if helped.returncode != 0 or len(helped.stdout) < 50:
                self.fail(f"`{name} --help` ended with {helped.returncode} and printed {len(helped.stdout)} characters")
            if script.name not in HAND_ON:
                self.run(f"{name} --no-such-option", 2, folder)


def main():
    checker = Checker(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
    checker.compare()
    checker.check_promises()
    with tempfile.TemporaryDirectory() as scratch:
        # The folder looks like the root of the sources. New files that a command makes land there and not in the
        # sources.
        folder = pathlib.Path(scratch)
        for entry in checker.source.iterdir():
            if entry.name != ".git":
                (folder / entry.name).symlink_to(entry)
        checker.run_all(folder)
        checker.ask_scripts(folder)
    for text in checker.failed:
        print(text)
    print(f"{len(checker.entries)} entries, {len(checker.failed)} failures")
    sys.exit(1 if checker.failed else 0)


main()
