#!/usr/bin/env python3
"""Runs `modecheck audit --python` on the stories and the clean workloads of examples/stories, and on small scripts.

audit_test.py SOURCE MODECHECK [TORCH]   the folder of the sources, the command, and the folder of a torch for Python

Without TORCH the newest folder build/reference/torch-*/python is taken, which scripts/python-torch makes, or else the torch
of python3. Without any torch the test is skipped, which is a failure with MODECHECK_REQUIRE_ALL=1 unless
tests/allowed_skips.txt lists the test.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

NAME, SKIPPED = "the-audit-tells-its-stories", 77
SOURCE, MODECHECK = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
STORIES = SOURCE / "examples/stories"
# A script finds the recorder that watches it so.
RECORDER = ("import gc\nimport torch\n"
            "recorder = next(one for one in gc.get_objects() if type(one).__name__ == 'Recorder')\n")
# A line of a story's program that must raise ends so.
REJECTED = "# rejected"


def environment_of(site):
    out = dict(os.environ, PYTHONWARNINGS="ignore")
    if site:
        out.update(PYTHONPATH=str(site), TORCH_USE_RTLD_GLOBAL="1")
    return out


def torches():
    if len(sys.argv) > 3:
        return [sys.argv[3]]
    found = [file.parent for file in sorted((SOURCE / "build/reference").glob("torch-*/python/complete"))][-1:]
    if not found and subprocess.run([sys.executable, "-c", "import torch"], capture_output=True).returncode == 0:
        found = [None]
    return found


def skip(reason):
    listed = [line.split()[0] for line in (SOURCE / "tests/allowed_skips.txt").read_text().splitlines() if line and line[0] != "#"]
    print(f"skipped: {reason}")
    sys.exit(1 if os.environ.get("MODECHECK_REQUIRE_ALL") == "1" and NAME not in listed else SKIPPED)


class Audit(unittest.TestCase):
    site = None

    def audit(self, script, *arguments):
        """Audits a script. Returns the process, and the JSON that it wrote."""
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out.json"
            done = subprocess.run([MODECHECK, "audit", "--json", out, "--python", script, *arguments],
                                  env=environment_of(self.site), capture_output=True, text=True, cwd=SOURCE)
            self.assertTrue(out.is_file(), done.stderr)
            return done, json.loads(out.read_text())

    def audit_text(self, text, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "script.py"
            script.write_text(text)
            return self.audit(str(script), *arguments)

    def python(self, *arguments):
        return subprocess.run([sys.executable, *arguments], env=environment_of(self.site), capture_output=True, text=True)


def check_story(self, name, expected):
    script = STORIES / f"{name}.py"
    lines = [line.strip() for line in script.read_text().splitlines()]
    done, told = self.audit(str(script))
    self.assertEqual(done.returncode, 1, done.stderr)
    self.assertEqual(len(told["stories"]), 1, done.stderr)
    story = told["stories"][0]
    for key in ("class", "rule"):
        self.assertEqual(story[key], expected[key], done.stderr)
    self.assertEqual(story["remedy"]["id"], expected["remedy"], done.stderr)
    self.assertEqual(story["silent"], expected.get("silent", False))
    for key in ("made", "guard", "use"):
        self.assertEqual(story[key]["text"], expected[key], done.stderr)
        self.assertEqual(lines[story[key]["line"] - 1], expected[key])
        self.assertEqual(pathlib.Path(story[key]["file"]).resolve(), script.resolve())
    if "handed_over" in expected:
        self.assertIn(expected["handed_over"], [step.get("text") for step in story["handed_over"]])
    shown = done.stderr[done.stderr.index("modecheck: "):]
    self.assertLess(len(shown.splitlines()), 25, shown)
    for key in ("made", "guard", "use"):
        self.assertIn(f"{name}.py:{story[key]['line']}", shown)
    check_program(self, story)


def check_program(self, story):
    """The program of a story runs, and its lines that are rejected are rejected with the story's kind of error."""
    lines = ["import torch"]
    for line in story["program"].splitlines():
        if REJECTED in line:
            code = line.split("#")[0].strip()
            lines += ["try:", f"    {code}", "except RuntimeError as error:", "    print('raised:', error)",
                      "else:", "    raise SystemExit('not rejected')"]
        else:
            lines.append(line)
    done = self.python("-c", "\n".join(lines))
    self.assertEqual(done.returncode, 0, done.stderr)
    if story["silent"]:
        self.assertIn("None", done.stdout)
    else:
        self.assertIn(f"raised: {story['message'].split('.')[0][:40]}", done.stdout)


def check_clean(self, name):
    script = STORIES / f"clean/{name}.py"
    done, told = self.audit(str(script))
    self.assertEqual((done.returncode, told["stories"]), (0, []), done.stderr)


class Stories(Audit):
    """One test for each story and for each clean workload, added below."""


class Runs(Audit):
    def test_a_scripts_own_failure_and_its_arguments_are_passed_on(self):
        done, told = self.audit_text("import sys\nprint(sys.argv[1:])\nsys.exit(7)\n", "--lr", "3", "--json")
        self.assertEqual((done.returncode, done.stdout), (7, "['--lr', '3', '--json']\n"))
        self.assertEqual(told["exit_code"], 7)
        done, told = self.audit_text("import torch\n1 / 0\n")
        self.assertEqual((done.returncode, told["stories"]), (1, []))
        self.assertIn("ZeroDivisionError", done.stderr)
        self.assertNotIn("modecheck", done.stderr)

    def test_an_error_that_the_script_catches_is_told(self):
        done, told = self.audit_text("import torch\nwith torch.inference_mode():\n    made = torch.ones(2)\n"
                                     "try:\n    made.add_(1)\nexcept RuntimeError:\n    pass\n")
        self.assertEqual((done.returncode, told["stories"][0]["caught"]), (1, True))
        self.assertEqual(told["stories"][0]["use"]["line"], 5)

    def test_a_function_that_saves_an_inference_tensor(self):
        done, told = self.audit_text(
            "import torch\nwith torch.inference_mode():\n    table = torch.ones(2)\n\n\n"
            "class Scale(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n"
            "        ctx.save_for_backward(table)\n        return x * 2\n\n    @staticmethod\n"
            "    def backward(ctx, gradient):\n        return gradient\n\n\n"
            "Scale.apply(torch.ones(2, requires_grad=True))\n")
        story = told["stories"][0]
        self.assertEqual((done.returncode, story["rule"], story["made"]["line"], story["use"]["line"]), (1, "S1", 3, 17))

    def test_a_gradient_that_was_made_in_the_mode(self):
        done, told = self.audit_text(
            "import torch\nweight = torch.ones(2, requires_grad=True)\nloss = (weight * 2).sum()\n"
            "with torch.inference_mode():\n    loss.backward()\n(weight * 2).sum().backward()\n")
        story = told["stories"][0]
        self.assertEqual((story["rule"], story["made"]["line"], story["use"]["line"]), ("M2", 5, 6), done.stderr)

    def test_a_gradient_that_the_script_reads_and_no_grad_lost(self):
        done, told = self.audit_text(
            "import torch\nweight, head = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)\n"
            "with torch.no_grad():\n    half = weight * 2\n(half * head).sum().backward()\nprint(weight.grad)\n")
        story = told["stories"][0]
        self.assertEqual((story["rule"], story["silent"], story["made"]["line"], story["use"]["line"]), ("G4", True, 4, 6))

    def test_a_view_that_was_made_under_no_grad(self):
        done, told = self.audit_text("import torch\nbase = torch.ones(2, requires_grad=True).clone()\n"
                                     "with torch.no_grad():\n    view = base[:1]\nview.zero_()\n")
        story = told["stories"][0]
        self.assertEqual((story["class"], story["made"]["line"], story["guard"]["line"]), ("ViewMadeInNoGrad", 4, 3))
        check_program(self, story)

    def test_no_guard_is_no_story(self):
        done, told = self.audit_text("import torch\ntorch.ones(2).sum().backward()\n")
        self.assertEqual((done.returncode, told["stories"]), (1, []))
        self.assertIn("does not require grad", done.stderr)

    def test_guards_that_were_left_leave_nothing(self):
        done, told = self.audit_text(
            RECORDER + "weight = torch.nn.Parameter(torch.ones(2))\noptimizer = torch.optim.SGD([weight], 0.1)\n\n\n"
            "@torch.set_grad_enabled(False)\ndef half(x):\n    return x / 2\n\n\n"
            "torch.set_grad_enabled(True)\n"  # torch 1.13 leaves grad mode off after the decorator
            "for _ in range(1000):\n    with torch.no_grad():\n        with torch.no_grad():\n            pass\n"
            "print(len(recorder.guards()))\n"
            "for _ in range(1000):\n    with torch.no_grad():\n        torch.set_grad_enabled(True)\n"
            "        with torch.inference_mode():\n            half(torch.ones(2))\n"
            "    with torch.set_grad_enabled(False):\n        pass\n    weight.sum().backward()\n    optimizer.step()\n"
            "print(len(recorder.guards()), torch.is_grad_enabled())\n")
        self.assertEqual((done.returncode, done.stdout, told["stories"]), (0, "1\n1 True\n", []), done.stderr)

    def test_a_call_that_turns_grad_mode_off_outlives_the_guards_of_torch(self):
        for extra in ("", "torch.optim.SGD(net.parameters(), 0.1).step()\n", "with torch.set_grad_enabled(False):\n    pass\n"):
            done, told = self.audit_text("import torch\ntorch.set_grad_enabled(False)\nnet = torch.nn.Linear(4, 4)\n" + extra
                                         + "loss = net(torch.ones(1, 4)).sum()\nloss.backward()\n")
            self.assertEqual(len(told["stories"]), 1, done.stderr)
            story = told["stories"][0]
            self.assertEqual((story["class"], story["rule"], story["guard"]["line"]), ("BackwardNoGraph", "G4", 2), done.stderr)

    def test_sarif(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out.sarif"
            subprocess.run([MODECHECK, "audit", "--sarif", out, "--python", STORIES / "reward_model.py"],
                           env=environment_of(self.site), capture_output=True, cwd=SOURCE)
            run = json.loads(out.read_text())["runs"][0]
        self.assertEqual(run["results"][0]["ruleId"], "S1")
        location = run["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual(location["artifactLocation"]["uri"], "examples/stories/reward_model.py")

    def test_a_resnet_takes_at_most_twice_as_long(self):
        script = str(SOURCE / "tests/audit/resnet.py")
        # The machine may be busy, so the best of three runs counts on both sides.
        plain = min(float(self.python(script).stdout) for _ in range(3))
        audited = min(float(self.audit(script)[0].stdout) for _ in range(3))
        print(f"ResNet-18: {plain * 1e3:.1f} ms alone, {audited * 1e3:.1f} ms audited")
        self.assertLess(audited, 2 * plain)


def add_tests():
    for name, expected in json.loads((STORIES / "expected.json").read_text())["stories"].items():
        setattr(Stories, f"test_story_{name}", lambda self, name=name, expected=expected: check_story(self, name, expected))
    clean = sorted(file.stem for file in (STORIES / "clean").glob("*.py"))
    if len(clean) != 20:
        sys.exit(f"examples/stories/clean holds {len(clean)} workloads, not 20")
    for name in clean:
        setattr(Stories, f"test_clean_{name}", lambda self, name=name: check_clean(self, name))


def main():
    sites = torches()
    if not sites:
        skip("there is no torch for Python; scripts/python-torch torch==2.15.0 unpacks one")
    add_tests()
    good = True
    for site in sites:
        print(f"torch of {site or sys.executable}")
        Audit.site = site
        tests = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(case) for case in (Stories, Runs))
        good = unittest.TextTestRunner(stream=sys.stdout).run(tests).wasSuccessful() and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
