#!/usr/bin/env python3
"""Tests `modecheck operator`: that it finds the faults of examples/own_operators/faulty.cpp and nothing in mended.cpp, and what it
says when it cannot judge.

usage: judge_operators_test.py MODECHECK FAULTY_LIBRARY MENDED_LIBRARY ODD_LIBRARY FALLING_LIBRARY
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

MODECHECK, FAULTY, MENDED, ODD, FALLING = sys.argv[1:6]


def judged(*words):
    """Runs the verb, and returns its exit code, what it printed, and the operators of its result by name."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "result.json"
        ran = subprocess.run([MODECHECK, "operator", "--json", file, *words], capture_output=True, text=True)
        result = json.loads(file.read_text()) if file.exists() and file.stat().st_size else {"operators": []}
    return ran.returncode, ran.stdout + ran.stderr, {one["name"]: one for one in result["operators"]}


def found(operator):
    return {(one["rule"], one["missing"]) for one in operator["violations"] if not one["known"]}


class JudgeOperatorsTest(unittest.TestCase):
    def test_each_fault_is_named_with_what_is_missing(self):
        code, printed, operators = judged("--library", FAULTY)
        self.assertEqual(code, 1, printed)
        self.assertIn(("V3", "a kernel for ADInplaceOrView"), found(operators["faulty::twice_"]))
        self.assertIn(("W4", "a kernel for Autograd"), found(operators["faulty::twice_"]))
        self.assertIn(("W1", "a kernel for ADInplaceOrView"), found(operators["faulty::first"]))
        self.assertIn(("W1", "the same annotation, such as (a), at `self` and at the result"),
                      found(operators["faulty::contiguous"]))
        self.assertEqual({("V4", "the annotation (a!) of `self`"), ("V4", ""), ("values", "")}, found(operators["faulty::normalised"]))
        self.assertIn(("S2", "saving it with save_for_backward"), found(operators["faulty::product"]))
        self.assertIn(("S1", "saving it with save_for_backward"), found(operators["faulty::product"]))
        self.assertIn("5 judged (100 %), 5 break a rule.", printed)

    def test_the_mended_operators_pass(self):
        code, printed, operators = judged("--library", MENDED)
        self.assertEqual(code, 0, printed)
        self.assertEqual(len(operators), 5)
        for name, operator in operators.items():
            self.assertEqual(set(), found(operator), name)
            self.assertEqual(operator["calls"], 3, name)
        # Its mul_ is libtorch's, which writes before it rejects.
        self.assertIn("written-before-rejected", printed)

    def test_an_operator_that_ends_the_process_costs_no_other(self):
        code, printed, operators = judged("--library", ODD)
        self.assertEqual(code, 1, printed)
        death, = operators["odd::crash"]["violations"]
        self.assertEqual(death["rule"], "E2")
        self.assertIn("signal 11", death["what"])
        self.assertIn("odd::crash(self=", death["call"])
        self.assertEqual(operators["odd::same_value"]["violations"], [])
        self.assertEqual(operators["odd::same_value"]["calls"], 3)

    def test_other_faults_have_their_rules(self):
        _, printed, operators = judged("--library", ODD)
        rules = {name: {rule for rule, _ in found(operator)} for name, operator in operators.items()}
        self.assertIn("K4", rules["odd::returns_copy_"], printed)
        self.assertIn("S5", rules["odd::leaves_mode"], printed)
        self.assertIn("K4", rules["odd::leaves_mode"], printed)
        self.assertEqual({"V1"}, rules["odd::own_counter"], printed)
        self.assertIn("K2", rules["odd::of_storage"], printed)
        self.assertIn("E1", rules["odd::late_check_"], printed)
        self.assertIn("S5", rules["odd::records_write_"], printed)
        self.assertIn("S1", rules["odd::of_floats"], printed)
        self.assertIn("differences: it takes no float64 tensors", operators["odd::of_floats"]["skipped"])

    def test_operators_that_pass_over_strides_are_found(self):
        _, printed, operators = judged("--library", ODD)
        faults = {name: {one["rule"] for one in operators[f"odd::{name}"]["violations"]
                         if one["situation"].startswith("views that are not contiguous")} for name in ("reads_densely", "writes_densely_")}
        self.assertEqual({"reads_densely": {"values"}, "writes_densely_": {"values", "V4"}}, faults, printed)

    def test_what_operators_print_and_keep_is_no_answer(self):
        _, printed, operators = judged("--library", ODD)
        for name in ("odd::prints", "odd::keeps"):
            self.assertEqual(set(), found(operators[name]), printed)
            self.assertEqual(operators[name]["calls"], 3, printed)

    def test_an_operator_is_judged_once(self):
        _, printed, _ = judged("mm", "aten::mm", "mm")
        self.assertIn("2 operators of torch:cpu", printed)

    def test_names_without_overload_stand_for_all(self):
        code, printed, operators = judged("add", "--tries", "300")
        self.assertEqual(code, 0, printed)
        self.assertEqual(set(operators), {"aten::add.Tensor", "aten::add.Scalar", "aten::add.out", "aten::add.Scalar_out"})

    def test_the_same_seed_gives_the_same_result(self):
        (_, _, first), (_, _, second) = (judged("roll", "cumsum", "--seed", "5", "--jobs", jobs) for jobs in "12")
        self.assertEqual(first, second)

    def test_bad_input_is_an_error(self):
        for words, message in (
                (("no_such_operator",), "has no operator 'no_such_operator'; --list prints all names"),
                ((), "operator needs the name of an operator, --library FILE, or --all"),
                (("add", "--subject", "engine:cpu"), "no registry of operators is called"),
                (("--library", "/no/such/file.so"), "there is no file '/no/such/file.so'"),
                (("--library", ""), "there is no file ''"),
                (("--library", FALLING), "the process dies while it loads"),
                (("--library", MODECHECK), "does not load"),
                (("mm", "--all"), "--all judges all operators"),
                (("mm", "--list"), "--list prints all names")):
            code, printed, _ = judged(*words)
            self.assertEqual(code, 2, printed)
            self.assertIn(message, printed)

    def test_operators_that_take_names_of_dimensions_are_judged(self):
        _, printed, operators = judged("squeeze.dimname", "softmax.Dimname")
        self.assertEqual([3, 3], [one["calls"] for one in operators.values()], printed)

    def test_an_operator_that_cannot_be_judged_has_a_reason(self):
        code, printed, operators = judged("record_stream")
        self.assertEqual(code, 3, printed)
        self.assertEqual(operators["aten::record_stream"]["not_judged"], "an argument is of type Stream")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
