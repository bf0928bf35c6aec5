"""Tests table.py and cut.py: what counts as passed, that the list of tests that cannot pass is checked both ways, and
what is left of a file without listed tests."""

import unittest

import cut
import table

SOURCE = """
TEST(A, One) {}
TEST_F(A, Two) {}
TEST(
    A,
    Three_CUDA) {}
"""
LOG = """CUDA not available. Disabling CUDA and MultiCUDA tests
[       OK ] A.One (0 ms)
[ RUN      ] A.Two
"""


class TableTest(unittest.TestCase):
    def test_a_test_that_did_not_end_failed(self):
        found = table.outcomes(table.declared_tests(SOURCE), LOG)
        self.assertEqual(found, {"A.One": "pass", "A.Two": "fail", "A.Three_CUDA": "gpu"})

    def test_a_gpu_test_counts_where_a_gpu_is(self):
        found = table.outcomes(["A.Three_CUDA"], "[  FAILED  ] A.Three_CUDA (1 ms)\n")
        self.assertEqual(found, {"A.Three_CUDA": "fail"})

    def test_a_test_that_was_cut_did_not_compile(self):
        found = table.outcomes(["A.One", "A.Two"], "[       OK ] A.One (0 ms)\n", ["A.Two"])
        self.assertEqual(found, {"A.One": "pass", "A.Two": "uncompiled"})

    def test_the_cut_file_keeps_its_line_numbers(self):
        source = "int x;\nTEST(A, One) {\n  if (x) {\n  }\n}\nTEST(A, Two) {}\nTEST(A, Three) {\n}\n"
        self.assertEqual(cut.without(source, ["A.One"]), "int x;\n\n\n\n\nTEST(A, Two) {}\nTEST(A, Three) {\n}\n")
        self.assertEqual(cut.without(source, ["A.Two"]), source.replace("TEST(A, Two) {}", ""))
        self.assertEqual(cut.without(source, ["A.Gone"]), source)

    def test_the_list_is_checked_both_ways(self):
        results = {"a": {"A.One": "pass", "A.Two": "fail"}, "b": {"B.One": "uncompiled"}}
        right = table.read_list("# words\n\na A.Two | a reason\nb * | another\n")
        self.assertEqual(table.disagreements(results, right), [])
        self.assertEqual(len(table.disagreements(results, {})), 2)
        for wrong in ("a A.One | x\n", "a A.Gone | x\n"):
            more = {**right, **table.read_list(wrong)}
            self.assertEqual(len(table.disagreements(results, more)), 1)
        self.assertEqual(len(table.disagreements({"b": {"B.One": "pass"}}, right)), 1)

    def test_a_line_of_another_form_is_refused(self):
        for wrong in ("a A.Two\n", "a A.Two | \n", "a A.Two | x\na A.Two | y\n"):
            with self.assertRaises(ValueError):
                table.read_list(wrong)

    def test_the_page_counts_and_gives_reasons(self):
        text = table.page({"a": {"A.One": "pass", "A.Two": "fail"}}, {("a", "A.Two"): "a reason", ("b", "*"): "other"})
        self.assertIn("1 of the 2 tests", text)
        self.assertIn("| `a` | 2 | 1 | 1 | 0 | 0 |", text)
        self.assertIn("- `a`, `A.Two`: a reason", text)
        self.assertNotIn("other", text)


if __name__ == "__main__":
    unittest.main()
