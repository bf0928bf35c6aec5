#!/usr/bin/env python3
"""Checks `modecheck audit MODEL` on small archives that the test writes itself (archive.py), on every library that is there.

model_test.py SOURCE MODECHECK [NAME=FILE...]

SOURCE is the folder of the sources, and MODECHECK the command. Each NAME=FILE is the value of an option --library that
registers the operators of operators.cpp.
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import archive

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "playground"))
import browser  # noqa: E402

MODECHECK = sys.argv[2]
OPERATORS = sys.argv[3:]

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



def model(body, arguments="x: Tensor", returns="Tensor", attributes=(), more=""):
    """Returns the code of a model with a weight and the attributes, declared as in a class."""
    declared = "".join(f"  {attribute}\n" for attribute in attributes)
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return (f"class Model(Module):\n  __parameters__ = [\"weight\", ]\n  __buffers__ = []\n  weight : Tensor\n{declared}"
            f"  training : bool\n  def forward(self: __torch__.Model,\n    {arguments}) -> {returns}:\n{lines}{more}")


# Each run adds an entry to the dictionary and to the list, and writes the tensors in them.
CONTAINERS = model(
    """_0 = torch._set_item(entries, "new", torch.mul(torch.add_(entries["x"], 1), 2))
_1 = torch.append(values, values[0])
first, number, = pair
_2 = torch.add_(first, 1)
sign = 1
if torch.eq(word, "neg"):
  sign = -1
y = torch.mul(torch.mul(torch.add(entries["x"], torch.mul(first, number)), self.weight), sign)
return (y, torch.len(values), torch.len(entries))""",
    "entries: Dict[str, Tensor],\n    values: List[Tensor],\n    pair: Tuple[Tensor, int],\n    nothing: Optional[Tensor],\n    word: str",
    "Tuple[Tensor, int, int]")

TEMPORARIES = model("""y = torch.stack([x, x])
_0 = torch.add_(y, 1)
first, second, = torch.chunk(y, 2)
_1 = torch.mul_(torch.select(first, 0, 0), 2)
return torch.mul(torch.detach(y).clone(), self.weight)""")

PRINTS = model("""print("{not the answer}")
return torch.mul(x, self.weight)""")

RAISES = model("""ops.prim.RaiseException("the sum is too large", "builtins.ValueError")
return x""")

HOSTILE = model("""ops.prim.RaiseException("\\033[31mred", "builtins.ValueError")
return x""")

LOOPS = model("""y = x
_0 = torch.gt(torch.numel(x), 0)
while _0:
  y = torch.mul(y, 1)
return y""")

CUSTOM = model("return torch.mul(ops.audit_test.twice(x), self.weight)")

TICKS = model("return torch.mul(ops.audit_test.ticked(x), self.weight)")

UNKNOWN = model("return ops.nobody.frobnicate(x)")

# The numbers and texts that forward returns depend on the mode, and the tensor does not.
TELLS = model("""y = torch.mul(x, self.weight)
return (torch.detach(y), ops.prim.requires_grad(y))""", returns="Tuple[Tensor, bool]")

# What the model holds depends on the mode, and the output does not.
COUNTS = model("""y = torch.mul(x, self.weight)
if ops.prim.requires_grad(y):
  _0 = torch.add_(self.steps, 2)
else:
  _1 = torch.add_(self.steps, 1)
return y""", attributes=["steps : Tensor"])

# Each run replaces the counter, and allocates the new one where a counter before it was released.
REPLACES = model("""self.steps = torch.add(self.steps, 1)
return torch.mul(x, self.weight)""", attributes=["steps : Tensor"])

# `.data` has a version counter of its own, so the write bumps no version of what the model holds.
SILENT = model("""_0 = torch.add_(ops.prim.data(self.running_statistics_of_the_model), 1)
return torch.mul(x, self.weight)""", attributes=["running_statistics_of_the_model : Tensor"])

RESETS = model("""self.steps = torch.add(self.steps, 1)
return torch.mul(x, self.weight)""", attributes=["steps : Tensor"], more="""  def reset(self: __torch__.Model) -> NoneType:
    _0 = torch.zero_(self.steps)
    return None
""")

# An object of a class that is no module holds the cache.
OBJECT = """class Cache:
  keys : Tensor
  size : int
""" + model("""cache = self.cache
if torch.eq(torch.numel(cache.keys), 0):
  cache.keys = torch.zeros_like(x)
else:
  pass
_0 = torch.add_(cache.keys, 1)
return torch.mul(torch.add(x, cache.keys), self.weight)""", attributes=["cache : __torch__.Cache"])


def weight():
    return archive.Tensor([3], [1.0, -2.0, 3.0], requires_grad=True)


class ModelAudit(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.model = str(self.folder / "model.pt")

    def audit(self, *arguments):
        return subprocess.run([MODECHECK, "audit", *arguments, "--seconds", "0"], capture_output=True, text=True)

    def answers(self, code, expected_exit, *, options=("--shape", "3"), **attributes):
        """Audits a model with one input of three numbers. Returns the JSON of each library."""
        archive.write(self.model, code, training=False, weight=weight(), **attributes)
        written = self.folder / "answers.json"
        done = self.audit(self.model, *options, "--json", str(written))
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
            self.assertEqual(library["verdict"],
                             {"advice": "migrate", "reasons": [], "places": [], "changes": [], "notes": []})
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
            self.assertEqual(verdict["places"], [{"file": "code/__torch__.py", "line": 14, "rule": "M2"}])
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

    def test_each_mode_gets_its_own_containers(self):
        def three():
            return archive.Tensor([3], [1.0, 2.0, 3.0])

        inputs = self.folder / "inputs.pt"
        archive.write_inputs(inputs, [{"x": three()}, [three()], (three(), 2), None, "neg"])
        for library in self.answers(CONTAINERS, 0, options=("--inputs", str(inputs))):
            self.assertEqual(library["verdict"]["advice"], "migrate", library)
            for mode in library["modes"]:
                self.assertTrue(mode["against_normal"]["same"], mode)
                wanted = 0 if mode["mode"] == "below_adinplaceorview" else 4
                self.assertEqual(mode["input_version_bumps"], wanted)
                self.assertEqual(mode["run"]["version_bumps"], wanted / 2)
            if library["worker"] != "engine":
                self.assertTrue(library["against_other"]["close"], library)
        self.assertIn("input a dictionary, input a list, input a tuple, input None, input a text", self.report)

    def test_views_and_bumps_of_tensors_within_a_run_are_counted(self):
        for library in self.answers(TEMPORARIES, 0):
            for mode in library["modes"]:
                run = mode["run"]
                if library["worker"] == "engine":
                    self.assertEqual((run["views"], run["version_bumps"]), (None, 0), mode)
                    continue
                self.assertGreater(run["operators"], 5)
                # The two halves and the row are views; of the two writes one is to a view.
                wanted = {"normal": (3, 2), "no_grad": (3, 2), "inference_mode": (0, 0), "below_adinplaceorview": (0, 0)}
                self.assertEqual((run["views"], run["version_bumps"]), wanted[mode["mode"]], mode)
        self.assertIn("nodes     - views     0 version bumps", self.report)

    def test_what_a_model_prints_does_not_spoil_the_answer(self):
        for library in self.answers(PRINTS, 0):
            self.assertEqual(library["verdict"]["advice"], "migrate")
        self.assertNotIn("not the answer", self.report)

    def test_the_models_own_error_is_quoted(self):
        for library in self.answers(RAISES, 3):
            self.assertIn("The model fails in normal mode at code/__torch__.py:", library["verdict"]["reasons"][0])
            self.assertTrue(library["verdict"]["reasons"][0].endswith(": ValueError: the sum is too large"), library)
            self.assertNotIn("against_other", library)

    def test_a_terminal_prints_no_control_characters_of_a_model(self):
        for library in self.answers(HOSTILE, 3):
            self.assertIn("\33[31m", library["modes"][0]["error"])
        self.assertIn("\\x1B[31mred", self.report)
        self.assertNotIn("\33", self.report)

    def test_a_model_of_a_gpu_runs_on_the_cpu(self):
        for library in self.answers(REPLACES, 0, steps=archive.Tensor([1], [0.0], device="cuda:0")):
            self.assertEqual(library["verdict"]["advice"], "migrate")

    def report_with(self, answer):
        """Audits a model with one more worker, which prints the answer. Returns the report on one line."""
        worker = self.folder / "modecheck_model_worker_more"
        (self.folder / "answer.json").write_text(json.dumps(answer))
        worker.write_text(f"#!/bin/sh\ncat '{self.folder}/answer.json'\n")
        worker.chmod(0o755)
        archive.write(self.model, CLEAN, training=False, weight=weight())
        done = subprocess.run([MODECHECK, "audit", self.model, "--shape", "3", "--seconds", "0"], capture_output=True, text=True,
                              env=dict(os.environ, MODECHECK_SUBJECT_PATH=str(self.folder)))
        self.assertEqual(done.returncode, 0, done.stderr)
        return " ".join(done.stdout.split())

    def test_the_answer_of_another_version_is_refused(self):
        self.assertIn("modecheck_model_worker_more was built from another version of modecheck",
                      self.report_with({"library": "more", "modes": []}))

    def test_the_message_behind_a_traceback_is_found(self):
        serialized = ('The following operation failed in the TorchScript interpreter.\nTraceback of TorchScript, serialized code '
                      '(most recent call last):\n  File "code/__torch__.py", line 12, in forward\n    y = torch.add(x, z)\n'
                      '        ~~~~~~~~~ <--- HERE\n    return y\n')
        original = ('\nTraceback of TorchScript, original code (most recent call last):\n/path/torch/nn/modules/conv.py(454): '
                    '_conv_forward\n/path/make.py(3): <module>\n')
        for message in (serialized + "\nRuntimeError: what was raised\n", serialized + original + "RuntimeError: what was raised\n",
                        serialized + "builtins.ValueError: what was raised", "what was raised\n" + serialized):
            with self.subTest(message):
                wanted = "ValueError: what was raised" if "ValueError" in message else "what was raised"
                if message.startswith("The"):
                    self.assertIn(f"more verdict not judged {wanted}", self.report_with({"library": "more", "error": message}))
                else:
                    self.assertIn("more verdict not judged what was raised", self.report_with({"library": "more", "error": message}))

    def test_a_model_that_never_ends_is_ended(self):
        for library in self.answers(LOOPS, 3, options=("--shape", "3", "--time-limit", "0.5")):
            self.assertIn("The model ran for 0.5 seconds and was ended", library["verdict"]["reasons"][0])
            self.assertIn("--time-limit", library["verdict"]["reasons"][0])

    def test_ctrl_c_leaves_neither_files_nor_a_worker(self):
        archive.write(self.model, LOOPS, training=False, weight=weight())
        scratch = self.folder / "scratch"
        scratch.mkdir()
        for number in (signal.SIGINT, signal.SIGTERM):
            running = subprocess.Popen([MODECHECK, "audit", self.model, "--shape", "3"], stdout=subprocess.PIPE,
                                       env=dict(os.environ, TMPDIR=str(scratch)))
            self.wait_for(lambda: self.workers())
            self.assertTrue(list(scratch.iterdir()))
            running.send_signal(number)
            running.communicate(timeout=30)
            self.assertEqual(running.returncode, -number)
            self.assertEqual(list(scratch.iterdir()), [])
            self.wait_for(lambda: not self.workers())

    def wait_for(self, holds):
        for _ in range(300):
            if holds():
                return
            time.sleep(0.1)
        self.fail("this does not become true")

    def workers(self):
        """Returns the processes that run this test's model, apart from the command."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if b"modecheck_model_worker" in words[0] and self.model.encode() in words:
                found.append(process.name)
        return found

    def test_an_operator_that_is_missing_is_named(self):
        for library in self.answers(UNKNOWN, 3):
            self.assertIn("nobody::frobnicate", library["verdict"]["reasons"][0])
            self.assertIn(f"--library {library['worker']}=FILE", library["verdict"]["changes"][0])

    def test_a_custom_operator_is_found(self):
        options = [word for operators in OPERATORS for word in ("--library", operators)]
        names = {operators.split("=")[0] for operators in OPERATORS}
        for library in self.answers(CUSTOM, 0 if names else 3, options=("--shape", "3", *options)):
            advice = library["verdict"]["advice"]
            self.assertEqual(advice, "migrate" if library["worker"] in names else "not judged", library)

    def test_a_model_that_never_returns_the_same_is_not_judged(self):
        options = [word for operators in OPERATORS for word in ("--library", operators)]
        names = {operators.split("=")[0] for operators in OPERATORS}
        for library in self.answers(TICKS, 3, options=("--shape", "3", *options)):
            self.assertEqual(library["verdict"]["advice"], "not judged")
            if library["worker"] in names:
                self.assertIn("Two copies of the model return different results", library["verdict"]["reasons"][0])

    def test_inputs_that_are_missing_are_asked_for(self):
        for library in self.answers(CLEAN, 3, options=()):
            self.assertIn("forward takes 1 input, and none was given", library["verdict"]["changes"][0])

    def test_a_returned_bool_that_depends_on_the_mode_is_told(self):
        for library in self.answers(TELLS, 1):
            self.assertEqual(library["verdict"]["advice"], "do not migrate")
            self.assertIn('forward returned ["tensor",false], not ["tensor",true]', library["verdict"]["reasons"][0])

    def test_a_state_that_depends_on_the_mode_is_told(self):
        for library in self.answers(COUNTS, 1, steps=archive.Tensor([1], [0.0])):
            self.assertEqual(library["verdict"]["advice"], "do not migrate")
            self.assertEqual(library["verdict"]["reasons"],
                             ["After two runs `steps` differs from what normal mode leaves by up to 2."])

    def test_an_inference_tensor_that_harms_no_run_is_noted(self):
        for library in self.answers(REPLACES, 0, steps=archive.Tensor([1], [0.0])):
            [note] = library["verdict"]["notes"]
            self.assertIn("`steps` is an inference tensor after the run", note)
            for mode in library["modes"]:
                self.assertTrue(mode["held"][0]["replaced"], mode)

    def test_a_write_without_a_version_bump_is_seen(self):
        name = "running_statistics_of_the_model"
        for library in self.answers(SILENT, 0, **{name: archive.Tensor([1], [0.0])}):
            [held] = self.mode(library, "inference_mode")["held"]
            self.assertEqual((held["name"], held["changed"], held["version_bumps"]), (name, True, 0))
        self.assertIn(f"\n  {name}  written without a version bump\n", self.report)

    def test_a_method_that_fails_after_the_mode_is_told(self):
        for library in self.answers(RESETS, 1, steps=archive.Tensor([1], [0.0])):
            self.assertEqual(library["verdict"]["advice"], "migrate after changes")
            self.assertIn("After a run in InferenceMode, the method `reset` fails at code/__torch__.py:",
                          library["verdict"]["reasons"][0])
            self.assertIn("`steps` is an inference tensor", library["verdict"]["changes"][0])

    def test_a_cache_in_an_object_is_named(self):
        cache = archive.instance("Cache", keys=archive.Tensor([0], []), size=3)
        for library in self.answers(OBJECT, 1, cache=cache):
            self.assertEqual(library["verdict"]["advice"], "migrate after changes")
            self.assertIn("`cache.keys` is an inference tensor", library["verdict"]["changes"][0])

    def test_the_page_and_sarif_say_what_the_report_says(self):
        page, sarif = self.folder / "page.html", self.folder / "findings.sarif"
        libraries = self.answers(CACHE, 1, options=("--shape", "3", "--html", str(page), "--sarif", str(sarif)),
                                 keys=archive.Tensor([0], []))
        text = page.read_text()
        for library in libraries:
            self.assertIn(library["library"].replace("'", "&#x27;"), text)
        self.assertEqual(text.count("<h3>The four modes</h3>"), len(libraries))
        self.assertIn('<span class="verdict after">migrate after changes</span>', text)
        self.assertIn("<code>keys</code> is an inference tensor after the run.", text)
        self.assertNotRegex(text, r"<script|<link|<img|url\(|@import|src=")
        written = json.loads(sarif.read_text())
        self.assertEqual(written["version"], "2.1.0")
        [result] = written["runs"][0]["results"]  # the libraries agree
        self.assertEqual((result["ruleId"], result["level"]), ("M2", "warning"))
        place = result["locations"][0]["physicalLocation"]
        self.assertEqual((place["artifactLocation"]["uri"], place["region"]["startLine"]), ("code/__torch__.py", 14))
        for library in libraries:
            self.assertIn(library["library"], result["message"]["text"])

    def test_a_browser_shows_the_page_at_every_width(self):
        program = browser.find_browser()
        if program is None:
            self.skipTest("there is no browser")
        page = self.folder / "page.html"
        self.answers(CACHE, 1, options=("--shape", "3", "--html", str(page)), keys=archive.Tensor([0], []))
        shown = browser.Browser(program)
        try:
            for width in (360, 500, 700, 810, 1100):
                shown.resize(width)
                shown.open(page.as_uri())
                shown.wait_for("document.readyState === 'complete' && document.querySelector('article') !== null")
                self.assertLessEqual(shown.evaluate("document.documentElement.scrollWidth"), width)
            self.assertGreater(shown.evaluate("document.querySelectorAll('.here').length"), 0)
            self.assertEqual(shown.errors(), [])
        finally:
            shown.close()

    def test_the_page_needs_a_python(self):
        archive.write(self.model, CLEAN, training=False, weight=weight())
        done = subprocess.run([MODECHECK, "audit", self.model, "--html", str(self.folder / "page.html")],
                              env=dict(os.environ, MODECHECK_PYTHON="/no/python3"), capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("'/no/python3' cannot be started, and it writes --html and --sarif", done.stderr)

    def test_a_file_that_is_no_archive_is_not_judged(self):
        pathlib.Path(self.model).write_bytes(b"no archive")
        done = self.audit(self.model)
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("not judged", done.stdout)

    def test_wrong_use_says_what_is_wrong(self):
        archive.write(self.model, CLEAN, training=False, weight=weight())
        for arguments, words in (((str(self.folder / "none.pt"),), ("there is no file", "none.pt")),
                                 ((self.model, "--inputs", "none.pt"), ("--inputs", "'none.pt'")),
                                 ((self.model, "--shape", "3,x"), ("--shape", "1,3,224,224", "'3,x'")),
                                 ((self.model, "--shape", "3", "--inputs", self.model), ("--inputs and --shape",)),
                                 ((self.model, "--html", str(self.folder / "no/x.html")), ("--html",)),
                                 ((self.model, "--sarif", str(self.folder / "no/x.json")), ("--sarif",)),
                                 ((self.model, "--library", f"engine={self.model}"), ("must be a program", "libmodecheck_model_worker.a")),
                                 ((self.model, "--library", "x.so"), ("--library", "NAME=FILE", "engine")),
                                 ((self.model, "--json", str(self.folder / "no/x.json")), ("--json",))):
            done = self.audit(*arguments)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(done.stdout, "")
            for word in words:
                self.assertIn(word, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
