#!/usr/bin/env python3
"""Tests bench/instructions.py: a growth is told, and only an accepted one is let through."""
import contextlib
import io
import pathlib
import tempfile
import unittest

import instructions


def dump(label, count):
    return f"version: 1\ndesc: Trigger: Client Request: {label}\nsummary: {count}\ntotals: {count}\n"


class Instructions(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "iterations").write_text("10\n")
        self.recorded, self.accepted = self.folder / "recorded.json", self.folder / "accepted.txt"
        self.accepted.write_text("# nothing\n")
        self.measure(add=1000, mul=2000)
        self.assertEqual(self.run_main("--write")[0], 0)

    def measure(self, **rows):
        for file in self.folder.glob("engine.callgrind.*"):
            file.unlink()
        for number, (row, count) in enumerate(rows.items()):
            (self.folder / f"engine.callgrind.{number}").write_text(dump(row, count * 10))
        (self.folder / "checking.callgrind").write_text(f"version: 1\ntotals: {14000 * instructions.COMMANDS}\n")

    def run_main(self, *more, compiler="g++ 12"):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = instructions.main([str(self.folder), str(self.recorded), str(self.accepted), compiler, *more])
        return code, out.getvalue(), err.getvalue()

    def test_equal_counts_pass(self):
        code, out, err = self.run_main()
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(out, "3 rows compared, 0 wrong, 0 more than 5 % smaller, 0 new\n")

    def test_a_growth_of_more_than_five_percent_is_told(self):
        self.measure(add=1050, mul=2101)
        code, _, err = self.run_main()
        self.assertEqual(code, 1)
        self.assertIn("mul: 2000 instructions became 2101 (+5.0 %)", err)
        self.assertNotIn("add:", err)

    def test_an_accepted_growth_needs_a_reason_and_must_be_one(self):
        self.measure(add=1000, mul=3000)
        self.accepted.write_text("mul\tit also checks overlaps now\n")
        self.assertEqual(self.run_main()[0], 0)
        self.measure(add=1000, mul=2000)
        self.assertIn("mul: its growth is accepted, but it did not grow", self.run_main()[2])
        self.accepted.write_text("mul\n")
        with self.assertRaisesRegex(ValueError, "line 1 has no reason"):
            self.run_main()
        self.accepted.write_text("div\ta reason\n")
        self.assertIn("div: its growth is accepted, but no such row was recorded", self.run_main()[2])

    def test_a_row_that_is_gone_is_told(self):
        self.measure(add=1000)
        self.assertIn("mul: was 2000 instructions and is not measured any more", self.run_main()[2])

    def test_nothing_counted_and_another_compiler_are_no_success(self):
        self.assertEqual(self.run_main(compiler="g++ 13")[0], 77)
        self.measure()
        (self.folder / "checking.callgrind").unlink()
        self.assertEqual(self.run_main()[0], 2)


if __name__ == "__main__":
    unittest.main()
