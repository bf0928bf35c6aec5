#!/usr/bin/env python3
"""Runs `modecheck audit --python` on the stories and the clean workloads of examples/stories, and on small scripts.

audit_test.py SOURCE MODECHECK [TORCH]   the folder of the sources, the command, and the folder of a torch for Python

Without TORCH the newest folder build/reference/torch-*/python is taken, which scripts/python-torch makes, or else the torch
of python3. Importing torch takes seconds, so runner.py imports it once and runs most scripts in forks, two at a time; some
tests run the command itself. Without any torch the test is skipped, which is a failure with MODECHECK_REQUIRE_ALL=1 unless
tests/allowed_skips.txt lists the test.
"""
import concurrent.futures
import html.parser
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest

NAME, SKIPPED = "the-audit-tells-its-stories", 77
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "playground"))
import browser  # noqa: E402

SOURCE, MODECHECK = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
STORIES = SOURCE / "examples/stories"
# A script finds the recorder that watches it so.
RECORDER = ("import gc\nimport torch\n"
            "recorder = next(one for one in gc.get_objects() if type(one).__name__ == 'Recorder')\n")
# A line of a story's program that must raise ends so.
REJECTED = "# rejected"


def environment_of(site):
    out = dict(os.environ, PYTHONWARNINGS="ignore", PYTHONDONTWRITEBYTECODE="1")
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


class Runner:
    """The process that runs the scripts of one thread of this test."""
    of_thread = threading.local()
    all = []

    def __init__(self, site):
        self.process = subprocess.Popen([sys.executable, pathlib.Path(__file__).with_name("runner.py"), SOURCE], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment_of(site))
        Runner.all.append(self)

    @classmethod
    def get(cls, site):
        if getattr(cls.of_thread, "site", 0) != site:
            cls.of_thread.site, cls.of_thread.runner = site, Runner(site)
        return cls.of_thread.runner

    def run(self, words, audit):
        with tempfile.TemporaryDirectory() as folder:
            job = {"words": [str(word) for word in words], "cwd": str(SOURCE), "stdout": f"{folder}/stdout",
                   "stderr": f"{folder}/stderr", "audit": audit}
            self.process.stdin.write(json.dumps(job) + "\n")
            self.process.stdin.flush()
            code = int(self.process.stdout.readline())
            return subprocess.CompletedProcess(words, code, *(pathlib.Path(job[name]).read_text() for name in ("stdout", "stderr")))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Audit(unittest.TestCase):
    site = None

    def run_audit(self, *words, by_command=False):
        """Audits a script in a fork of the runner's, or with the command itself."""
        if not by_command:
            return Runner.get(self.site).run(words, audit=True)
        at = next(at for at, word in enumerate(words) if str(word).endswith(".py"))
        return subprocess.run([MODECHECK, "audit", *words[:at], "--python", *words[at:]],
                              env=environment_of(self.site), capture_output=True, text=True, cwd=SOURCE)

    def audit(self, script, *arguments, by_command=False):
        """Audits a script. Returns the process, and the JSON that it wrote."""
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out.json"
            done = self.run_audit("--json", out, script, *arguments, by_command=by_command)
            self.assertTrue(out.is_file(), done.stderr)
            return done, json.loads(out.read_text())

    def audit_text(self, text, *arguments, by_command=False):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "script.py"
            script.write_text(text)
            return self.audit(str(script), *arguments, by_command=by_command)

    def python(self, script):
        return Runner.get(self.site).run([script], audit=False)

    def python_text(self, text):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "script.py"
            script.write_text(text)
            return self.python(script)


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


def check_remedied(self, name, expected):
    """The script that was changed as the remedy asks runs to its end, and nothing is told of it."""
    text = (STORIES / f"{name}.py").read_text()
    for old, new in expected["remedied"]:
        self.assertEqual(text.count(old), 1, old)
        text = text.replace(old, new)
    done, told = self.audit_text(text)
    self.assertEqual((done.returncode, told["stories"]), (0, []), done.stderr)


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
    done = self.python_text("\n".join(lines))
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
        done, told = self.audit_text("import sys\nprint(sys.argv[1:])\nsys.exit(7)\n", "--lr", "3", "--json", by_command=True)
        self.assertEqual((done.returncode, done.stdout), (7, "['--lr', '3', '--json']\n"))
        self.assertEqual(told["exit_code"], 7)
        done, told = self.audit_text("import torch\n1 / 0\n", by_command=True)
        self.assertEqual((done.returncode, told["stories"]), (1, []))
        self.assertIn("ZeroDivisionError", done.stderr)
        self.assertNotIn("modecheck", done.stderr)

    def test_a_row_of_a_parameter_may_be_written_without_grad(self):
        done, told = self.audit_text("import torch\nweight = torch.ones(3, 2, requires_grad=True)\n"
                                     "with torch.no_grad():\n    weight[0].zero_()\nweight.sum().backward()\n", by_command=True)
        self.assertEqual((done.returncode, told["stories"]), (0, []))
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

    def test_the_call_that_gave_something_to_the_loss_is_named(self):
        text = ("import torch\nweight, other = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)\n"
                "with torch.no_grad():\n    norm = weight.norm()\n    half = weight * 2\n    whole = half + half\n"
                "({} * other).sum().backward()\nprint(weight.grad)\n")
        for used, line in (("norm", 4), ("half", 5), ("whole", 5), ("norm * whole", 4)):
            done, told = self.audit_text(text.format(used))
            self.assertEqual([story["made"]["line"] for story in told["stories"]], [line], (used, done.stderr))
            story = told["stories"][0]
            self.assertEqual((story["title"].split(",")[0], story["guard"]["line"]), ("1 parameter (`weight`) gets no gradient", 3))
            self.assertIn("with torch.no_grad():", story["program"])
            check_program(self, story)

    def test_the_models_of_the_examples_are_audited_with_their_inputs(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, SOURCE / "examples/models/make_models.py", folder, "mlp", "lstm"], check=True,
                           env=environment_of(self.site))
            for name in ("mlp", "lstm"):
                done = subprocess.run([MODECHECK, "audit", f"{folder}/{name}.pt", "--inputs", f"{folder}/{name}.inputs.pt"],
                                      env=environment_of(None), capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertRegex(done.stdout, r"InferenceMode +same outputs")

    def test_parameters_without_a_gradient_are_named(self):
        done, told = self.audit_text(
            "import torch\nnet, head = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)), torch.nn.Linear(2, 1)\n"
            "optimizer = torch.optim.SGD(net.parameters(), 0.1)\nwith torch.no_grad():\n    half = net(torch.ones(2))\n"
            "head(half).sum().backward()\noptimizer.step()\n")
        self.assertIn("4 parameters (`weight` of Linear, `bias` of Linear, `weight` of Linear, ...) get no gradient", done.stderr)
        self.assertIn("leave them out of the optimizer", told["stories"][0]["remedy"]["text"])

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
            self.run_audit("--sarif", out, STORIES / "reward_model.py", by_command=True)
            run = json.loads(out.read_text())["runs"][0]
        self.assertEqual(run["results"][0]["ruleId"], "S1")
        location = run["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual(location["artifactLocation"]["uri"], "examples/stories/reward_model.py")


class Mends(Audit):
    """What a recorder does easily wrong: notes without end, alarms without cause, and changes to how a script runs."""

    def prints(self, text, *printed):
        done, told = self.audit_text(RECORDER + text)
        self.assertEqual((done.returncode, done.stdout.split("\n")[:-1]), (1 if told["stories"] else 0, list(printed)), done.stderr)
        self.assertEqual(told["recorder_failures"], 0, done.stderr)
        return told["stories"]

    def test_a_training_loop_leaves_as_many_notes_as_its_first_steps(self):
        self.assertEqual(self.prints(
            "teacher, student = torch.nn.Linear(3, 3), torch.nn.Linear(3, 3)\n"
            "optimizer = torch.optim.SGD(student.parameters(), 0.1)\nmean, memory = torch.zeros(()), torch.zeros(3)\n"
            "for _ in range(200):\n    with torch.no_grad():\n        target = teacher(torch.ones(3))\n"
            "        mean = 0.9 * mean + target.mean()\n        memory.mul_(0.9).add_(target)\n"
            "    (student(torch.ones(3)) - target - mean - memory).square().sum().backward()\n    optimizer.step()\n"
            "print(len(recorder.reached), len(recorder.taints.get(mean)), len(recorder.taints.get(memory)))\n"
            "for _ in range(200):\n    teacher = torch.nn.Linear(3, 3)\n    with torch.no_grad():\n"
            "        mean = 0.9 * mean + teacher(torch.ones(3)).mean()\n"
            "    (student(torch.ones(3)) - mean).square().sum().backward()\n"
            "print(len(recorder.reached) <= 64, len(recorder.taints.get(mean)) <= 8)\n", "1 1 1", "True True"), [])

    def test_births_do_not_chain_without_end(self):
        self.assertEqual(self.prints(
            "class Holder(torch.nn.Module):\n    pass\n\n\nholder = Holder()\n"
            "with torch.inference_mode():\n    made = copy = view = torch.ones(2)\n    for _ in range(100):\n"
            "        copy, view = copy.clone(), view.view(2)\n        holder.kept = made\n"
            "for one in copy, view:\n    chain = recorder.births.get(one).chain()\n"
            "    print(len(chain) <= 17, chain[0].place.line)\nprint(len(recorder.births.get(made).handovers))\n",
            "True 10", "True 10", "1"), [])

    def test_tensors_of_failures_and_of_functions_are_not_kept(self):
        stories = self.prints(
            "import weakref\n\n\nclass Save(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x, y):\n"
            "        ctx.save_for_backward(y)\n        return x * 2\n\n    @staticmethod\n"
            "    def backward(ctx, gradient):\n        return gradient, None\n\n\n"
            "with torch.inference_mode():\n    made, saved = torch.ones(2), torch.ones(2)\n"
            "try:\n    made.add_(1)\nexcept RuntimeError:\n    pass\n"
            "try:\n    Save.apply(torch.ones(2, requires_grad=True), saved)\nexcept RuntimeError:\n    pass\n"
            "kept = weakref.ref(made), weakref.ref(saved)\ndel made, saved\ngc.collect()\nprint([one() for one in kept])\n",
            "[None, None]")
        self.assertEqual([story["rule"] for story in stories], ["M2"])

    def test_a_failure_of_the_recorder_is_none_of_the_script(self):
        done, told = self.audit_text(
            RECORDER + "def broken(*arguments):\n    raise TypeError('broken')\n\n\n"
            "recorder.birth = recorder.handed_over = recorder.guard_that_cuts = recorder.stepped = recorder.leave = broken\n"
            "net = torch.nn.Linear(2, 2)\noptimizer = torch.optim.SGD(net.parameters(), 0.1)\n"
            "with torch.inference_mode():\n    net.kept = net(torch.ones(2))\n"
            "net(torch.ones(2)).sum().backward()\noptimizer.step()\nprint('ended')\n")
        self.assertEqual((done.returncode, done.stdout, told["stories"]), (0, "ended\n", []), done.stderr)
        self.assertGreater(told["recorder_failures"], 3)
        self.assertRegex(done.stderr, r"(?m)^modecheck: the recorder itself failed \d+ times, .* first: TypeError: broken \(script.py:5\)$")

    def test_nested_tensors(self):
        stories = self.prints(
            "import warnings\nwarnings.simplefilter('ignore')\nwith torch.inference_mode():\n"
            "    made = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)])\n    made = made + made\n"
            "print(made.is_nested)\ntry:\n    made.requires_grad_()\nexcept RuntimeError:\n    pass\n", "True")
        self.assertEqual([(story["rule"], story["made"]["line"], story["tensor"]["shape"]) for story in stories], [("M3", 8, None)])

    def test_a_gradient_that_is_zero_by_its_values_is_not_lost(self):
        for optimizer in ("torch.optim.SGD(net.parameters(), 0.1)", "torch.optim.Adam([net.weight])"):
            self.assertEqual(self.prints(
                "net = torch.nn.Linear(2, 1)\nx = torch.ones(3, 2)\n" f"optimizer = {optimizer}\n"
                "for _ in range(3):\n    optimizer.zero_grad()\n    with torch.no_grad():\n        target = net(x)\n"
                "    (net(x) * 0 - target).sum().backward()\n    optimizer.step()\nprint(net.weight.grad)\n",
                "tensor([[0., 0.]])"), [])

    def test_a_gradient_of_zeros_is_lost_where_the_last_backward_did_not_compute_it(self):
        stories = self.prints(
            "net, head = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)\n"
            "optimizer = torch.optim.SGD(net.parameters(), 0.1)\nwith torch.no_grad():\n    kept = net(torch.ones(2))\n"
            "head(net(torch.ones(2))).backward()\noptimizer.step()\n"
            "net.weight.grad.zero_()\nnet.bias.grad.zero_()\n"
            "with torch.no_grad():\n    half = net(torch.ones(2))\nhead(half).backward()\noptimizer.step()\n")
        self.assertEqual([(story["class"], story["made"]["line"], story["use"]["line"]) for story in stories],
                         [("LostGradient", 13, 15)])

    def test_a_script_that_looks_whether_a_gradient_is_none_has_no_error(self):
        text = ("weight, head = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)\n"
                "with torch.no_grad():\n    half = weight * 2\n(half * head).sum().backward()\n")
        self.assertEqual(self.prints(
            text + "assert weight.grad is None\nif weight.grad is not None:\n    print('there')\n"
            "print([one for one in (weight, head) if one.grad is None] == [weight], getattr(weight, 'grad') is None)\n",
            "True True"), [])
        self.assertEqual(len(self.prints(text + "step = weight.grad\n")), 1)

    def test_what_is_written_in_place_or_into_out_is_followed(self):
        begin = "weight, head = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)\nmade = torch.zeros(2)\n"
        end = "\n(made.clone() * head).sum().backward()\nstep = weight.grad\n"
        for write in ("made.add_(weight)", "made += weight", "torch.mul(weight, 2, out=made)", "made.copy_(weight)",
                      "made[0] = weight[0]", "made[:1].copy_(weight[:1])"):
            for guard in ("no_grad", "inference_mode"):
                stories = self.prints(begin + f"with torch.{guard}():\n    {write}" + end)
                self.assertEqual([(story["class"], story["use"]["line"], story["guard"]["line"]) for story in stories],
                                 [("LostGradient", 9, 6)], (write, guard))
        stories = self.prints(begin + "with torch.inference_mode():\n    made = torch.ones(2)\n    made.add_(weight)" + end)
        self.assertEqual([story["made"]["line"] for story in stories], [8])
        for write in ("made.zero_()", "made.copy_(torch.ones(2))", "torch.mul(torch.ones(2), 2, out=made)"):
            self.assertEqual(self.prints(begin + f"with torch.no_grad():\n    made.add_(weight)\n    {write}" + end), [], write)

    def test_a_root_that_would_have_no_graph_without_the_guard_is_no_story(self):
        done, told = self.audit_text("import torch\nwith torch.inference_mode():\n    loss = torch.ones(2).sum()\nloss.backward()\n")
        self.assertEqual((done.returncode, told["stories"]), (1, []))

    def test_a_hook_that_raises_is_the_place(self):
        begin = ("import torch\nwith torch.inference_mode():\n    scale = torch.ones(2)\n\n\ndef hook(*gradients):\n"
                 "    scale.mul_(2)\n\n\nweight = torch.ones(2, requires_grad=True)\nproduct = weight * 2\n")
        for register, operator in (("weight.register_hook(hook)", "mul_"),
                                   ("product.grad_fn.register_hook(hook)", "a function that backward called")):
            done, told = self.audit_text(f"{begin}{register}\nproduct.sum().backward()\n")
            self.assertEqual([(story["title"], story["made"]["line"], story["use"]["line"], story["use"]["name"], story["remedy"]["id"])
                              for story in told["stories"]],
                             [("an inference tensor is written outside the mode", 3, 7, "scale", "write-inside")], done.stderr)
            self.assertEqual(told["stories"][0]["use"]["operator"], operator)

    def test_the_scripts_own_excepthook_is_called(self):
        text = ("import sys\nimport torch\n\n\ndef told(kind, error, trace):\n"
                "    print(kind.__name__, trace.tb_frame.f_code.co_name, trace.tb_lineno)\n\n\nsys.excepthook = told\n")
        done, told = self.audit_text(text + "with torch.inference_mode():\n    made = torch.ones(2)\nmade.add_(1)\n")
        self.assertEqual((done.returncode, done.stdout), (1, "RuntimeError <module> 12\n"), done.stderr)
        self.assertEqual([(story["use"]["line"], story["caught"]) for story in told["stories"]], [(12, False)])
        self.assertNotIn("Traceback", done.stderr)
        done, told = self.audit_text(text + "sys.excepthook = lambda *arguments: 1 / 0\n[][0]\n")
        self.assertEqual((done.returncode, told["exit_code"]), (1, 1))
        for name in ("ZeroDivisionError", "IndexError"):
            self.assertIn(name, done.stderr)

    def test_ctrl_c_prints_the_stories_so_far(self):
        text = ("import os\nimport signal\nimport torch\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
                "{}os.kill(os.getpid(), signal.SIGINT)\nsignal.pause()\n")
        done, told = self.audit_text(text.format(""))
        self.assertEqual((done.returncode, told["stories"]), (130, []))
        self.assertIn("KeyboardInterrupt", done.stderr)
        done, told = self.audit_text(text.format("with torch.inference_mode():\n    made = torch.ones(2)\ntry:\n    made.add_(1)\n"
                                                 "except RuntimeError:\n    pass\n"))
        self.assertEqual((done.returncode, [story["use"]["line"] for story in told["stories"]]), (1, [8]), done.stderr)

    def test_a_script_that_changes_the_folder_keeps_its_places(self):
        with tempfile.TemporaryDirectory(dir=SOURCE / "build") as folder:
            script, out = pathlib.Path(folder) / "script.py", pathlib.Path(folder) / "out.json"
            script.write_text("import os\nimport torch\nwith torch.inference_mode():\n    made = torch.ones(2)\n"
                              "os.chdir('/')\nmade.add_(1)\n")
            done = self.run_audit("--json", out.relative_to(SOURCE), script.relative_to(SOURCE))
            story = json.loads(out.read_text())["stories"][0]
            self.assertEqual((story["made"]["file"], story["made"]["text"]), (str(script), "made = torch.ones(2)"))
            self.assertIn(f"forbidden at    {script.relative_to(SOURCE)}:6  made.add_(1)", done.stderr)

    def test_the_fast_paths_of_attention_are_those_of_the_script_alone(self):
        text = ("import torch\nimport warnings\nwarnings.simplefilter('ignore')\nseen = []\n"
                "for name in ('_transformer_encoder_layer_fwd', '_native_multi_head_attention'):\n"
                "    def counted(*words, real=getattr(torch, name), name=name, **options):\n        seen.append(name)\n"
                "        return real(*words, **options)\n    setattr(torch, name, counted)\n"
                "layer = torch.nn.TransformerEncoderLayer(8, 2, 8, batch_first=True)\n"
                "encoder = torch.nn.TransformerEncoder(layer, 1).eval()\n"
                "attention = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()\nx = torch.ones(2, 3, 8)\n"
                "mask = torch.tensor([[False, False, True], [False, False, False]])\n"
                "for guard in torch.no_grad, torch.inference_mode:\n    with guard():\n        attention(x, x, x)\n"
                "        encoder(x)\n        encoder(x, src_key_padding_mask=mask)\nprint(seen)\n")
        alone, (done, told) = self.python_text(text), self.audit_text(text)
        self.assertEqual(alone.stdout.count("_transformer_encoder_layer_fwd"), 4, alone.stderr)
        self.assertEqual(alone.stdout.count("_native_multi_head_attention"), 2)
        self.assertEqual((done.stdout, told["stories"], told["recorder_failures"]), (alone.stdout, [], 0), done.stderr)

    def test_a_thread_that_outlives_the_script_is_told(self):
        done, told = self.audit_text("import threading\nimport time\nimport torch\nwith torch.inference_mode():\n    made = torch.ones(2)\n"
                                     "\n\ndef write():\n    time.sleep(0.3)\n    made.add_(1)\n\n\nthreading.Thread(target=write).start()\n")
        self.assertEqual([story["use"]["line"] for story in told["stories"]], [10], done.stderr)


class Page(Audit):
    """Tests the page of --html."""

    def page_of(self, script):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out.html"
            done = self.run_audit("--html", out, script)
            self.assertTrue(out.is_file(), done.stderr)
            return out.read_text()

    def test_the_page_shows_the_story_and_the_lines_around_each_place(self):
        page = self.page_of("examples/stories/cache_reset.py")
        for text in ("1 story", "an inference tensor is written outside the mode", "examples/stories/cache_reset.py:24",
                     "attribute `keys` of Decoder", "rule M2", "<i>24</i>        self.keys.zero_()", "<i>27</i>", "prefers-color-scheme"):
            self.assertIn(text, page)
        self.assertEqual(page.count('<span class="here">'), 4)
        self.assertNotRegex(page, r"<script|<link|<img|url\(|@import|src=")
        Balance(page)

    def test_the_page_quotes_the_script_as_text(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "a<b>.py"
            script.write_text("import torch\nwith torch.inference_mode():\n    made = torch.ones(2)\nmade.add_(1) if '<i>&' else '</pre>'\n")
            page = self.page_of(script)
        self.assertIn("made.add_(1) if &#x27;&lt;i&gt;&amp;&#x27; else &#x27;&lt;/pre&gt;&#x27;", page)
        self.assertIn("a&lt;b&gt;.py:4", page)
        Balance(page)

    def test_the_page_of_a_clean_script_says_so(self):
        self.assertIn("Nothing was found", self.page_of(STORIES / "clean/metrics.py"))

    def test_a_browser_shows_the_page_on_a_narrow_screen(self):
        program = browser.find_browser()
        if program is None:
            self.skipTest("there is no browser")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "out.html"
            self.run_audit("--html", file, "examples/stories/finetune_loaded.py")
            shown = browser.Browser(program)
            try:
                shown.resize(360)
                shown.open(file.as_uri())
                shown.wait_for("document.readyState === 'complete' && document.querySelector('article') !== null")
                self.assertLessEqual(shown.evaluate("document.documentElement.scrollWidth"), 360)
                self.assertGreater(shown.evaluate("document.querySelectorAll('li .here').length"), 2)
                self.assertEqual(shown.errors(), [])
            finally:
                shown.close()


class Balance(html.parser.HTMLParser):
    """Fails if a tag of a page is not closed, or is closed twice."""

    def __init__(self, page):
        super().__init__()
        self.open = []
        self.feed(page)
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, (tag, self.getpos())


class Time(Audit):
    """Runs last and alone."""

    def test_a_resnet_takes_at_most_twice_as_long(self):
        script = str(SOURCE / "tests/audit/resnet.py")
        # The processor time of the best of three runs counts on both sides, because the machine may be busy.
        runs = [(float(self.python(script).stdout), float(self.audit(script)[0].stdout)) for _ in range(3)]
        plain, audited = (min(times) for times in zip(*runs))
        print(f"ResNet-18: {plain * 1e3:.1f} ms alone, {audited * 1e3:.1f} ms audited")
        self.assertLess(audited, 2 * plain)


def add_tests():
    for name, expected in json.loads((STORIES / "expected.json").read_text())["stories"].items():
        setattr(Stories, f"test_story_{name}", lambda self, name=name, expected=expected: check_story(self, name, expected))
        setattr(Stories, f"test_remedied_{name}", lambda self, name=name, expected=expected: check_remedied(self, name, expected))
    clean = sorted(file.stem for file in (STORIES / "clean").glob("*.py"))
    if len(clean) != 20:
        sys.exit(f"examples/stories/clean holds {len(clean)} workloads, not 20")
    for name in clean:
        setattr(Stories, f"test_clean_{name}", lambda self, name=name: check_clean(self, name))


def run_test(test):
    """Runs one test. Returns its name, the seconds that it took, and what went wrong."""
    began, result = time.monotonic(), unittest.TestResult()
    test.run(result)
    wrong = [text for _, text in result.failures + result.errors]
    if result.skipped and os.environ.get("MODECHECK_REQUIRE_ALL") == "1":
        wrong.append(f"skipped: {result.skipped[0][1]}")
    return test.id().split(".")[-1], time.monotonic() - began, "\n".join(wrong)


def run_tests(workers, *cases):
    """Runs the tests of classes, some at a time. Returns whether all of them passed."""
    tests = [test for case in cases for test in unittest.defaultTestLoader.loadTestsFromTestCase(case)]
    good = True
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for name, seconds, wrong in pool.map(run_test, tests):
            print(f"{'FAILED' if wrong else 'ok':<6} {seconds:5.1f} s  {name}\n{wrong}".rstrip(), flush=True)
            good = good and not wrong
    return good


def main():
    sites = torches()
    if not sites:
        skip("there is no torch for Python; scripts/python-torch torch==2.15.0 unpacks one")
    add_tests()
    good, began = True, time.monotonic()
    for site in sites:
        print(f"torch of {site or sys.executable}")
        Audit.site = site and str(pathlib.Path(site).resolve())
        good = run_tests(2, Stories, Runs, Mends, Page) and good
        good = run_tests(1, Time) and good
        for runner in Runner.all:
            runner.close()
    print(f"{time.monotonic() - began:.0f} s")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
