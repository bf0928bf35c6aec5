"""Tests scripts/check-words on a small repository."""
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scripts/check-words")
LIST = """# a comment
retired [Gg]ravity
write   severity
allow   ^old/: quotes an old file

retired \\bspare\\b
in      ^spec/
write   extra_capacity
"""


def loaded():
    loader = importlib.machinery.SourceFileLoader("check_words", SCRIPT)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_words", loader))
    loader.exec_module(module)
    return module


class CheckWords(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = self.folder.name
        subprocess.check_call(["git", "init", "--quiet", self.root])
        self.write("tests/words/retired.txt", LIST)
        self.write("spec/plain.h", "int extra_capacity;  // of the first result\n")

    def tearDown(self):
        self.folder.cleanup()

    def write(self, path, text):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def check(self, *arguments):
        return subprocess.run([sys.executable, SCRIPT, self.root, *arguments], capture_output=True, text=True)

    def commit(self, subject):
        subprocess.check_call(["git", "-C", self.root, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "--quiet",
                               "--allow-empty", "-m", subject])
        return subprocess.check_output(["git", "-C", self.root, "rev-parse", "HEAD"], text=True).strip()

    def test_plain_words_pass(self):
        done = self.check()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("subjects of commits were not checked", done.stdout)

    def test_a_planted_word_fails_and_is_named(self):
        self.write("cli/run.cpp", "\n// The gravity of a mismatch.\n")
        done = self.check()
        self.assertEqual(done.returncode, 1)
        self.assertIn("cli/run.cpp:2: 'gravity' is retired; write: severity", done.stdout)

    def test_the_name_of_a_file_is_looked_at(self):
        self.write("cli/gravity.h", "\n")
        self.assertIn("cli/gravity.h: the path has 'gravity'; write: severity", self.check().stdout)

    def test_scopes_and_allowances_hold(self):
        self.write("old/file.txt", "gravity\n")
        self.write("docs/page.md", "a spare tensor\n")
        self.assertEqual(self.check().returncode, 0)
        self.write("spec/wrong.h", "int spare;\n")
        self.assertIn("spec/wrong.h:1: 'spare' is retired; write: extra_capacity", self.check().stdout)

    def test_a_malformed_list_is_refused(self):
        for text, message in (("retired (\nwrite x\n", "tests/words/retired.txt:1: ( is no regular expression"),
                              ("write x\n", "tests/words/retired.txt:1: expected 'retired PATTERN'"),
                              ("retired a\nallow ^x$\nwrite b\n", "'allow PATH: REASON' must say why"),
                              ("retired a\n", "no line 'write'")):
            self.write("tests/words/retired.txt", text)
            done = self.check()
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)

    def test_wrong_use_is_refused(self):
        self.assertEqual(self.check("more").returncode, 2)
        for argument, message in (("--no-such-option", "not: --no-such-option"), ("/no/folder", "there is no folder")):
            done = subprocess.run([sys.executable, SCRIPT, argument], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)

    def test_long_subjects_fail(self):
        module = loaded()
        first = self.commit("x" * 90)
        self.commit("y" * 72)
        here = os.getcwd()
        os.chdir(self.root)
        try:
            self.assertEqual(module.subject_problems(first), [])
            self.commit("z" * 73)
            (problem,) = module.subject_problems(first)
            self.assertIn("its subject has 73 characters, and may have 72", problem)
            self.assertIsNone(module.subject_problems("0" * 40))
        finally:
            os.chdir(here)


unittest.main()
