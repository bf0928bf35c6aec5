"""Compiles sources of which a few are changed: the compiler finds the changed copies before the originals."""
import os
import re
import subprocess
import tempfile
import unittest


class ChangedSources(unittest.TestCase):
    """A base class of tests that change copies of sources and compile units with them."""

    root = ""
    compiler = ""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.changed = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def write(self, path, text):
        copy = os.path.join(self.changed, path)
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        with open(copy, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()

    def read_changed(self, path):
        with open(os.path.join(self.changed, path), encoding="utf-8") as file:
            return file.read()

    def change(self, path, pattern, replacement):
        """Writes a copy of a source in which the replacement stands for the only match of the pattern."""
        text, count = re.subn(pattern, replacement, self.read(path))
        self.assertEqual(count, 1, f"{path} has not exactly one place that matches {pattern}")
        self.write(path, text)

    def compile(self, unit, *options):
        """Compiles the changed copy of a unit, or the original if there is no copy."""
        copy = os.path.join(self.changed, unit)
        source = copy if os.path.exists(copy) else os.path.join(self.root, unit)
        command = [self.compiler, "-std=c++20", "-O0", "-I", self.changed, "-I", self.root, "-I",
                   os.path.join(self.root, "engine/torch"), *options, source]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def expect_success(self, unit):
        done = self.compile(unit, "-fsyntax-only")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def expect_error(self, unit, *words):
        done = self.compile(unit, "-fsyntax-only")
        self.assertNotEqual(done.returncode, 0, f"{unit} compiles")
        for word in words:
            self.assertIn(word, done.stderr)

    def symbols_of(self, unit):
        """Returns the names that the unit needs from other units, and the names that it defines."""
        compiled = os.path.join(self.changed, "unit.o")
        done = self.compile(unit, "-c", "-o", compiled)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = subprocess.run(["nm", "--demangle", compiled], capture_output=True, text=True, check=True).stdout
        asked, defined = set(), set()
        for line in lines.splitlines():
            kind, name = line[17:].split(" ", 1)
            (asked if kind == "U" else defined).add(name)
        return asked, defined
