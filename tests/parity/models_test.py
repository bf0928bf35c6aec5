#!/usr/bin/env python3
"""Loads the models of examples/models/make_models.py and further_models.py with our engine and with libtorch, and compares
what they compute. Each library, and Python, loads what our engine writes.

models_test.py SOURCE COMPARE WORKLOAD MODELS [WORKLOAD_TORCH MODELS_TORCH]

COMPARE is the program modecheck_compare_output. WORKLOAD and MODELS are the programs of examples/inference_workload.cpp
and tests/parity/saved_models.cpp on our engine, and those that end with _TORCH are the same programs on libtorch. The
models are made by each torch for Python in build/reference/torch-*/python, which scripts/python-torch unpacks, or else by
the torch of python3. Without any torch the test is skipped, which is a failure with MODECHECK_REQUIRE_ALL=1 unless
tests/allowed_skips.txt lists the test.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

NAME, SKIPPED = "saved-models-compute-the-same", 77
SOURCE, COMPARE = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
WORKLOADS, READERS = sys.argv[3::2], sys.argv[4::2]  # on our engine, and on libtorch if it is there
# The models compute in single precision, through up to 21 layers.
TOLERANCE = "1e-4"
# The scripts that make the models, and how many inputs each model takes.
MODELS = {
    "examples/models/make_models.py": {"mlp": 1, "resnet18": 1, "detector": 1, "gpt": 1, "lstm": 2, "mobile": 1},
    "tests/parity/further_models.py": {"perceptron": 1, "block": 1, "convolutions": 3, "shapes": 1, "long_memory": 1,
                                       "projected": 1, "gates": 1, "cell": 1, "attention": 1, "values": 1},
}
# Loads archives, and compares their outputs with those of the models that were made. One process loads all, because
# it takes seconds to import torch.
CHECK = """
import sys, torch
sys.path.insert(0, sys.argv[1])
import make_models
library = make_models.define_roi_align()
for archive, values, number in zip(sys.argv[2::3], sys.argv[3::3], map(int, sys.argv[4::3])):
    values = torch.load(values)
    with torch.no_grad():
        outputs = make_models.flat(torch.jit.load(archive)(*values[:number]))
    assert len(outputs) == len(values) - number > 0, (archive, len(outputs), len(values))
    for output, value in zip(outputs, values[number:]):
        torch.testing.assert_close(output, value, rtol=1e-4, atol=1e-5, msg=archive)
"""


def environment_of(site):
    out = dict(os.environ, PYTHONWARNINGS="ignore")
    if site:
        out.update(PYTHONPATH=str(site), TORCH_USE_RTLD_GLOBAL="1")
    return out


def torches():
    found = [file.parent for file in sorted((SOURCE / "build/reference").glob("torch-*/python/complete"))]
    if not found and subprocess.run([sys.executable, "-c", "import torch"], capture_output=True).returncode == 0:
        found = [None]
    return found


def skip(reason):
    listed = [line.split()[0] for line in (SOURCE / "tests/allowed_skips.txt").read_text().splitlines() if line and line[0] != "#"]
    print(f"skipped: {reason}")
    sys.exit(1 if os.environ.get("MODECHECK_REQUIRE_ALL") == "1" and NAME not in listed else SKIPPED)


class Models(unittest.TestCase):
    sites = []

    def succeeds(self, *command, **options):
        done = subprocess.run(command, capture_output=True, text=True, **options)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
        return done.stdout

    def agree(self, first, second):
        """Runs two commands, which must print the same."""
        self.succeeds(COMPARE, TOLERANCE, " ".join(map(str, first)), " ".join(map(str, second)))

    def check(self, folder, name, number):
        """Returns the archives that the programs wrote, each with the arguments of CHECK."""
        model, values = folder / f"{name}.pt", folder / f"{name}.values.pt"
        outs = [folder / f"{name}.again{i}.pt" for i in range(len(READERS))]
        arguments = (values, number)
        printed = self.succeeds(WORKLOADS[0], model, *map(str, arguments))
        self.assertRegex(printed, "(?m)^output 0 inference 1 requires_grad 0")
        self.succeeds(READERS[0], model, *map(str, arguments), outs[0])
        if len(WORKLOADS) > 1:
            self.agree([WORKLOADS[0], model, *arguments], [WORKLOADS[1], model, *arguments])
            self.agree([READERS[0], model, *arguments, outs[0]], [READERS[1], model, *arguments, outs[1]])
            # Each library loads what the other one wrote.
            self.agree([WORKLOADS[1], outs[0], *arguments], [WORKLOADS[0], outs[1], *arguments])
        return [argument for out in outs for argument in (out, values, str(number))]

    def test_models(self):
        for site in self.sites:
            folder = pathlib.Path(tempfile.mkdtemp(prefix="modecheck-models-"))
            self.addCleanup(shutil.rmtree, folder)
            written = []
            for script, models in MODELS.items():
                self.succeeds(sys.executable, SOURCE / script, folder, env=environment_of(site))
                for name, number in models.items():
                    with self.subTest(torch=str(site), model=name):
                        written += self.check(folder, name, number)
            self.succeeds(sys.executable, "-c", CHECK, SOURCE / "examples/models", *written, env=environment_of(site))


if __name__ == "__main__":
    Models.sites = torches()
    if not Models.sites:
        skip("there is no torch for Python; scripts/python-torch torch==2.15.0 unpacks one")
    sys.exit(0 if unittest.main(argv=sys.argv[:1], exit=False).result.wasSuccessful() else 1)
