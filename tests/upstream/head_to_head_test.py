"""Tests how scripts/head-to-head runs the programs of tests, and what its page says."""

import pathlib
import tempfile
import unittest

import head_to_head
from head_to_head import Change


class HeadToHeadTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        built = self.folder / "source/build/upstream-tests/built"
        built.mkdir(parents=True)
        # The program of tests prints two tests. The second fails with fault 3, and the program dies with fault 4.
        program = built / "autograd"
        program.write_text("#!/bin/sh\n[ \"$MODECHECK_FAULT\" = 4 ] && exit 1\necho '[       OK ] A.One (0 ms)'\n"
                           "[ \"$MODECHECK_FAULT\" = 3 ] && word='  FAILED  ' || word='       OK '\necho \"[$word] A.Two (0 ms)\"\n")
        program.chmod(0o755)
        (built / "autograd.log").write_text("[       OK ] A.One (0 ms)\n[       OK ] A.Two (0 ms)\n[  FAILED  ] A.Never (0 ms)\n")
        self.tests = head_to_head.Tests("faults", self.folder, ["autograd"])

    def test_a_fault_is_found_by_a_test_that_passes_without_it(self):
        self.assertEqual(self.tests.count, 2)
        found = [self.tests.find(Change(number, "saving", True)) for number in (0, 3, 4)]
        self.assertEqual(found, [[], ["autograd"], ["autograd"]])

    def test_the_table_counts_both_sides(self):
        text = head_to_head.section("faults", self.tests, [(Change(1, "saving", True), []), (Change(3, "saving", False), ["autograd"]),
                                                           (Change(4, "views", True), ["autograd"])])
        self.assertIn("| saving | 2 | 1 (50 %) | 1 (50 %) | 1 |", text)
        self.assertIn("| all | 3 | 2 (67 %) | 2 (67 %) | 1 |", text)
        self.assertIn("`autograd` 2", text)

    def test_a_part_that_was_not_measured_stays(self):
        head_to_head.PAGE = self.folder / "page.md"
        head_to_head.write("faults", "## Planted faults\n\nfirst\n")
        self.assertIn("## Mutants\n\nThis part was not measured.", head_to_head.PAGE.read_text())
        head_to_head.write("mutants", "## Mutants\n\nsecond\n")
        head_to_head.write("faults", "## Planted faults\n\nthird\n")
        text = head_to_head.PAGE.read_text()
        self.assertEqual([text.count(word) for word in ("first", "second", "third", "## ")], [0, 1, 1, 2])


if __name__ == "__main__":
    unittest.main()
