"""Adds an operator on two tensors, with its in-place and its out= form, by toy_operator.patch: in five files.

Nothing more is written by hand: modecheck_api writes the C++ functions and methods. Without any of the files the others do
not compile, or do not link. Whoever changes a place that the patch quotes changes the patch.
"""
import os
import re
import subprocess
import sys
import unittest

from changed_sources import ChangedSources

ChangedSources.root, ChangedSources.compiler = sys.argv[1:3]
PATCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "toy_operator.patch")
MOST_FILES, MOST_LINES = 5, 60

CATALOGUE = "spec/operators/elementwise.h"
ROWS, TABLE = "spec/rules/rows/arithmetic.h", "spec/rules/table.cpp"
FUNCTIONS, KERNELS = "engine/backends/functions/elementwise.h", "engine/backends/cpu/pointwise/elementwise_functions.cpp"
DERIVATIVES, BOXED = "engine/derivatives/elementwise.cpp", "engine/dispatch/boxed_operator.cpp"
REFERENCE, REFERENCE_TABLE = "reference/kernels/elementwise.cpp", "reference/kernels/kernels.cpp"
FORMS = ["halfway", "halfway_", "halfway_out"]


def patch():
    with open(PATCH, encoding="utf-8") as file:
        return file.read()


def files():
    return re.findall(r"^\+\+\+ b/(.*)$", patch(), re.MULTILINE)


def of(form, names):
    """The names that are about a form of the operator."""
    return {name for name in names if re.search(rf"spec::operators::{form}\b", name)}


class ToyOperator(ChangedSources):
    def setUp(self):
        super().setUp()
        for path in files():
            self.write(path, self.read(path))
        subprocess.run(["git", "apply", PATCH], cwd=self.changed, check=True)

    def leave_out(self, path):
        os.remove(os.path.join(self.changed, path))

    def expect_all_forms(self, names, pattern, found=True):
        for form in FORMS:
            with self.subTest(form):
                self.assertEqual(any(pattern in name for name in of(form, names)), found)

    def test_five_files_and_few_lines(self):
        added = re.findall(r"^\+(?!\+\+ )", patch(), re.MULTILINE)
        print(f"an operator in {len(files())} files and {len(added)} lines", file=sys.stderr)
        self.assertLessEqual(len(files()), MOST_FILES)
        self.assertLessEqual(len(added), MOST_LINES)
        self.assertEqual(set(files()), {CATALOGUE, ROWS, FUNCTIONS, DERIVATIVES, REFERENCE})

    def test_every_layer_has_all_forms(self):
        self.expect_success(TABLE)
        asked, _ = self.symbols_of(BOXED)
        self.expect_all_forms(asked, "Table<")
        asked, defined = self.symbols_of(DERIVATIVES)
        self.expect_all_forms(defined, "Table<")
        self.expect_all_forms(asked, "KernelOf<")
        _, defined = self.symbols_of(KERNELS)
        self.expect_all_forms(defined, "KernelOf<")
        asked, _ = self.symbols_of(REFERENCE_TABLE)
        self.expect_all_forms(asked, "KernelOf<")
        _, defined = self.symbols_of(REFERENCE)
        self.expect_all_forms(defined, "KernelOf<")

    def test_without_the_catalogue(self):
        self.leave_out(CATALOGUE)
        self.expect_error(TABLE, "halfway")

    def test_without_the_specification(self):
        self.leave_out(ROWS)
        self.expect_error(TABLE, "RowOf<modecheck::spec::operators::halfway>", "has no row in spec/rules/rows")

    def expect_missing(self, path, asking, providing, pattern):
        """Without the file, one unit asks for what the other no longer defines: a link error."""
        self.leave_out(path)
        asked, _ = self.symbols_of(asking)
        self.expect_all_forms(asked, pattern)
        _, defined = self.symbols_of(providing)
        self.expect_all_forms(defined, pattern, found=False)

    def test_without_the_function(self):
        self.expect_missing(FUNCTIONS, DERIVATIVES, KERNELS, "KernelOf<")

    def test_without_the_derivative(self):
        self.expect_missing(DERIVATIVES, BOXED, DERIVATIVES, "Table<")

    def test_without_the_reference(self):
        self.expect_missing(REFERENCE, REFERENCE_TABLE, REFERENCE, "KernelOf<")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
