#!/usr/bin/env python3
"""Checks the subject exec:FILE with examples/adapters/toy.py and with adapters that have planted faults.

exec_test.py SOURCE MODECHECK      the folder of the sources and the command
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE, MODECHECK = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
TOY = SOURCE / "examples/adapters/toy.py"
RUN = ["--only", "neg,mul.Tensor,assign", "--max-commands", "4", "--programs", "400", "--seed", "1", "--no-controls"]


class Exec(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def adapter(self, text, name="adapter.py", mode=0o755):
        file = self.folder / name
        file.write_text(text)
        file.chmod(mode)
        return file

    def changed(self, old, new):
        """The toy engine with a planted fault."""
        text = TOY.read_text()
        self.assertEqual(text.count(old), 1, old)
        return self.adapter(text.replace(old, new))

    def judge(self, file, *options, verb="run", **environment):
        return subprocess.run([MODECHECK, verb, "--subjects", f"exec:{file}", *options], capture_output=True, text=True,
                              env=dict(os.environ, **environment), timeout=120)

    def test_the_toy_engine_is_right(self):
        done = self.judge(TOY, *RUN)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("toy 1", done.stdout)

    def test_wrong_values_are_found(self):
        done = self.judge(self.changed("[-value for value", "[1 - value for value"), *RUN)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"wrong value +values +exec:\S+ +values +1 +neg")

    def test_a_shared_storage_is_found(self):
        program = self.adapter("modecheck 1\nr0 = assign(r1)\n", "assign.prog")
        changed = self.changed('"assign": lambda self: self', '"assign": lambda self: Tensor(**vars(self))')
        done = self.judge(changed, program, verb="replay")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"r1.same tensor as +K4 +r0 +r1")

    def test_a_crash_is_an_outcome(self):
        program = self.adapter("modecheck 1\nr3 = neg(r3)\nr3 = mul.Tensor(r3, r3)\n", "ends.prog")
        done = self.judge(self.changed("    check(self, other)\n", "    sys.exit(3)\n"), program, verb="replay")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("the adapter ended: exit code 3", done.stdout + done.stderr)

    def test_libtorchs_messages_are_known(self):
        raising = """    if command["operation"] == "mul_.Scalar":
        return {"outcome": "error", "message": "Inplace update to inference tensor outside InferenceMode is not allowed."}
    return {"outcome": "unsupported"}
"""
        text = TOY.read_text()
        greeting = '"operations": list(OPERATIONS)}'
        begin = text.index("    arguments = {name")
        text = text[:begin] + raising + text[text.index("\n\ndef say"):]
        for messages, word in (("", "Unmapped"), (', "messages": "libtorch"', "InferenceInPlace")):
            file = self.adapter(text.replace(greeting, '"operations": ["mul_.Scalar"]' + messages + "}"))
            only = self.adapter("modecheck 1\nmul_.Scalar(r3, 2)\n", "only.prog")
            done = self.judge(file, only, verb="replay")
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn(word, done.stdout)

    def test_a_hang_is_an_outcome(self):
        file = self.changed("    check(self, other)\n", "    __import__('time').sleep(100)\n")
        program = self.adapter("modecheck 1\nr3 = mul.Tensor(r3, r3)\n", "hang.prog")
        done = self.judge(file, program, verb="replay", MODECHECK_EXEC_SECONDS="1")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("no answer within 1 seconds", done.stdout + done.stderr)

    def test_an_answer_that_is_none_says_what_is_expected(self):
        program = self.adapter("modecheck 1\nr3 = neg(r3)\n", "neg.prog")
        for old, new, words in (
                ('        registers = [Tensor.of_leaf(leaf) for leaf in leaves]\n', "        say([])\n        continue\n",
                 "no JSON object"),
                ('"elements": tensor.values', '"elements": 5', "`elements` is 5; expected a list"),
                ('"elements": tensor.values', '"elements": tensor.values, "offset": 2**40', "`offset` is 1099511627776; expected a whole number"),
                ('"sizes": tensor.sizes', '"sizes": [2**20, 2**20]', "sizes of at most 2**30 elements"),
                ('"dtype": tensor.dtype', '"dtype": "float"', '`dtype` is "float"; expected one of float32'),
                ('"sizes": tensor.sizes', '"size": tensor.sizes', "`sizes` is null; expected a list"),
                ('return {"outcome": "ok"}', 'return {"outcome": "fine"}', '`outcome` is "fine"; expected ok')):
            done = self.judge(self.changed(old, new), program, verb="replay")
            self.assertEqual(done.returncode, 1, (new, done.stdout + done.stderr))
            self.assertIn(words, " ".join((done.stdout + done.stderr).split()), new)

    def test_a_line_that_nobody_asked_for_is_told(self):
        program = self.adapter("modecheck 1\nr3 = neg(r3)\n", "neg.prog")
        both = self.changed("            say({**outcome,", "            print('{}') or say({**outcome,")
        done = self.judge(both, program, verb="replay")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("`registers` is null", " ".join((done.stdout + done.stderr).split()))

    def test_endless_output_is_late(self):
        program = self.adapter("modecheck 1\nr3 = neg(r3)\n", "neg.prog")
        endless = self.changed("    check(self)\n", "    while True:\n        sys.stdout.write('x' * 1000)\n")
        done = self.judge(endless, program, verb="replay", MODECHECK_EXEC_SECONDS="1")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("no answer within 1 seconds", " ".join((done.stdout + done.stderr).split()))

    def test_no_adapter_is_left_behind(self):
        mark = str(self.folder)
        program = self.adapter("modecheck 1\nr3 = mul.Tensor(r3, r3)\n", "hang.prog")
        self.judge(self.changed("    check(self, other)\n", "    __import__('time').sleep(100)\n"), program, verb="replay",
                   MODECHECK_EXEC_SECONDS="100")
        running = [file.read_bytes() for file in pathlib.Path("/proc").glob("[0-9]*/cmdline") if file.exists()]
        self.assertFalse(any(mark.encode() in one for one in running))

    def test_an_adapter_that_cannot_start_is_named(self):
        for file, words in ((self.folder / "none.py", "is no executable file"),
                            (self.adapter("print(1)\n", "plain.py", mode=0o644), "is no executable file"),
                            (self.adapter("#!/bin/sh\nexit 4\n", "ends.sh"), "gave no greeting: exit code 4"),
                            (self.adapter("#!/bin/sh\necho hello\nsleep 5\n", "hello.sh"), "the adapter's first line must be like"),
                            (self.adapter("#!/no/such/program\n", "wrong.sh"), "wrong.sh")):
            done = self.judge(file, *RUN)
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            self.assertIn(words, " ".join(done.stderr.split()))

    def test_two_adapters_at_once_are_refused(self):
        done = subprocess.run([MODECHECK, "run", "--subjects", f"exec:{TOY},exec:{self.adapter(TOY.read_text())}", *RUN],
                              capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("are two adapters", " ".join(done.stderr.split()))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
