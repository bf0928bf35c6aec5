"""Tests toy_composite.patch, which adds a composite of two tensors in three files.

Nothing more is written by hand: modecheck_api writes the C++ function and the method, and the generator proposes the
arguments of the operator that the composite resembles. If one of the three files is left out, the build fails to
compile or to link. scripts/check-toy-operators builds the command with the composite and searches for mismatches.
"""
import os
import sys
import unittest

from patched_sources import PatchedSources

PatchedSources.root, PatchedSources.compiler = sys.argv[1:3]

CATALOGUE = "spec/operators/composites.h"
SUB_OPERATIONS, TABLE = "spec/composites/losses.cpp", "spec/composites/composites.cpp"
BODY, BOXED = "engine/composites/composites.cpp", "engine/dispatch/boxed_operator.cpp"


class ToyComposite(PatchedSources):
    patch = "toy_composite.patch"
    forms = ["midpoint"]

    def test_three_files_and_few_lines(self):
        self.expect_size([CATALOGUE, SUB_OPERATIONS, BODY], most_lines=25)

    def test_every_layer_has_it(self):
        self.expect_success(TABLE)
        self.expect_link(TABLE, SUB_OPERATIONS, "CompositeOf<")
        self.expect_link(BOXED, BODY, "Composite<")

    def test_without_the_catalogue(self):
        self.leave_out(CATALOGUE)
        self.expect_error(SUB_OPERATIONS, "midpoint")
        self.expect_error(BODY, "midpoint")

    def test_without_the_specification(self):
        self.expect_no_link(SUB_OPERATIONS, TABLE, SUB_OPERATIONS, "CompositeOf<")

    def test_without_the_body(self):
        self.expect_no_link(BODY, BOXED, BODY, "Composite<")

    def test_a_function_without_a_row(self):
        self.write(SUB_OPERATIONS, self.read_changed(SUB_OPERATIONS).replace("MODECHECK_COMPOSITE(midpoint, midpoint)\n", ""))
        done = self.compile(SUB_OPERATIONS, "-S", "-o", os.devnull, "-Werror=unused-function")  # the build has -Wall -Werror
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("midpoint", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
