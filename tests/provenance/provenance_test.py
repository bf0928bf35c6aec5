#!/usr/bin/env python3
"""Checks the stories that MODECHECK_PROVENANCE adds to the errors of C++ programs.

  provenance_test.py SOURCE_FOLDER PROGRAMS_FOLDER             runs the stories
  provenance_test.py SOURCE_FOLDER PROGRAMS_FOLDER MODECHECK   compares the statements with those of `modecheck rules`, and
                                                               tests `modecheck audit --stories`

The lines that a story names are compared with the sources in examples/stories/cpp, by the text in expected.json.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

root, programs = (pathlib.Path(argument) for argument in sys.argv[1:3])
modecheck = sys.argv[3] if len(sys.argv) > 3 else None
folder = root / "examples/stories/cpp"
EXPECTED = json.loads((folder / "expected.json").read_text())


def run(program, provenance=None, **options):
    environment = {name: value for name, value in os.environ.items() if name != "MODECHECK_PROVENANCE"}
    if provenance is not None:
        environment["MODECHECK_PROVENANCE"] = provenance
    return subprocess.run([str(programs / f"story_{program}")], env=environment, text=True, capture_output=True,
                          timeout=120, **options)


def line_of(story, text):
    lines = [number for number, line in enumerate((folder / f"{story}.cpp").read_text().splitlines(), 1)
             if line.strip() == text]
    assert len(lines) == 1, f"{story}.cpp: {len(lines)} lines are `{text}`"
    return lines[0]


def without_story(text):
    return text.split("\nmodecheck: ")[0].rstrip("\n")


class Provenance(unittest.TestCase):
    def test_each_story_names_its_lines(self):
        self.assertEqual(len(EXPECTED), 5)
        for story, expected in EXPECTED.items():
            with self.subTest(story):
                done = run(story, "1", cwd=root)
                self.assertEqual(done.returncode, 1, done.stderr)
                for label, member in (("made at", "made"), ("inside guard", "guard"), ("handed over", "handed_over"),
                                      ("forbidden at", "use")):
                    named = re.findall(rf"^  {label} +(\S+):(\d+) ", done.stderr, re.MULTILINE)
                    wanted = expected.get(member)
                    self.assertEqual([(pathlib.Path(file).name, int(line)) for file, line in named],
                                     [(f"{story}.cpp", line_of(story, wanted))] if wanted else [],
                                     f"{label}\n{done.stderr}")
                    if wanted:
                        self.assertIn(wanted, done.stderr)
                self.assertIn(f"\n  rule {expected['rule']}", done.stderr)
                self.assertIn("\n  remedy", done.stderr)
                self.assertIn("\n  shown by", done.stderr)

    def test_the_json_line_has_the_members_of_the_audit(self):
        members = ["class", "rule", "statement", "title", "message", "silent", "caught", "more", "tensor", "made", "guard",
                   "handed_over", "use", "remedy", "program"]
        with tempfile.TemporaryDirectory() as scratch:
            file = pathlib.Path(scratch) / "stories.json"
            for story in EXPECTED:
                run(story, f"json:{file}")
            lines = [json.loads(line) for line in file.read_text().splitlines()]
        self.assertEqual(len(lines), len(EXPECTED))
        for facts, (story, expected) in zip(lines, EXPECTED.items()):
            with self.subTest(story):
                self.assertEqual(list(facts), members)
                self.assertEqual((facts["class"], facts["rule"], facts["remedy"]["id"]),
                                 (expected["class"], expected["rule"], expected["remedy"]))
                for member in ("made", "guard", "use"):
                    self.assertEqual((facts[member]["text"], facts[member]["line"]),
                                     (expected[member], line_of(story, expected[member])))
                    self.assertEqual(pathlib.Path(facts[member]["file"]).name, f"{story}.cpp")
                steps = [expected["handed_over"]] if "handed_over" in expected else []
                self.assertEqual([step["text"] for step in facts["handed_over"]], steps)
                self.assertEqual(facts["message"], without_story(run(story).stderr))

    def test_the_error_is_unchanged_without_the_variable(self):
        for story in EXPECTED:
            with self.subTest(story):
                plain = run(story)
                self.assertNotIn("modecheck:", plain.stderr)
                self.assertEqual(plain.stderr.count("\n"), 1, plain.stderr)
                self.assertEqual(run(story, "0").stderr, plain.stderr)
                self.assertEqual(without_story(run(story, "1").stderr), plain.stderr.rstrip("\n"))

    def test_a_clean_program_prints_nothing(self):
        plain = run("clean_serving")
        self.assertEqual((plain.returncode, plain.stderr), (0, ""))
        with tempfile.TemporaryDirectory() as scratch:
            file = pathlib.Path(scratch) / "stories.json"
            noted = run("clean_serving", f"json:{file}")
            self.assertEqual(file.read_text(), "")
        self.assertEqual((noted.returncode, noted.stdout, noted.stderr), (0, plain.stdout, ""))

    def test_without_debug_information_the_story_says_what_to_do(self):
        done = run("without_lines", "1")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\n  made at +\w+\+\d+ .*\n +by zeros\n")
        self.assertIn("compile the program with -g", done.stderr)
        self.assertNotIn("cache_reset.cpp", done.stderr)

    def test_places_that_are_hard_to_find(self):
        lines = (root / "tests/provenance/places.cpp").read_text().splitlines()
        wanted = {mark: next(number for number, line in enumerate(lines, 1) if line.endswith(f"// {mark}"))
                  for mark in ("thread: guard", "thread: made", "thread: use", "loop: step")}
        thread, loop = run("places", "1").stderr.split("=== loop")
        for label, mark in (("made at", "thread: made"), ("inside guard", "thread: guard"), ("forbidden at", "thread: use")):
            self.assertRegex(thread, rf"\n  {label} +\S*places\.cpp:{wanted[mark]} ")
        # Equal steps are told once.
        [step] = re.findall(r"\n  handed over +\S*places\.cpp:(\d+) .*\n +(.*)", loop)
        self.assertEqual(step, (str(wanted["loop: step"]), "a view by view, 4 times"))

    @unittest.skipUnless((programs / "story_stripped").exists(), "a sanitizer's program always has symbols")
    def test_a_stripped_program_has_no_places(self):
        told = run("stripped", "1").stderr
        self.assertEqual(told.count("an unknown place: the program has no symbols"), 7, told)
        self.assertNotIn("start", told)

    def test_a_wrong_value_is_refused_with_a_reason(self):
        done = run("clean_serving", "yes")
        self.assertEqual(done.returncode, 0)
        self.assertIn("MODECHECK_PROVENANCE=yes is not understood", done.stderr)
        self.assertIn("json:FILE", done.stderr)
        done = run("clean_serving", "json:/no/such/folder/stories.json")
        self.assertIn("cannot be written", done.stderr)


class Statements(unittest.TestCase):
    def test_the_statements_are_those_of_the_rules(self):
        source = (root / "engine/provenance/rule_of_error.cpp").read_text()
        source = re.sub(r'"\s*\n\s*"', "", source)
        rows = re.findall(r'RuleOfError\{\s*ErrorClass::\w+,\s*"\w+",\s*"(\w+)",\s*"([^"]*)"', source)
        self.assertEqual(len(rows), 8, rows)
        for rule, statement in rows:
            said = subprocess.run([modecheck, "rules", rule], text=True, capture_output=True, check=True).stdout
            said = " ".join(said.split("\nSources:")[0].split())
            self.assertIn(statement, said, rule)


class Pages(unittest.TestCase):
    """Tests what `modecheck audit --stories` makes of the lines of JSON."""

    def test_the_stories_become_text_a_page_and_sarif(self):
        with tempfile.TemporaryDirectory() as scratch:
            file, page, sarif = (pathlib.Path(scratch) / name for name in ("stories.json", "page.html", "stories.sarif"))
            for story in EXPECTED:
                run(story, f"json:{file}")
            done = subprocess.run([modecheck, "audit", "--stories", str(file), "--html", str(page), "--sarif", str(sarif)],
                                  cwd=root, text=True, capture_output=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (1, ""))
            text, results = page.read_text(), json.loads(sarif.read_text())["runs"][0]["results"]
        self.assertEqual(text.count("<article>"), len(EXPECTED))
        self.assertEqual(done.stdout.count("modecheck: "), len(EXPECTED))
        for result, (story, expected) in zip(results, EXPECTED.items()):
            use, place = line_of(story, expected["use"]), f"examples/stories/cpp/{story}.cpp"
            self.assertIn(f"  forbidden at    {place}:{use}  {expected['use']}\n", done.stdout)
            self.assertIn(f'<span class="here"><i>{use}</i>', text)
            location = result["locations"][0]["physicalLocation"]
            self.assertEqual((result["ruleId"], location["artifactLocation"]["uri"], location["region"]["startLine"]),
                             (expected["rule"], place, use))
            self.assertEqual(result["level"], "error")

    def test_an_output_that_is_lost_is_an_error(self):
        with tempfile.TemporaryDirectory() as scratch:
            file, page = pathlib.Path(scratch) / "stories.json", pathlib.Path(scratch) / "page.html"
            run("cache_reset", f"json:{file}")
            with open("/dev/full", "w") as full:
                done = subprocess.run([modecheck, "audit", "--stories", str(file), "--html", str(page)], stdout=full,
                                      stderr=subprocess.PIPE, text=True, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(done.stderr, "modecheck audit: standard output: cannot be written: No space left on device\n")
            self.assertIn("</html>", page.read_text())
            done = subprocess.run([modecheck, "audit", "--stories", str(file), "--sarif", scratch + "/no/x"],
                                  capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.assertIn("/no/x cannot be written", done.stderr)

    def test_a_program_without_lines_and_a_clean_one(self):
        with tempfile.TemporaryDirectory() as scratch:
            file, page = pathlib.Path(scratch) / "stories.json", pathlib.Path(scratch) / "page.html"
            command = [modecheck, "audit", "--stories", str(file), "--html", str(page)]
            run("clean_serving", f"json:{file}")
            done = subprocess.run(command, text=True, capture_output=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout), (0, f"{file} has no story\n"))
            self.assertIn("Nothing was found: the engine rejected no inference tensor.", page.read_text())
            run("without_lines", f"json:{file}")
            done = subprocess.run(command, text=True, capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 1)
            self.assertIn("compile the program with -g", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *(["Statements", "Pages"] if modecheck else ["Provenance"])], verbosity=2)
