"""Tests toy_operator.patch, which adds an operator on two tensors, with its in-place and out= forms, in five files.

Nothing more is written by hand: modecheck_api writes the C++ functions and methods. If one of the five files is left
out, the build fails to compile or to link. scripts/check-toy-operators builds the command and searches for mismatches.
"""
import sys
import unittest

from patched_sources import PatchedSources

PatchedSources.root, PatchedSources.compiler = sys.argv[1:3]

CATALOGUE = "spec/operators/elementwise.h"
ROWS, TABLE = "spec/rules/rows/arithmetic.h", "spec/rules/table.cpp"
FUNCTIONS, KERNELS = "engine/backends/functions/elementwise.h", "engine/backends/cpu/pointwise/elementwise_functions.cpp"
DERIVATIVES, BOXED = "engine/derivatives/elementwise.cpp", "engine/dispatch/boxed_operator.cpp"
REFERENCE, REFERENCE_TABLE = "reference/kernels/elementwise.cpp", "reference/kernels/kernels.cpp"


class ToyOperator(PatchedSources):
    patch = "toy_operator.patch"
    forms = ["halfway", "halfway_", "halfway_out"]

    def test_five_files_and_few_lines(self):
        self.expect_size([CATALOGUE, ROWS, FUNCTIONS, DERIVATIVES, REFERENCE], most_lines=60)

    def test_every_layer_has_all_forms(self):
        self.expect_success(TABLE)
        self.expect_link(BOXED, DERIVATIVES, "Table<")
        self.expect_link(DERIVATIVES, KERNELS, "KernelOf<")
        self.expect_link(REFERENCE_TABLE, REFERENCE, "KernelOf<")

    def test_without_the_catalogue(self):
        self.leave_out(CATALOGUE)
        self.expect_error(TABLE, "halfway")

    def test_without_the_specification(self):
        self.leave_out(ROWS)
        self.expect_error(TABLE, "RowOf<modecheck::spec::operators::halfway>", "has no row in spec/rules/rows")

    def test_without_the_function(self):
        self.expect_no_link(FUNCTIONS, DERIVATIVES, KERNELS, "KernelOf<")

    def test_without_the_derivative(self):
        self.expect_no_link(DERIVATIVES, BOXED, DERIVATIVES, "Table<")

    def test_without_the_reference(self):
        self.expect_no_link(REFERENCE, REFERENCE_TABLE, REFERENCE, "KernelOf<")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
