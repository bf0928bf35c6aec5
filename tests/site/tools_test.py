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
import toy_operator  # noqa: E402


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
