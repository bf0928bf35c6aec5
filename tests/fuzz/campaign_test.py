#!/usr/bin/env python3
"""Tests of fuzz/campaign with targets that only count (fake_target.py).

campaign_test.py SOURCE     the folder of the sources

MODECHECK_KILLS says how often a campaign is killed (default: 12).
"""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(SOURCE / "fuzz/campaign"))
sys.dont_write_bytecode = True
import campaign as campaign_module  # noqa: E402
import coverage  # noqa: E402
import document  # noqa: E402
import finds  # noqa: E402
import page  # noqa: E402
import registry  # noqa: E402
import seeds  # noqa: E402
import slice_run  # noqa: E402
from campaign import Campaign  # noqa: E402
from journal import Journal  # noqa: E402


def entry(name, weight=1, **more):
    return {"name": name, "what": f"what {name} judges", "program": "fuzz_fake", "weight": weight, "longest": 64, "seeds": "bytes", **more}


class CampaignTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "build/fuzz").mkdir(parents=True)
        shutil.copy(SOURCE / "tests/fuzz/fake_target.py", self.folder / "build/fuzz/fuzz_fake")
        (self.folder / "build/fuzz/fuzz_fake").chmod(0o755)

    def campaign(self, *entries, jobs=2, seed=None):
        out = Campaign(self.folder / "state", [registry.Target(**one) for one in entries], SOURCE, self.folder / "build", jobs, seed)
        out.prepare()
        return out

    def command(self, entries, *more):
        (self.folder / "targets.json").write_text(json.dumps(entries))
        return [sys.executable, SOURCE / "fuzz/campaign/main.py", "--registry", self.folder / "targets.json", "--build", self.folder / "build",
                "--state", self.folder / "state", "--jobs", "2", *more]

    def test_time_is_shared_by_weight(self):
        campaign = self.campaign(entry("large", 4), entry("small", 1))
        campaign.run_for(5)
        used = {name: sum(one["seconds"] for one in slices) for name, slices in page.slices_of(campaign).items()}
        # Two processes for five seconds: eight seconds for the larger weight and two for the smaller one.
        self.assertGreater(used["large"], 2 * used["small"])
        self.assertGreater(used["small"], 1)

    def test_every_target_gets_its_inputs(self):
        campaign = self.campaign(entry("one"), entry("two"))
        campaign.run_inputs(21)
        for name, slices in page.slices_of(campaign).items():
            self.assertEqual(sum(one["runs"] for one in slices), 22, name)

    def test_with_a_seed_one_process_makes_all_inputs_of_a_target(self):
        campaign = self.campaign(entry("one"), entry("two"), seed=7)
        commands = []
        run = slice_run.run
        self.addCleanup(setattr, slice_run, "run", run)
        slice_run.run = lambda command, *more: commands.append(command) or run(command, *more)
        campaign.run_inputs(21)
        for name, slices in page.slices_of(campaign).items():
            self.assertEqual([one["runs"] for one in slices], [21], name)
        for command in commands:
            # Of two values for an option libFuzzer takes the last one.
            self.assertEqual([word for word in command if word.startswith(("-seed=", "-reload="))], ["-reload=10", "-seed=7", "-reload=0"])
            self.assertEqual(sum("/seeds/" in word and not word.startswith("-") for word in command), 0)

    def test_a_campaign_that_was_killed_between_two_renames_has_its_inputs(self):
        larger = self.folder / "state/larger/one"
        larger.mkdir(parents=True)
        (larger / "1").write_bytes(b"number 1\n")
        self.campaign(entry("one"))
        self.assertEqual([file.name for file in (self.folder / "state/corpus/one").iterdir()], ["1"])
        self.assertFalse(larger.exists())

    def test_what_a_stopped_process_left_of_its_inputs_is_run(self):
        campaign = self.campaign(entry("wrong", environment={"FAKE_BUG": "7"}), jobs=1)
        campaign.run_inputs(30)
        self.assertEqual(len(page.slices_of(campaign)["wrong"]), 2)

    def test_a_target_that_stops_at_its_first_input_is_given_up(self):
        campaign = self.campaign(entry("one"), jobs=1)
        self.addCleanup(setattr, slice_run, "run", slice_run.run)
        slice_run.run = lambda *_: slice_run.Outcome(0, 0.1, 0, 0, 77, ["crash-1"], False)
        campaign.run_inputs(30)
        self.assertEqual(len(page.slices_of(campaign)["one"]), campaign_module.MOST_FINDS)
        self.assertIn("stopped 5 times", campaign.broken["one"])

    def test_an_input_that_is_slow_only_once_is_no_find(self):
        campaign = self.campaign(entry("one"), jobs=1)
        folder = self.folder / "state/finds/one"
        real_run = slice_run.run
        self.addCleanup(setattr, slice_run, "run", real_run)

        def stall_at_first(*arguments):
            slice_run.run = real_run
            (folder / "timeout-1").write_bytes(b"number 1\n")
            return slice_run.Outcome(4, 0.1, 0, 0, 70, [str(folder / "timeout-1")], False)
        slice_run.run = stall_at_first
        campaign.run_inputs(30)
        self.assertEqual(campaign.broken, {})
        self.assertEqual(finds.of(campaign, campaign.targets[0]), [])
        self.assertEqual([file.name for file in (self.folder / "state/mended/one").iterdir()], ["timeout-1"])
        self.assertEqual(sum(one["runs"] for one in page.slices_of(campaign)["one"]), 30)

    def test_an_input_that_is_always_slow_is_a_find(self):
        campaign = self.campaign(entry("one", environment={"FAKE_BUG": "1"}), jobs=1)
        folder = self.folder / "state/finds/one"
        (folder / "timeout-1").write_bytes(b"number 1\n")
        outcome = campaign.without_stalls(campaign.targets[0], slice_run.Outcome(4, 0.1, 0, 0, 70, [str(folder / "timeout-1")], False))
        self.assertEqual((outcome.stalled, len(outcome.found), outcome.status), (False, 1, 70))

    def test_finds_of_earlier_campaigns_do_not_end_this_one(self):
        for number in range(campaign_module.MOST_FINDS):
            (self.folder / "state/finds/one").mkdir(parents=True, exist_ok=True)
            (self.folder / f"state/finds/one/crash-{number}").write_bytes(b"number 7\n")
        campaign = self.campaign(entry("one", environment={"FAKE_BUG": "7"}), jobs=1)
        campaign.run_inputs(5)
        campaign.run_inputs(1)
        self.assertEqual(campaign.broken, {})

    def test_a_target_that_is_not_there_is_wrong_use(self):
        done = subprocess.run(self.command([entry("one")], "--targets", "two"), capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("two", done.stderr)

    def test_a_full_disk_ends_the_campaign(self):
        campaign = self.campaign(entry("one"), entry("two"))

        def add(line):
            raise OSError(28, "No space left on device")
        campaign.journal.add = add
        with self.assertRaises(OSError):
            campaign.run_inputs(3)

    def test_a_seed_without_a_number_of_inputs_is_refused(self):
        done = subprocess.run(self.command([entry("one")], "--seed", "1"), capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--seed needs --runs", done.stderr)

    def test_a_find_is_grouped_reported_and_later_mended(self):
        bug = entry("wrong", environment={"FAKE_BUG": "7"})
        campaign = self.campaign(entry("right"), bug)
        campaign.run_for(3)
        groups = finds.groups(campaign, campaign.targets[1])
        self.assertEqual(list(groups), ["number 7 is <wrong>"])
        self.assertEqual(finds.groups(campaign, campaign.targets[0]), {})
        page.write(campaign, {"wrong": groups}, 3, None, self.folder / "page.html")
        text = (self.folder / "page.html").read_text()
        self.assertIn("number 7 is &lt;wrong&gt;", text)
        self.assertNotIn("<wrong>", text)
        document.write(campaign, {"wrong": groups}, 3, "fuzz", None, self.folder / "page.md")
        self.assertRegex((self.folder / "page.md").read_text(), r"\| wrong \| what wrong judges \| 1 \|.*\| 1 \|")
        os.environ["FAKE_MENDED"] = "1"
        self.addCleanup(os.environ.pop, "FAKE_MENDED")
        again = self.campaign(entry("right"), bug)
        self.assertEqual(finds.groups(again, again.targets[1]), {})
        self.assertEqual([file.name for file in (self.folder / "state/mended/wrong").iterdir()], ["crash-7"])

    def test_a_leak_is_told_by_the_input_that_leaks(self):
        campaign = self.campaign(entry("leaking", environment={"FAKE_LEAK": "5"}))
        campaign.run_inputs(20)
        found = [file.name for file in finds.of(campaign, campaign.targets[0])]
        self.assertEqual(found, ["leak-5"])
        self.assertEqual(campaign.broken, {})

    def test_the_pages_tell_what_the_inputs_reach(self):
        def function(file, name, count):
            return {"filenames": [file], "name": name, "count": count, "regions": [[3, 1, 9, 2, count, 0, 0, 0]]}

        def lines(count, covered):
            return {"lines": {"count": count, "covered": covered}}

        # A header is there by two paths. Of a template one instantiation is called; of another function none.
        exported = {"files": [{"filename": f"{SOURCE}/engine/core/a.h", "summary": lines(10, 2)},
                              {"filename": f"{SOURCE}/engine/torch/engine/core/a.h", "summary": lines(10, 7)},
                              {"filename": f"{SOURCE}/spec/b.cpp", "summary": lines(20, 20)},
                              {"filename": "/usr/include/c.h", "summary": lines(5, 5)}],
                    "functions": [function(f"{SOURCE}/engine/core/a.h", "_Z1fIiEvv", 0), function(f"{SOURCE}/engine/core/a.h", "_Z1fIdEvv", 3),
                                  function(f"{SOURCE}/spec/b.cpp", "x.cpp:_ZN9modecheck1gEi", 0)]}
        files = coverage.files_in(exported, SOURCE)
        self.assertEqual([(file.name, file.lines, file.reached, file.unreached) for file in files],
                         [("engine/core/a.h", 10, 7, []), ("spec/b.cpp", 20, 20, ["g"])])
        campaign = self.campaign(entry("right"))
        page.write(campaign, {}, 3, files, self.folder / "page.html")
        self.assertIn("27 of 30 lines, 90.0 %", (self.folder / "page.html").read_text())
        document.write(campaign, {}, 3, "fuzz", files, self.folder / "page.md")
        self.assertIn("| engine/core | 10 | 70.0 % | 0 |", (self.folder / "page.md").read_text())

    def test_the_command_says_what_was_found(self):
        done = subprocess.run(self.command([entry("wrong", environment={"FAKE_BUG": "3"})], "--time", "2s"), capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("ASSERTION FAILED: abcdefghijklmnop number 3 is <wrong>", done.stdout)
        self.assertEqual([file.name for file in (self.folder / "state/findings").iterdir()], ["wrong-crash-3"])
        done = subprocess.run(self.command([entry("right")], "--time", "2s"), capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("nothing found", done.stderr)

    def test_a_target_that_cannot_run_is_an_error(self):
        done = subprocess.run(self.command([entry("absent", program="fuzz_absent")], "--time", "2s"), capture_output=True, text=True)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("absent: cannot be started", done.stderr)
        done = subprocess.run(self.command([entry("one")], "--targets", "two"), capture_output=True, text=True)
        self.assertIn("there is no target two; the targets are one", done.stderr)
        done = subprocess.run(self.command([entry("one", needs="build/absent.so")], "--targets", "one"), capture_output=True, text=True)
        self.assertIn("one needs build/absent.so", done.stderr)

    def test_a_campaign_that_is_killed_loses_nothing(self):
        inputs, lines = set(), []
        for _ in range(int(os.environ.get("MODECHECK_KILLS", "12"))):
            process = subprocess.Popen(self.command([entry("one"), entry("two")], "--time", "20s"), start_new_session=True,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(random.uniform(0.05, 0.8))
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            corpus = {file for file in (self.folder / "state").glob("corpus/*/*")}
            self.assertLessEqual(inputs, corpus)
            inputs = corpus
            file = self.folder / "state/journal.jsonl"
            now = file.read_bytes().splitlines() if file.exists() else []
            self.assertEqual(now[:len(lines)], lines)
            lines = now
        done = subprocess.run(self.command([entry("one"), entry("two")], "--time", "3s"), capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(len(inputs), len(list((self.folder / "state").glob("corpus/*/*"))))

    def test_a_journal_that_is_cut_short_goes_on(self):
        file = self.folder / "journal.jsonl"
        written = Journal(file)
        for number in range(3):
            written.add({"number": number})
        whole = file.read_bytes()
        for size in range(len(whole) + 1):
            file.write_bytes(whole[:size])
            journal = Journal(file)
            complete = whole[:size].count(b"\n")
            self.assertEqual(journal.entries, [{"number": number} for number in range(complete)])
            journal.add({"number": 9})
            self.assertEqual(Journal(file).entries[-1], {"number": 9})

    def test_a_large_corpus_is_minimised_once(self):
        self.addCleanup(setattr, campaign_module, "MINIMISED_FROM", campaign_module.MINIMISED_FROM)
        campaign_module.MINIMISED_FROM = 10
        campaign = self.campaign(entry("one"))
        campaign.run_inputs(20)
        names = {file.name for file in (self.folder / "state/corpus/one").iterdir()}
        for _ in range(2):
            campaign.minimise(campaign.targets[0])
        self.assertEqual({file.name for file in (self.folder / "state/corpus/one").iterdir()}, names)
        self.assertEqual(sum("minimised" in one for one in campaign.journal.entries), 1)

    def test_the_output_of_libfuzzer_is_read(self):
        text = (b"#2\tINITED cov: 5 ft: 6 corp: 1/1b exec/s: 0 rss: 30Mb\n#1024\tpulse  cov: 50 ft: 61 corp: 12/34b lim: 4 exec/s: 512 rss: 31Mb\n"
                b"artifact_prefix='a/'; Test unit written to a/crash-1\nstat::number_of_executed_units: 1999\n")
        outcome = slice_run.read(text, 2.5, 77)
        self.assertEqual((outcome.runs, outcome.features, outcome.inputs, outcome.found, outcome.status), (1999, 61, 12, ["a/crash-1"], 77))
        self.assertEqual(slice_run.read(b"", 0, 1).runs, 0)

    def test_causes_without_a_message_are_told_apart_by_frames(self):
        text = ("    #0 0x1 in __asan_memcpy x\n    #1 0x2 in first a.cpp:1\n    #2 0x3 in second b.cpp\n"
                "SUMMARY: AddressSanitizer: heap-buffer-overflow a.cpp:1 in first\n")
        self.assertEqual(finds.cause_of(text), "AddressSanitizer: heap-buffer-overflow a.cpp:1 in first first second")
        self.assertEqual(finds.cause_of("nothing"), "the process ended")

    def test_a_cause_does_not_say_where_a_build_has_its_code(self):
        text = "SUMMARY: AddressSanitizer: use-after-poison (/home/a/build/fuzz_programs+0x12) (BuildId: 12ab) in f(int)"
        self.assertEqual(finds.cause_of(text), "AddressSanitizer: use-after-poison in f(int)")

    def test_a_malformed_registry_is_refused(self):
        file = self.folder / "targets.json"
        for wrong, message in (([entry("one"), entry("one")], "same name"), ([{"name": "one"}], "missing"),
                               ([entry("one", speed=3)], "unknown keys: speed"), ([entry("one", weight=0)], "at least 1")):
            file.write_text(json.dumps(wrong))
            with self.assertRaisesRegex(registry.RegistryError, message):
                registry.read(file)

    def test_every_registered_target_is_built(self):
        built = (SOURCE / "fuzz/CMakeLists.txt").read_text()
        for target in registry.read(SOURCE / "fuzz/targets.json"):
            name = target.program.removeprefix("fuzz_")
            self.assertTrue(f"modecheck_fuzz_target({name} " in built or f"add_executable({target.program} " in built, target.program)
            for word in target.words:
                self.assertTrue(word)

    def test_a_dictionary_is_quoted(self):
        target = registry.Target(**entry("one", words=['a"b\\', "\n", "plain"]))
        self.assertEqual(seeds.dictionary(target, self.folder).read_text(), '"a\\x22b\\x5c"\n"\\x0a"\n"plain"\n')
        self.assertIsNone(seeds.dictionary(registry.Target(**entry("two")), self.folder))


if __name__ == "__main__":
    unittest.main()
