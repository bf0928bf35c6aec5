#!/usr/bin/env python3
"""Checks `modecheck audit MODEL` on small archives that the test writes itself (archive.py), on every library that is there.

model_test.py SOURCE MODECHECK      the folder of the sources and the command
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import archive

MODECHECK = sys.argv[2]

CLEAN = """class Model(Module):
  __parameters__ = ["weight", ]
  __buffers__ = []
  weight : Tensor
  training : bool
  def forward(self: __torch__.Model,
    x: Tensor) -> Tensor:
    return torch.relu(torch.mul(x, self.weight))
"""

# The cache is made on the first call, so a call inside the mode leaves an inference tensor in the model.
CACHE = """class Model(Module):
  __parameters__ = ["weight", ]
  __buffers__ = []
  weight : Tensor
  keys : Tensor
  training : bool
  def forward(self: __torch__.Model,
    x: Tensor) -> Tensor:
    if torch.eq(torch.numel(self.keys), 0):
      self.keys = torch.zeros_like(x)
    else:
      pass
    keys = self.keys
    _0 = torch.add_(keys, torch.mean(x))
    return torch.mul(torch.add(x, keys), self.weight)
"""

# The output depends on the mode: in InferenceMode nothing that is computed requires grad.
DEPENDS = """class Model(Module):
  __parameters__ = ["weight", ]
  __buffers__ = []
  weight : Tensor
  training : bool
  def forward(self: __torch__.Model,
    x: Tensor) -> Tensor:
    y = torch.mul(x, self.weight)
    if ops.prim.requires_grad(y):
      z = torch.add(y, 1)
    else:
      z = y
    return z
"""

FAILS = """class Model(Module):
  __parameters__ = ["weight", ]
  __buffers__ = []
  weight : Tensor
  training : bool
  def forward(self: __torch__.Model,
    x: Tensor) -> Tensor:
    return torch.mm(x, self.weight)
"""


def weight():
    return archive.Tensor([3], [1.0, -2.0, 3.0], requires_grad=True)


class ModelAudit(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.model = str(self.folder / "model.pt")

    def audit(self, *arguments):
        return subprocess.run([MODECHECK, "audit", *arguments, "--seconds", "0.01"], capture_output=True, text=True)

    def answers(self, code, expected_exit, **attributes):
        """Audits a model with one input of three numbers. Returns the JSON of each library."""
        archive.write(self.model, code, training=False, weight=weight(), **attributes)
        written = self.folder / "answers.json"
        done = self.audit(self.model, "--shape", "3", "--json", str(written))
        self.assertEqual(done.returncode, expected_exit, done.stdout + done.stderr)
        self.report = done.stdout
        libraries = json.loads(written.read_text())["libraries"]
        self.assertTrue(libraries)
        self.assertEqual(libraries[0]["worker"], "engine")
        return libraries

    def mode(self, library, name):
        return next(mode for mode in library["modes"] if mode["mode"] == name)

    def test_a_clean_model_may_migrate(self):
        for library in self.answers(CLEAN, 0):
            self.assertEqual(library["verdict"], {"advice": "migrate", "reasons": [], "changes": []})
            inference = self.mode(library, "inference_mode")
            self.assertTrue(inference["against_normal"]["same"])
            self.assertTrue(inference["outputs"][0]["is_inference"])
            self.assertEqual(inference["nodes"], 0)
            self.assertGreater(self.mode(library, "normal")["nodes"], 0)
            self.assertGreater(inference["seconds"], 0)
            self.assertEqual(library["loaded_inside"]["inference_tensors"], 1)
            self.assertIn("verdict                migrate\n", self.report)

    def test_a_cache_that_the_mode_leaves_behind_is_named(self):
        for library in self.answers(CACHE, 1, keys=archive.Tensor([0], [])):
            verdict = library["verdict"]
            self.assertEqual(verdict["advice"], "migrate after changes")
            self.assertIn("rule M2", verdict["reasons"][0])
            self.assertIn("a run in normal mode or a run under NoGradGuard fails at code/__torch__.py:14: ",
                          verdict["reasons"][0])
            self.assertTrue(verdict["changes"][0].startswith("`keys` is an inference tensor after the run."))
            [held] = self.mode(library, "inference_mode")["held"]
            self.assertEqual((held["name"], held["became_inference"]), ("keys", True))
            self.assertFalse(self.mode(library, "normal")["held"][0]["became_inference"])

    def test_a_model_whose_output_depends_on_the_mode_stays(self):
        for library in self.answers(DEPENDS, 1):
            self.assertEqual(library["verdict"]["advice"], "do not migrate")
            self.assertIn("differ from those of normal mode by up to 1", library["verdict"]["reasons"][0])

    def test_a_model_that_fails_in_normal_mode_is_not_judged(self):
        for library in self.answers(FAILS, 3):
            self.assertEqual(library["verdict"]["advice"], "not judged")
            self.assertIn("The model fails in normal mode", library["verdict"]["reasons"][0])

    def test_a_file_that_is_no_archive_is_not_judged(self):
        pathlib.Path(self.model).write_bytes(b"no archive")
        done = self.audit(self.model)
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("not judged", done.stdout)

    def test_wrong_use_says_what_is_wrong(self):
        archive.write(self.model, CLEAN, training=False, weight=weight())
        for arguments, words in (((str(self.folder / "none.pt"),), ("there is no file", "none.pt")),
                                 ((self.model, "--inputs", "none.pt"), ("--inputs", "'none.pt'")),
                                 ((self.model, "--library", "x.so"), ("--library", "NAME=FILE", "engine")),
                                 ((self.model, "--json", str(self.folder / "no/x.json")), ("--json",))):
            done = self.audit(*arguments)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(done.stdout, "")
            for word in words:
                self.assertIn(word, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
