#!/usr/bin/env python3
"""Checks the verb `modecheck audit` where no torch is needed: wrong use and a missing python3 or torch.

use_test.py SOURCE MODECHECK      the folder of the sources and the command
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE, MODECHECK = pathlib.Path(sys.argv[1]), sys.argv[2]
SCRIPT = str(SOURCE / "examples/stories/reward_model.py")


def audit(*arguments, **environment):
    return subprocess.run([MODECHECK, "audit", *arguments], env=dict(os.environ, **environment), capture_output=True, text=True)


class Use(unittest.TestCase):
    def expect(self, done, *words):
        self.assertEqual(done.returncode, 2, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertEqual(done.stdout, "")

    def test_help_names_what_is_there(self):
        done = audit("--help")
        self.assertEqual(done.returncode, 0)
        for option in ("--python SCRIPT", "--stories FILE", "--json FILE", "--sarif FILE", "--html FILE", "--inputs FILE",
                       "--shape SIZES", "--library NAME=FILE", "--seconds N", "--time-limit N"):
            self.assertIn(option, done.stdout)

    def test_no_script(self):
        self.expect(audit(), "audit needs a Python script or a saved model", "--python SCRIPT", "MODEL.pt")

    def test_an_unknown_option_is_named(self):
        self.expect(audit("--jsn", "x"), "'--jsn'")

    def test_words_after_the_script_are_the_scripts(self):
        words = ["--json", "x", "--html=y", "--sarif", "-h", "--help", "--python", "[a,b]", "", "--", "audit", "-x"]
        with tempfile.TemporaryDirectory() as folder:
            python = pathlib.Path(folder) / "python3"
            python.write_text("#!/bin/sh\nshift\nprintf '<%s>\\n' \"$@\"\n")  # prints the words after the recorder's name
            python.chmod(0o755)
            for form in (["--python", SCRIPT], [f"--python={SCRIPT}"]):
                for given in (words, words[:1], []):
                    done = audit("--html", "page.html", *form, *given, MODECHECK_PYTHON=str(python))
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertEqual(done.stdout.splitlines(),
                                     [f"<{word}>" for word in ["--html", "page.html", SCRIPT, *given]])

    def test_the_commands_own_option_is_named_and_none_of_the_scripts(self):
        done = audit("--jsn", "x", "--python", SCRIPT, "--lr", "3")
        self.expect(done, "'--jsn'")
        self.assertNotIn("--lr", done.stderr)

    def test_a_script_that_is_not_there(self):
        self.expect(audit("--python", "no-such.py"), "'no-such.py'")

    def test_stories_that_are_not_there(self):
        self.expect(audit("--stories", "no-such.json"), "'no-such.json'", "MODECHECK_PROVENANCE=json:FILE")
        self.expect(audit("--stories", SCRIPT, "--python", SCRIPT), "--stories and --python")
        self.expect(audit("--stories", SCRIPT, "more"), "'more' has no meaning")
        self.expect(audit("--stories", SCRIPT), "reward_model.py:1: this is no story", "MODECHECK_PROVENANCE=json:FILE")

    def test_a_python_that_is_not_there(self):
        self.expect(audit("--python", SCRIPT, MODECHECK_PYTHON="/no/python3"), "'/no/python3'", "MODECHECK_PYTHON")

    def test_a_python_without_torch(self):
        with tempfile.TemporaryDirectory() as folder:
            # This module hides any torch that is installed.
            (pathlib.Path(folder) / "torch.py").write_text("raise ImportError('there is no torch')\n")
            done = audit("--python", SCRIPT, PYTHONPATH=folder)
        self.expect(done, "cannot import torch", "there is no torch", "MODECHECK_PYTHON")

    def test_rules_are_those_of_the_specification(self):
        text = (SOURCE / "audit/modecheck_audit.py").read_text()
        table = re.search(r"^RULES = (\{.*?^\})", text, re.MULTILINE | re.DOTALL)[1]
        rules = eval(table)  # a dictionary of string literals
        self.assertGreater(len(rules), 8)
        for rule, statement in rules.items():
            printed = subprocess.run([MODECHECK, "rules", rule], capture_output=True, text=True, check=True).stdout
            printed = printed.split("\n\nSources:")[0].splitlines()[2:]
            words = " ".join(printed).split()
            self.assertEqual(" ".join(words[-len(statement.split()):]), statement, rule)

    def test_expectations_name_every_story_and_its_lines(self):
        stories = json.loads((SOURCE / "examples/stories/expected.json").read_text())["stories"]
        self.assertEqual(len(stories), 15)
        self.assertEqual(sorted(stories), sorted(file.stem for file in (SOURCE / "examples/stories").glob("*.py")))
        for name, expected in stories.items():
            lines = [line.strip() for line in (SOURCE / f"examples/stories/{name}.py").read_text().splitlines()]
            for key in ("made", "guard", "use"):
                self.assertIn(expected[key], lines, name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
