"""Tests that the tools of docs/site/tools find what they look for.

usage: tools_test.py SOURCE
"""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path[:0] = [str(SOURCE / "docs/site/tools"), str(SOURCE / "docs/site/generate")]
import assemble  # noqa: E402
import check_site  # noqa: E402
import command_line  # noqa: E402
import doxygen_comments  # noqa: E402
import layers  # noqa: E402
import outputs  # noqa: E402
import rules  # noqa: E402
import toy_operator  # noqa: E402
from shared import steps  # noqa: E402
from shared.explained import Difference, Explanation, Step  # noqa: E402
from shared.known import Cause, Entry  # noqa: E402


class Folder(unittest.TestCase):
    """A base class of tests that have a temporary folder of their own."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name).resolve()

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file


class CheckSite(Folder):
    def problems(self, body):
        self.write("index.html", body)
        self.write("other.html", '<h1 id="here">Other</h1>')
        return list(check_site.problems_of(self.folder))

    def test_a_good_page(self):
        self.assertEqual(self.problems('<a href="other.html#here">x</a><a href="https://pytorch.org">y</a>'), [])

    def test_a_link_to_no_file(self):
        self.assertIn("leads to no file", self.problems('<a href="gone.html">x</a>')[0])

    def test_a_link_to_no_place(self):
        self.assertIn("leads to no place", self.problems('<a href="other.html#gone">x</a>')[0])
        self.assertIn("leads to no place", self.problems('<a href="#gone">x</a>')[0])

    def test_something_from_elsewhere(self):
        for part in ('<script src="https://cdn.example/x.js"></script>', '<link rel="stylesheet" href="//fonts.example/x.css">'):
            self.assertTrue(any("from elsewhere" in problem for problem in self.problems(part)), part)
        self.write("style.css", "body { background: url(https://example/x.png) }")
        self.assertTrue(any("style.css" in problem for problem in self.problems("")))

    def test_an_option_whose_hyphens_became_a_dash(self):
        self.assertIn("a dash before a word", self.problems("<p>excludes \u2013time</p>")[0])
        self.assertEqual(self.problems("<p>excludes <code>--time</code>, 2 \u2013 3</p>"), [])

    def test_a_name_whose_underscores_are_gone(self):
        self.assertIn("_foreach_abs_", self.problems("<td><em>foreach_abs</em></td>")[0])
        self.assertEqual(self.problems("<td>_foreach_abs_ <em>new</em></td>"), [])

    def test_a_rule_that_is_said_to_be_kept_beside_a_step_that_differs(self):
        page = '<span id="rule-m2"></span><b class="mc-differs">PyTorch 1.2.0 runs it</b><strong>{}</strong>: no cause is known'
        self.assertIn("rule M2", self.problems(page.format("1.2.0"))[0])
        self.assertEqual(self.problems(page.format("1.3.0")), [])

    def test_a_program_in_a_link_to_the_playground(self):
        self.write("playground/index.html", "")
        self.assertEqual(self.problems('<a href="playground/index.html#p=modecheck%201">x</a>'), [])


class Outputs(Folder):
    def answers(self, body):
        source = self.folder / "source"
        source.mkdir(exist_ok=True)
        page = self.write("page.md", f"text\n\n```{{output}}\n{body}\n```\n")
        with contextlib.redirect_stdout(io.StringIO()):
            return outputs.answers_of(page, source, self.folder)

    def test_a_command(self):
        self.assertEqual(self.answers("echo one; echo two"), ["one\ntwo"])

    def test_parts_of_an_output(self):
        self.assertEqual(self.answers(":from: 2\n:to: 3\nseq 5"), ["2\n3"])
        self.assertEqual(self.answers(":first: 1\nseq 5"), ["1\n..."])
        self.assertEqual(self.answers(":quiet:\nseq 5"), [""])

    def test_another_code(self):
        self.assertEqual(self.answers(":code: 3\nexit 3"), [""])
        with self.assertRaisesRegex(ValueError, "ended with 3, not with 0"):
            self.answers("exit 3")

    def test_a_text_that_is_not_there(self):
        with self.assertRaisesRegex(ValueError, "no line of the output contains 'six'"):
            self.answers(":from: six\nseq 5")

    def test_an_unknown_option(self):
        with self.assertRaisesRegex(ValueError, "no option 'last'"):
            self.answers(":last: 3\nseq 5")

    def test_programs_of_the_page_are_files(self):
        source = self.folder / "source"
        source.mkdir()
        page = self.write("page.md", "```\nmodecheck 1\nr0 = neg(r3)\n```\n\n```{output}\ncat program-1.prog\n```\n")
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(outputs.answers_of(page, source, self.folder), ["modecheck 1\nr0 = neg(r3)"])


class Assemble(Folder):
    def setUp(self):
        super().setUp()
        self.write("docs/site/index.md", "[programs](../PROGRAMS.md#limits) [code](../../spec/a.h) [rules](../RULES.md)")
        self.write("docs/site/playground.md", "# The playground\n")
        self.write("docs/site/_static/site.css", "")
        self.write("docs/PROGRAMS.md", "# Programs\n[index](README.md)")
        self.write("docs/USING.md", "")
        self.write("docs/README.md", "")
        self.write("docs/GLOSSARY.md", "")
        self.write("spec/a.h", "int a;")
        for files in assemble.GENERATED.values():
            for name in files:
                self.write(name, "")

    def assembled(self):
        made = assemble.Assembler(self.folder, self.folder / "out")
        made.copy()
        return (self.folder / "out/index.md").read_text(), made

    def test_links(self):
        text, _ = self.assembled()
        self.assertEqual(text, "[programs](manual/PROGRAMS.md#limits) [code](sources/spec/a.h) [rules](rules/index.md)")
        self.assertTrue((self.folder / "out/sources/spec/a.h").is_file())

    def test_words_of_links_and_other_pages(self):
        self.write("docs/site/index.md", "[PROGRAMS.md](../PROGRAMS.md)\nPrograms <manual/PROGRAMS>\n" + assemble.ALL_OTHERS)
        text, _ = self.assembled()
        self.assertIn("[Programs](manual/PROGRAMS.md)", text)
        self.assertIn("manual/USING", text.splitlines())
        self.assertNotIn("manual/PROGRAMS", text.splitlines())

    def test_a_link_to_no_file(self):
        self.write("docs/site/index.md", "[x](gone.md)")
        with self.assertRaisesRegex(SystemExit, "gone.md leads to no file"):
            self.assembled()

    def test_a_cause_has_a_page_of_its_own(self):
        self.write("docs/site/generate/atlas.py", "")
        self.write("known/a-cause/cause.json", "{}")
        self.write("docs/site/index.md", "[the finding](../FINDINGS.md#a-cause) [all](../FINDINGS.md)")
        text, _ = self.assembled()
        self.assertEqual(text, "[the finding](atlas/a-cause.md) [all](atlas/index.md)")

    def test_ids_of_rules_are_links(self):
        def linked(text):
            return assemble.with_rule_links(text, "how-to/x.md", {"K1", "S2", "H"})
        self.assertEqual(linked("kept (K1, S2)."), "kept ([K1](../rules/K.md#rule-k1), [S2](../rules/S.md#rule-s2)).")
        self.assertEqual(linked("Rule H holds."), "Rule [H](../rules/H.md#rule-h) holds.")
        for text in ("`K1`", "[K1](x.md)", "# K1", "K1.prog", "K1-b", "H alone", "K9"):
            self.assertEqual(linked(text), text)

    def test_a_page_that_no_generator_wrote(self):
        self.write("docs/site/generate/rules.py", "")
        _, made = self.assembled()
        with self.assertRaisesRegex(SystemExit, "rules/index.md"):
            made.finish()


class Layers(unittest.TestCase):
    ROWS = {"spec/a/": [], "engine/b/": ["spec/"], "cli/": ["engine/", "spec/"]}

    def test_heights_and_arrows(self):
        parts, uses = layers.layers(self.ROWS)
        self.assertEqual(parts, {"spec": ["a"], "engine": ["b"], "cli": []})
        self.assertEqual(layers.heights(uses), {"spec": 0, "engine": 1, "cli": 2})
        self.assertEqual(layers.closest(uses)["cli"], {"engine"})

    def test_the_playground_is_no_layer(self):
        parts, uses = layers.layers({**self.ROWS, "docs/site/": ["spec/"], "tests/": ["docs/site/", "cli/"]})
        self.assertNotIn("docs", parts)
        self.assertEqual(uses["tests"], {"cli"})

    def test_a_folder_that_nobody_described(self):
        with self.assertRaisesRegex(SystemExit, "newcomer"):
            layers.picture({**{f"{name}/": [] for name in layers.FOR}, "newcomer/": []})

    def test_the_table_of_the_sources(self):
        rows = layers.table((SOURCE / "tests/layering/layering_test.cpp").read_text())
        self.assertIn("spec/", rows["cli/main.cpp"])
        self.assertIn("<svg", layers.picture(rows))


class DoxygenComments(unittest.TestCase):
    def marked(self, text):
        return "\n".join(doxygen_comments.marked(text.splitlines()))

    def test_a_comment_before_a_declaration(self):
        self.assertEqual(self.marked("// Says a.\n// Says b.\nint a();"), "/// Says a.\n/// Says b.\nint a();")

    def test_a_heading_and_a_remark_stay(self):
        for text in ("// --- views\nint a();", "// The file.\n#pragma once", "// nothing follows\n\nint a();"):
            self.assertEqual(self.marked(text), text)

    def test_a_comment_behind_a_member(self):
        self.assertEqual(self.marked("  int rank = 0;  // how many"), "  int rank = 0;  ///< how many")

    def test_the_inline_namespace(self):
        text = "namespace at {\ninline namespace modecheck_v1 {\nint a();\n}  // namespace modecheck_v1\n}  // namespace at"
        self.assertNotIn("modecheck_v1", self.marked(text))


class CommandLine(unittest.TestCase):
    HELP = """Judges subjects.

Usage: modecheck run [OPTIONS]

Options:
  --help, -h          print this text
  --only LIST         operators that programs
                      are made of
  --a-long-name, --no-long-name also on
  --a-name-that-fills-the-line
                      its own line

Exit codes:
    0    fine
"""

    def test_entries(self):
        head, parts = command_line.sections(self.HELP)
        self.assertEqual(command_line.usage_of(head), "modecheck run [OPTIONS]")
        self.assertEqual(command_line.rows(parts["Options"]), [
            ["--help, -h", "print this text"], ["--only LIST", "operators that programs are made of"],
            ["--a-long-name, --no-long-name also on", ""], ["--a-name-that-fills-the-line", "its own line"]])

    def test_names_and_values(self):
        text = command_line.table("option", [["--help, -h", "x"], ["--only LIST", "y"], ["--profile a|b", "z"]])
        self.assertIn("| `--help`, `-h` | x |", text)
        self.assertIn("| `--only` LIST | y |", text)
        self.assertIn("| `--profile` a\\|b | z |", text)

    def test_options_within_a_text_and_arguments(self):
        text = command_line.table("option", [["FILE FILE (needed)", "excludes --a-name and `-b`"]])
        self.assertIn("| `FILE` (needed) | excludes `--a-name` and `-b` |", text)


class Rules(unittest.TestCase):
    NAMES = {"torch:cpu": "1.2.0"}

    def cause(self, name, kind="finding", severity="wrong value"):
        entry = Entry(f"{name}-entry", "", "", severity, ["1.2.0"], "M2", "", "", set())
        return Cause(name, name.title(), kind, "M2", entry, "", "", "", "", [entry])

    def told(self, first, others):
        return rules.told_of_version("M2", "1.2.0", "At step 4 it runs x.", first, others, ["wrong gradient", "wrong value"])

    def test_a_version_whose_step_differs(self):
        text = self.told([self.cause("one")], [self.cause("two", severity="wrong gradient")])
        self.assertIn("differs in the program above. At step 4 it runs x. Cause: [One](../atlas/one.md) (wrong value).", text)
        self.assertIn("Other causes (1 finding): [Two](../atlas/two.md) (wrong gradient).", text)

    def test_a_version_without_such_a_step(self):
        self.assertIn("no cause that breaks this rule is known", self.told([], []))
        self.assertIn("does not keep the rule", self.told([], [self.cause("one")]))
        self.assertIn("differs where no document decides", self.told([], [self.cause("one", "difference")]))

    def test_the_sentence_on_a_step(self):
        one = Difference("torch:cpu", "torch:cpu runs a_.b where it must be rejected: error X (at command 4).")
        told = Explanation([], [], [one], [], "")
        self.assertEqual(rules.difference_at_step(told, "torch:cpu", self.NAMES),
                         "At step 4 it runs a_.b where it must be rejected: error X.")
        self.assertEqual(rules.difference_at_step(told, "torch-2:cpu", self.NAMES), "")

    def test_the_causes_that_a_report_names(self):
        one = self.cause("one")
        self.assertEqual(rules.causes_named("  known as one-entry: One\n", [one]), [one])
        for text in ("  known as other: Other\n", "nothing"):
            with self.assertRaises(SystemExit):
                rules.causes_named(text, [one])

    def test_a_step_says_what_differs(self):
        step = Step("x", "error E", [], {"engine:cpu": ("error E", False), "torch:cpu": ("ok", True)})
        self.assertIn("PyTorch 1.2.0 runs it", steps.steps_html(Explanation([step], [], [], [], ""), self.NAMES))
        self.assertEqual(steps.otherwise("ok", "ok", ["r4.values"]), "differs in r4.values")
        self.assertEqual(steps.otherwise("error F", "ok"), "raises F")


class GoldenAnswers(unittest.TestCase):
    def test_pages_name_their_number(self):
        count = (SOURCE / "tests/golden/answers.txt").read_text().count("modecheck 1\n")
        for name in ("GLOSSARY", "PROGRAMS", "SELF_CHECKS"):
            self.assertIn(f"about {round(count, -2):,} programs", (SOURCE / f"docs/{name}.md").read_text(), name)


class ToyOperator(unittest.TestCase):
    def test_hunks(self):
        parts = toy_operator.hunks("--- a/x.h\n+++ b/x.h\n@@ -1 +1 @@\n one\n+two\n@@ -9 +9 @@\n-three\n")
        self.assertEqual(parts, {"x.h": [[" one", "+two"], ["-three"]]})

    def test_a_hunk_that_no_page_shows(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "adding-an-operator.md").write_text("nothing")
            with mock.patch.object(sys, "argv", ["toy_operator.py", folder, "modecheck"]):
                with self.assertRaisesRegex(SystemExit, "does not show"):
                    toy_operator.main()


if __name__ == "__main__":
    unittest.main()
