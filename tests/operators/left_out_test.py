"""Leaves out one part of the operator hypot at a time, and expects an error that names the operator.

Each case changes one file in a folder of its own, which the compiler searches before the sources, and compiles one unit.
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

ROOT, COMPILER = sys.argv[1:3]
ROWS = "spec/rules/rows/arithmetic.h"
TABLE = "spec/rules/table.cpp"
ROW = re.compile(r"    \{forms_of<ops::hypot>,.*?DoubleBackward::\w+\},\n", re.DOTALL)


class LeftOut(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.changed = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def change(self, path, pattern, replacement):
        """Writes a copy of a source in which the pattern, found once, is replaced."""
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            text, count = re.subn(pattern, replacement, file.read())
        self.assertEqual(count, 1, f"{path} has not one place that looks as {pattern}")
        copy = os.path.join(self.changed, path)
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        with open(copy, "w", encoding="utf-8") as file:
            file.write(text)

    def compile(self, unit, *options):
        """Compiles a unit, the changed one if it was changed, and returns what the compiler says."""
        copy = os.path.join(self.changed, unit)
        source = copy if os.path.exists(copy) else os.path.join(ROOT, unit)
        command = [COMPILER, "-std=c++20", "-O0", "-I", self.changed, "-I", ROOT, "-I",
                   os.path.join(ROOT, "engine/torch"), *options, source]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def expect_error(self, unit, *words):
        done = self.compile(unit, "-fsyntax-only")
        self.assertNotEqual(done.returncode, 0, f"{unit} compiles")
        for word in words:
            self.assertIn(word, done.stderr)

    def test_everything_there_compiles(self):
        done = self.compile(TABLE, "-fsyntax-only")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_no_row_in_the_specification(self):
        self.change(ROWS, ROW, "")
        self.expect_error(TABLE, "this operator has no row in spec/rules/rows", "RowOf<modecheck::spec::operators::hypot>")

    def test_two_rows_in_the_specification(self):
        self.change(ROWS, ROW, lambda row: row.group() * 2)
        self.expect_error(TABLE, "this operator has a row too many", "RowOf<modecheck::spec::operators::hypot>")

    def test_a_row_without_a_rule_for_the_result(self):
        self.change(ROWS, r"(ops::hypot>, )of_tensors<plan_of_floats>, ", r"\1")
        self.expect_error(TABLE, "arithmetic.h", "hypot")

    def test_a_row_that_does_not_say_what_is_saved(self):
        self.change(ROWS, r"(ops::hypot>, of_tensors<plan_of_floats>, )and_result\(saves\(.*?\)\),", r"\1")
        self.expect_error(TABLE, "arithmetic.h", "hypot")

    def test_a_row_that_does_not_say_whether_second_derivatives_are_known(self):
        self.change(ROWS, ROW, lambda row: re.sub(r",\s*DoubleBackward::\w+", "", row.group()))
        self.expect_error(TABLE, "arithmetic.h", "hypot")

    def symbols_of(self, unit):
        """Names that the unit asks others for, and names that it defines."""
        compiled = os.path.join(self.changed, "unit.o")
        done = self.compile(unit, "-c", "-o", compiled)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = subprocess.run(["nm", "--demangle", compiled], capture_output=True, text=True, check=True).stdout
        asked, defined = set(), set()
        for line in lines.splitlines():
            kind, name = line[17:].split(" ", 1)
            (asked if kind == "U" else defined).add(name)
        return asked, defined

    def test_no_kernel_in_the_reference(self):
        row = "modecheck::reference::KernelOf<modecheck::spec::operators::hypot>::row()"
        asked, _ = self.symbols_of("reference/kernels/kernels.cpp")
        self.assertIn(row, asked)
        kernels = "reference/kernels/elementwise.cpp"
        _, defined = self.symbols_of(kernels)
        self.assertIn(row, defined)
        self.change(kernels, r"\nMODECHECK_KERNEL_FORMS\(hypot, .*\)\n", "\n")
        done = self.compile(kernels, "-S", "-o", os.devnull, "-Werror=unused-function")  # the build has -Wall -Werror
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("hypot", done.stderr)
        _, defined = self.symbols_of(kernels)
        self.assertNotIn(row, defined)

    def test_two_kernels_in_the_reference(self):
        kernels = "reference/kernels/elementwise.cpp"
        self.change(kernels, r"\nMODECHECK_KERNEL_FORMS\(hypot, .*\)\n", lambda row: row.group() * 2)
        self.expect_error(kernels, "redefinition", "hypot")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
