#!/usr/bin/env python3
"""Tests what check_first_hour.py reports, and what it accepts."""
import unittest

import check_first_hour as check

NAMES = ["model.h", "rules.cpp", "modes.h", "state.h", "kinds.cpp", "graph.cpp", "backward.cpp", "commands.cpp"]


class FirstHour(unittest.TestCase):
    def setUp(self):
        self.listed = [(name, 200) for name in NAMES]
        self.actual = dict(self.listed)

    def test_right_figures_pass(self):
        self.assertEqual(check.problems(self.listed, self.actual), [])

    def test_a_wrong_figure_is_found(self):
        self.listed[2] = ("modes.h", 199)
        self.assertEqual(len(check.problems(self.listed, self.actual)), 1)

    def test_one_line_too_many_is_found(self):
        self.listed[0] = ("model.h", 201)
        self.actual["model.h"] = 201
        self.assertEqual(len(check.problems(self.listed, self.actual)), 1)

    def test_a_missing_file_is_found(self):
        self.actual["state.h"] = None
        self.assertEqual(len(check.problems(self.listed, self.actual)), 1)

    def test_a_shorter_list_is_found(self):
        del self.listed[0]
        self.assertEqual(len(check.problems(self.listed, self.actual)), 1)

    def test_entries_are_read_and_corrected(self):
        text = "// In this order:\n//   model.h  80  how\n//   rules.cpp     136  what\n// Further reading: undo.cpp\n"
        self.assertEqual(check.entries(text), [("model.h", 80), ("rules.cpp", 136)])
        corrected = check.corrected(text, {"model.h": 81, "rules.cpp": 136})
        self.assertEqual(check.entries(corrected), [("model.h", 81), ("rules.cpp", 136)])


if __name__ == "__main__":
    unittest.main()
