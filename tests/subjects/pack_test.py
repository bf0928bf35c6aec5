#!/usr/bin/env python3
"""Tests packs of programs: their schema, the player in examples/adapters, and that the player finds planted faults.

usage: pack_test.py ROOT MODECHECK
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema

ROOT = pathlib.Path(sys.argv[1])
MODECHECK = sys.argv[2]
PLAYER = ROOT / "examples/adapters/play_pack.py"
TOY = ROOT / "examples/adapters/toy.py"


def made(folder, *options):
    file = pathlib.Path(folder) / "pack.jsonl"
    ran = subprocess.run([MODECHECK, "pack", "--output", file, *options], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return file, [json.loads(line) for line in file.read_text().splitlines()], ran.stdout


class PackTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.file, (cls.head, *cls.lines), cls.told = made(cls.folder.name, "--programs", "1500")

    def test_lines_fit_the_schema(self):
        checker = jsonschema.Draft7Validator(json.loads((ROOT / "docs/pack.schema.json").read_text()))
        for line in self.lines:
            for error in checker.iter_errors(line):
                self.fail(f"{line['name']}: {error.json_path}: {error.message}")

    def test_the_schema_can_fail(self):
        checker = jsonschema.Draft7Validator(json.loads((ROOT / "docs/pack.schema.json").read_text()))
        line = json.loads(json.dumps(self.lines[0]))
        line["answers"][0]["registers"].pop()
        self.assertFalse(checker.is_valid(line))

    def test_programs_are_reduced_and_cover_much(self):
        drawn = [line for line in self.lines if line["name"].startswith("drawn/")]
        self.assertEqual(len(drawn), 1500)
        lengths = sorted(len(line["program"]) for line in drawn)
        self.assertLessEqual(lengths[len(lengths) // 2], 4)
        self.assertGreater(len({line["program"][-1]["operation"] for line in drawn}), 400)
        rules = {rule for line in self.lines for answer in line["answers"] for rule in answer["rules"]}
        self.assertGreater(len(rules), 35)
        self.assertIn(f"{len(rules)} rules", self.told)
        for line in drawn:
            self.assertEqual(len(line["answers"]), len(line["program"]), line["name"])
            self.assertNotIn("dropped", [answer["outcome"] for answer in line["answers"]], line["name"])

    def test_known_mismatches_say_who_mismatches(self):
        known = [line for line in self.lines if "mismatches" in line]
        self.assertGreater(len(known), 70)
        self.assertTrue(any("1.13.1" in one["versions"] for line in known for one in line["mismatches"]))

    def test_the_same_seed_gives_the_same_pack(self):
        with tempfile.TemporaryDirectory() as folder:
            first = made(folder, "--programs", "40", "--no-known")[1]
            self.assertEqual(first, made(folder, "--programs", "40", "--no-known")[1])
            self.assertNotEqual(first, made(folder, "--programs", "40", "--no-known", "--seed", "2")[1])

    def test_packs_files_of_the_user(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "mine.prog"
            program.write_text("modecheck 1\nr3 = neg(r3)\n")
            _, lines, _ = made(folder, "--programs", "0", "--no-known", str(program))
        self.assertEqual([line.get("name") for line in lines[1:]], ["mine"])
        self.assertEqual(lines[1]["answers"][0]["registers"][3]["elements"],
                         [-one for one in lines[1]["before"]["registers"][3]["elements"]])

    def play(self, adapter):
        with tempfile.TemporaryDirectory() as folder:
            file = made(folder, "--programs", "100", "--no-known", "--only", "neg,mul.Tensor,assign")[0]
            return subprocess.run([sys.executable, PLAYER, file, sys.executable, adapter], capture_output=True, text=True)

    def test_the_toy_agrees(self):
        ran = self.play(TOY)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertIn("0 programs mismatch", ran.stdout)

    def test_planted_faults_of_the_toy_are_found(self):
        faults = {"elements": ("[-value for value", "[value for value"),
                  "which registers share a tensor": ('"assign": lambda self: self', '"assign": lambda self: Tensor(self.dtype, self.sizes, self.values, self.requires_grad)'),
                  "requires_grad": ('"requires_grad": tensor.requires_grad', '"requires_grad": False')}
        for what, (right, wrong) in faults.items():
            text = TOY.read_text()
            self.assertIn(right, text)
            faulty = pathlib.Path(self.folder.name) / "faulty.py"
            faulty.write_text(text.replace(right, wrong))
            ran = self.play(faulty)
            self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
            self.assertIn(what, ran.stdout)

    def test_says_how_it_is_used(self):
        ran = subprocess.run([sys.executable, PLAYER], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("usage", ran.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
