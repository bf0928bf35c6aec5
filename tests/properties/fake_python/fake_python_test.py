"""Tests the parts of properties/fake_python that need no torch: mismatches are found, grouped, reduced and accepted."""

import dataclasses
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
FAKE_PYTHON = HERE.parents[2] / "properties/fake_python"
sys.path.insert(0, str(FAKE_PYTHON))

from accepted import Accepted, AcceptedError
from campaign import DIED, Campaign
from comparison import compare
from emitted_program import EmittedProgram, NotUnderstood
from outcome import Outcome
from reduction import reduced
from step import Step
from worker_process import WorkerProcess

EMITTED = """
import torch

class command:
    pass

def leaf(sizes, values, dtype, requires_grad):
    return None

library = torch.library.Library("modecheck", "DEF")
library.define("custom_operator(Tensor self) -> Tensor")

r0 = leaf([2], [1, 2], torch.float32, True)
r1 = leaf([2], [1, 2], torch.float32, True)

with command(1, "r1 = neg(r0)"):
    r1 = -r0
with torch.no_grad():  # 2
    pass
    with command(3, "add_(r1)"):
        r1 += 1
"""


class StandInModecheck:
    """Programs in the place of those that modecheck draws."""

    def __init__(self, programs):
        self.programs = programs

    def draw(self, seed, number):
        return self.programs[number]

    def emit(self, text):
        return None if "no form" in text else text


def step(number=1, text="add_.Tensor(r0, r1)", outcome=Outcome(), state="", **fields):
    return Step(number, text, outcome, {"r0": {"sizes": [2], "version": 1, **fields}}, state)


def error(message, kind="RuntimeError"):
    return Outcome(kind, message)


def difference(predicted, real):
    mismatch, ended, agreed = compare("fake predicts real", [predicted], [real])
    return mismatch and mismatch.what, ended, agreed


class ComparisonTest(unittest.TestCase):
    def test_equal_steps_agree(self):
        self.assertEqual(difference(step(), step()), (None, None, 1))

    def test_each_planted_difference_of_a_field_is_found(self):
        for field, value in {"sizes": [3], "version": 0}.items():
            self.assertEqual(difference(step(**{field: value}), step()), (field, None, 0))

    def test_what_one_run_does_not_show_is_found(self):
        real = [step(), dataclasses.replace(step(), number=step().number + 1)]
        self.assertEqual(compare("fake predicts real", real[:1], real)[0].what, "only one run has this command")
        self.assertIsNone(compare("fake predicts real", real[1:], real)[0])  # a run may begin later
        without_version = step()
        del without_version.registers["r0"]["version"]
        self.assertEqual(difference(without_version, step())[0], "version is missing")
        self.assertIsNone(compare("fake predicts real", [without_version], [step()], unseen={"version"})[0])
        without_register = dataclasses.replace(step(), registers={})
        self.assertEqual(difference(without_register, step())[0], "r0 is missing")

    def test_the_place_of_a_command_belongs_to_the_cause(self):
        self.assertEqual(difference(step(version=0, state="in InferenceMode"), step())[0], "version (in InferenceMode)")

    def test_an_error_that_only_one_run_has_as_the_answer_belongs_to_the_cause(self):
        raises = "raises RuntimeError: Inference tensors do not track version counter."
        self.assertEqual(difference(step(version=raises), step())[0], "version raises RuntimeError")
        self.assertEqual(difference(step(), step(version=raises))[0], "version of which a real tensor has none")

    def test_shared_storages_are_compared(self):
        real, predicted = step(), step()
        real.sharing, predicted.sharing = {"shared": [0, 0]}, {"shared": [0, 1]}
        self.assertEqual(difference(predicted, real)[0], "shared")

    def test_a_missing_error_and_an_extra_error_are_found(self):
        raised = step(outcome=error("a leaf Variable that requires grad is being used in an in-place operation."))
        self.assertEqual(difference(step(), raised)[0], "fake returns, real raises an error about a leaf written in place")
        self.assertEqual(difference(raised, step())[0], "fake raises an error about a leaf written in place")
        argument = step(outcome=error("mat1 and mat2 shapes cannot be multiplied (2x2 and 3x2)"))
        self.assertIn("fake returns, real raises RuntimeError: matN and matN", difference(step(), argument)[0])

    def test_errors_of_two_rules_differ_and_two_messages_of_one_kind_do_not(self):
        saved, shape = error("Inference tensors cannot be saved for backward."), error("shape [2, 3] is invalid")
        self.assertIn("an inference tensor saved", difference(step(outcome=saved), step(outcome=shape))[0])
        other = error("The size of tensor a (2) must match", "ValueError")
        self.assertIsNone(difference(step(outcome=other), step(outcome=shape))[0])

    def test_what_depends_on_elements_ends_the_comparison(self):
        data = step(text="r0 = nonzero(r1)", outcome=error("aten.nonzero.default", "DynamicOutputShapeException"))
        self.assertEqual(difference(data, step()), (None, ("data-dependent", "nonzero"), 0))
        bounds = step(outcome=error("index 7 is out of bounds for dimension 0 with size 2", "IndexError"))
        self.assertEqual(difference(step(), bounds)[1], ("an error that needs elements", "add_.Tensor"))

    def test_numbers_do_not_tell_messages_apart(self):
        one, other = (error(f"got s{number} and [{number}, 4] at 0x{number}ab") for number in (2, 31))
        self.assertEqual(one.pattern(), other.pattern())


class EmittedProgramTest(unittest.TestCase):
    def test_commands_places_and_registers_are_found(self):
        program = EmittedProgram(EMITTED)
        self.assertEqual(program.commands, [(1, "r1 = neg(r0)"), (3, "add_(r1)")])
        self.assertEqual(program.places, [1, 3])
        self.assertEqual(program.registers, ["r0", "r1"])

    def test_a_file_of_another_form_is_rejected(self):
        for text in ("x = 1\n", "def ("):
            with self.assertRaises(NotUnderstood):
                EmittedProgram(text)


class AcceptedTest(unittest.TestCase):
    ROW = "accept fake predicts real | add_.* | version.*\nreason because\nissue https://example.org/1\n"

    def test_a_row_matches_whole_texts(self):
        accepted = Accepted(self.ROW)
        mismatch = {"property": "fake predicts real", "operator": "add_.Tensor", "what": "version"}
        self.assertEqual(accepted.row_of(mismatch).reason, "because")
        self.assertIsNone(accepted.row_of({**mismatch, "operator": "x_add_"}))

    def test_rows_of_another_form_are_rejected(self):
        for text in ("accept a | b\nreason c\n", "accept a | b | c\n", "reason c\n", "accept a | b | (\nreason c\n", "what a\n"):
            with self.assertRaises(AcceptedError):
                Accepted(text)

    def test_the_list_can_be_read(self):
        rows = Accepted((FAKE_PYTHON / "accepted.txt").read_text()).rows
        self.assertTrue(rows)
        everything = {"property": "fake predicts real", "operator": "mul.Tensor", "what": "sizes"}
        self.assertEqual([row.text for row in rows if row.matches(everything)], [], "a row accepts wrong sizes of a product")


class CampaignTest(unittest.TestCase):
    def campaign(self, programs, accepted=""):
        worker = WorkerProcess((sys.executable, "-B", str(HERE / "stand_in_worker.py")))
        self.addCleanup(worker.stop)
        out = Campaign(StandInModecheck(programs), worker, Accepted(accepted))
        out.run(len(programs))
        return out

    def test_a_planted_mismatch_is_counted_and_reduced(self):
        campaign = self.campaign(["modecheck 1\nagrees\n", "modecheck 1\na\nplanted\nb\nc\n", "modecheck 1\na\nplanted\nb\n", "no form"])
        self.assertEqual(campaign.counts["without a Python form"], 1)
        self.assertEqual(campaign.counts["judged"], 3)
        [cause] = campaign.new_causes()
        self.assertEqual((cause.programs, cause.number), (2, 2))
        campaign.reduce(cause)
        self.assertEqual(cause.program, "modecheck 1\nplanted\n")

    def test_a_planted_fault_is_found_only_by_a_program_that_it_changes(self):
        campaign = self.campaign(["agrees\n", "planted\n", "no form", "touches it\n"])
        self.assertEqual(campaign.found_at("a fault", 4), 3)
        self.assertIsNone(campaign.found_at("another fault", 4))

    def test_an_accepted_mismatch_is_not_new(self):
        campaign = self.campaign(["planted\n"], AcceptedTest.ROW)
        self.assertEqual((campaign.new_causes(), campaign.accepted.rows[0].programs), ([], 1))

    def test_ends_at_elements_are_counted(self):
        self.assertEqual(self.campaign(["nonzero\n"]).endings["data-dependent"]["nonzero"], 1)

    def test_the_process_may_die(self):
        campaign = self.campaign(["die in the fake run\n", "die in the real run\n", "agrees\n"])
        self.assertEqual([cause.key for cause in campaign.new_causes()], [(DIED, "the fake run", "the process ends with 7")])
        self.assertEqual((campaign.worker.deaths, campaign.counts["commands that agree"]), (2, 3))


class ReductionTest(unittest.TestCase):
    def test_only_lines_that_count_are_kept(self):
        text = "modecheck 1\n" + "".join(f"{number}\n" for number in range(20))
        self.assertEqual(reduced(text, lambda one: "\n7\n" in one and "\n13\n" in one), "modecheck 1\n7\n13\n")


class StepTest(unittest.TestCase):
    def test_the_operator_of_a_command(self):
        for text, operator in {"[t1] r0, r1 = max.dim(r2, 0)": "max.dim", "_foreach_add_.List([r0], [r1])": "_foreach_add_.List"}.items():
            self.assertEqual(dataclasses.replace(step(), text=text).operator, operator)


if __name__ == "__main__":
    unittest.main()
