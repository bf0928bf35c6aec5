"""Leaves out one part of the operator hypot at a time, and expects an error that names the operator."""
import os
import re
import sys
import unittest

from changed_sources import ChangedSources

ChangedSources.root, ChangedSources.compiler = sys.argv[1:3]
ROWS = "spec/rules/rows/arithmetic.h"
TABLE = "spec/rules/table.cpp"
ROW = re.compile(r"    \{forms_of<ops::hypot>,.*?DoubleBackward::\w+\},\n", re.DOTALL)


class LeftOut(ChangedSources):
    def test_everything_there_compiles(self):
        self.expect_success(TABLE)

    def test_no_row_in_the_specification(self):
        self.change(ROWS, ROW, "")
        self.expect_error(TABLE, "this operator has no row in spec/rules/rows", "RowOf<modecheck::spec::operators::hypot>")

    def test_two_rows_in_the_specification(self):
        self.change(ROWS, ROW, lambda row: row.group() * 2)
        self.expect_error(TABLE, "this operator has a row too many", "RowOf<modecheck::spec::operators::hypot>")

    def test_a_row_without_a_rule_for_the_result(self):
        self.change(ROWS, r"(ops::hypot>, )of_tensors<infer_of_floats>, ", r"\1")
        self.expect_error(TABLE, "arithmetic.h", "hypot")

    def test_a_row_that_does_not_say_what_is_saved(self):
        self.change(ROWS, r"(ops::hypot>, of_tensors<infer_of_floats>, )and_result\(saves\(.*?\)\),", r"\1")
        self.expect_error(TABLE, "arithmetic.h", "hypot")

    def test_a_row_that_does_not_say_whether_second_derivatives_are_known(self):
        self.change(ROWS, ROW, lambda row: re.sub(r",\s*DoubleBackward::\w+", "", row.group()))
        self.expect_error(TABLE, "arithmetic.h", "hypot")

    def test_no_kernel_in_the_reference(self):
        row = "modecheck::reference::KernelOf<modecheck::spec::operators::hypot>::row()"
        asked, _ = self.symbols_of("reference/kernels/kernels.cpp")
        self.assertIn(row, asked)
        kernels = "reference/kernels/elementwise.cpp"
        _, defined = self.symbols_of(kernels)
        self.assertIn(row, defined)
        self.change(kernels, r"\nMODECHECK_KERNEL_FORMS\(hypot, .*\)\n", "\n")
        # the error comes from -Wall -Werror, with which the project is built
        done = self.compile(kernels, "-S", "-o", os.devnull, "-Werror=unused-function")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("hypot", done.stderr)
        _, defined = self.symbols_of(kernels)
        self.assertNotIn(row, defined)

    def test_two_kernels_in_the_reference(self):
        kernels = "reference/kernels/elementwise.cpp"
        self.change(kernels, r"\nMODECHECK_KERNEL_FORMS\(hypot, .*\)\n", lambda row: row.group() * 2)
        self.expect_error(kernels, "redefinition", "hypot")

    def test_no_place_in_the_catalogue(self):
        self.change("spec/operators/elementwise.h", r"(using ElementwiseOperators =[^;]*?)hypot,", r"\1")
        self.expect_error(TABLE, "hypot")

    def test_no_range_of_an_integer_argument(self):
        self.change("spec/operators/argument_range.h", r'    \{"step", \{0, 2\}\},\n', "")
        self.expect_error("spec/program/slots.cpp", "schema_is_malformed", "argument_range.h", "slice_Tensor")

    def test_no_derivative_of_a_view_in_the_engine(self):
        derivatives = "engine/derivatives/view.cpp"
        self.change(derivatives, r"MODECHECK_GRADIENT\(PermuteBackward0, \(permute\)",
                    "MODECHECK_REGISTER(permute) MODECHECK_GRADIENT(PermuteBackward0, ()")
        self.expect_error(derivatives, "this operator has no derivative",
                          "DerivativeOf<modecheck::spec::operators::permute>")

    def test_no_derivative_in_the_engine(self):
        derivatives = "engine/derivatives/elementwise.cpp"
        self.change(derivatives, r"MODECHECK_GRADIENTS\(HypotBackward0, \(hypot, hypot_\)",
                    "MODECHECK_REGISTER(hypot) MODECHECK_GRADIENTS(HypotBackward0, ()")
        self.expect_error(derivatives, "this operator has no derivative",
                          "DerivativeOf<modecheck::spec::operators::hypot>")

    def test_a_derivative_keeps_what_is_no_argument(self):
        derivatives = "engine/derivatives/view.cpp"
        self.change(derivatives, r"\(ViewBackward0, \(view\), self_sizes\)", "(ViewBackward0, (view), input_sizes)")
        self.expect_error(derivatives, "the operator has no argument of this name", "input_sizes")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
