"""Generates the site's pages as scripts/docs does, in the quick way, and tests what is in them. It also tests what the
generators refuse: a cause without a page, a rule without a program, a figure that a document no longer states.

usage: pages_test.py SOURCE MODECHECK_BINARY
"""

import filecmp
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, MODECHECK = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
GENERATE = SOURCE / "docs/site/generate"
sys.path.insert(0, str(GENERATE))

import atlas  # noqa: E402
import rules  # noqa: E402, F401  (it makes the tools of the site importable)
import assemble  # noqa: E402
from shared import chart, known, markup, reproducer, rulebook, sharing, tables, upstream  # noqa: E402
from shared.explained import Difference, read_explanation  # noqa: E402
from shared.modecheck import Modecheck  # noqa: E402
from shared.steps import steps_html  # noqa: E402

NAMES = ("rules", "atlas", "evidence", "benchmarks")

EXPLAINED = """at the start
  r0: float32 [2, 2], normal, requires_grad, version +0
  r3: float32 [2, 2], normal, version +0
  normal mode

     command            the specification                 engine:cpu  torch:cpu
  -  -----------------  --------------------------------  ----------  ---------------
  1  r0 = t(r3)         ok                                ok          ok
                        route: Autograd, ADInplaceOrView,
                        backend
                        r0: float32 [2, 2], normal, view
                        of r3 (DEFAULT), version +0
  2  r4 = detach(r3)    ok                                ok          ok  <-- mismatch
                        r4: float32 [2, 2], inference,
                        shares storage with r3, version
                        none
  3  zero_(r3)          error LeafInPlace                 ok          ok
                        r3.version: +0 -> +1

  LeafInPlace (W4): A leaf that requires grad cannot be written in place in a recorded way; write
  under NoGradGuard, or write a clone.

V2  torch:cpu  detach
  torch:cpu says r4.version is +0; it must be none (at command 2).

  what differs  rule  the specification  torch:cpu
  ------------  ----  -----------------  ---------
  r4.version    V2    none               +0
  torch:cpu said: a message of
  two lines

  The specification and engine:cpu agree; torch:cpu differs. (3 commands, 3 judged.)
"""
PROGRAM = "r0 = t(r3)\nr4 = detach(r3)\nzero_(r3)"


def generate(out):
    """Runs all generators in the quick way, which runs few programs."""
    for name in NAMES:
        subprocess.run([sys.executable, GENERATE / f"{name}.py", out, MODECHECK], check=True,
                       env={**os.environ, "MODECHECK_SITE_QUICK": "1"})


def anchors(text):
    """Returns the places in a Markdown page to which a link can lead: labels, headings and the ids of its HTML."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings} | set(re.findall(r"^\(([\w-]+)\)=$", text, re.MULTILINE)) | set(re.findall(r'\bid="([^"]+)"', text))


def dead_links(out, page):
    """Yields an error for each link of a page, in Markdown or HTML, that leads to no page or to no place in it."""
    text = page.read_text()
    prose = re.sub(r"^(`{3,})(?!\{raw\}).*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(([^)\s]+)\)", prose) + [html.unescape(link) for link in re.findall(r'(?:href|src)="([^"]+)"', prose)]
    links += re.findall(r"\{download\}`[^`<]*<([^>]+)>`", prose)
    for link in links:
        if re.match(r"[a-z]+:", link):
            continue
        address, _, place = link.partition("#")
        path = address.partition("?")[0]
        target = (page.parent / re.sub(r"\.html$", ".md", path)).resolve() if path else page
        if not target.is_file():
            copied = [file for file, name in assemble.copied_pages(SOURCE).items() if target == (out / name).resolve()]
            if not copied:
                yield f"{page.relative_to(out)}: {link} leads to no file"
            elif place and place not in anchors((SOURCE / copied[0]).read_text()):
                yield f"{page.relative_to(out)}: {link} leads to no place"
        elif place and place not in anchors(target.read_text()):
            yield f"{page.relative_to(out)}: {link} leads to no place"


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = pathlib.Path(cls.folder.name) / "pages"
        generate(cls.out)
        cls.causes = known.read_causes(SOURCE)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def page(self, name):
        return (self.out / name).read_text()

    def test_every_cause_has_a_page_and_a_row(self):
        index = self.page("atlas/index.md")
        for name, cause in self.causes.items():
            page = self.page(f"atlas/{name}.md")
            self.assertIn(f"# {cause.title}\n", page)
            self.assertIn(f'<li id="{name}"', index)
            self.assertIn("## Text for an upstream issue", page)
            for entry in cause.entries:
                self.assertIn(entry.program.strip(), html.unescape(page), f"{name} does not show {entry.name}")
        self.assertEqual(index.count("<li id="), len(self.causes))

    def test_a_cause_that_is_run_has_its_steps_and_its_reproducers(self):
        # Without libtorch no program of a cause can run, and the page says so.
        first = re.findall(r'<li id="([^"]+)"', self.page("atlas/index.md"))[0]
        page = self.page(f"atlas/{first}.md")
        if any(version in Modecheck(MODECHECK, SOURCE).torch_subjects() for version in self.causes[first].example.versions):
            self.assertIn('class="mc-subject mc-differs"', page)
            self.assertTrue((self.out / f"atlas/files/{first}.cpp").exists())
            self.assertIn("static void run() {", page)
        else:
            self.assertIn("Not run when this page was made", page)

    def test_every_rule_has_a_section_with_a_program_and_its_evidence(self):
        statements = rulebook.read_statements(Modecheck(MODECHECK, SOURCE).run("rules"))
        self.assertGreater(len(statements), 50)
        for name, (_, statement) in statements.items():
            page = self.page(f"rules/{name[0]}.md")
            section = re.search(rf"^\(rule-{name.lower()}\)=\n.*?(?=^\(rule-|\Z)", page, re.MULTILINE | re.DOTALL)
            self.assertTrue(section, name)
            self.assertIn(markup.plain(statement), section[0])
            self.assertIn('<ol class="mc-steps">', section[0], name)
            self.assertIn("```text\nmodecheck 1\n", section[0], name)
            self.assertIn("Planted fault", section[0], name)
            self.assertIn("Our engine does what the specification says at every step", section[0], name)

    def test_no_link_is_dead(self):
        self.assertEqual([problem for page in sorted(self.out.rglob("*.md")) for problem in dead_links(self.out, page)], [])

    def test_a_dead_link_would_be_found(self):
        page = self.out / "atlas/probe.md"
        page.write_text("[a](nowhere.md) [b](../rules/K.md#rule-z9) [c](index.md)\n")
        try:
            self.assertEqual(len(list(dead_links(self.out, page))), 2)
        finally:
            page.unlink()

    def test_the_pages_are_the_same_each_time(self):
        again = pathlib.Path(self.folder.name) / "again"
        generate(again)
        for page in sorted(file for file in self.out.rglob("*") if file.is_file()):
            self.assertTrue(filecmp.cmp(page, again / page.relative_to(self.out), shallow=False), page)

    def test_pages_are_light(self):
        for page in sorted(self.out.rglob("*.md")):
            self.assertLess(page.stat().st_size, 400_000, page)

    def test_the_filter_leaves_the_rows_that_are_asked_for(self):
        """Runs the filter of the atlas page in Chromium. The filter reads its question from the page's address."""
        chromium = shutil.which("chromium")
        if chromium is None:
            if os.environ.get("MODECHECK_REQUIRE_ALL") == "1":
                self.fail("there is no chromium, which this test needs")
            self.skipTest("there is no chromium")
        blocks = re.findall(r"^(`{3,})\{raw\} html\n(.*?)^\1$", self.page("atlas/index.md"), re.MULTILINE | re.DOTALL)
        page = self.out / "atlas/filter.html"
        page.write_text("<!doctype html><meta charset=utf-8>" + "".join(block for _, block in blocks))
        try:
            for asked, wanted in (("?rule=V2", lambda cause: "V2" in cause.rules),
                                  ("#?version=1.13.1&kind=difference",
                                   lambda cause: "1.13.1" in cause.versions and cause.kind == "difference"),
                                  ("#?operator=detach", lambda cause: any(re.match(r"detach(\.|$)", name) for name in cause.operations))):
                expected = sum(map(wanted, self.causes.values()))
                self.assertGreater(expected, 0, asked)
                self.assertIn(f"{expected} of {len(self.causes)} causes", self.shown(chromium, page, asked), asked)
        finally:
            page.unlink()

    def shown(self, chromium, page, asked):
        done = subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=2000", "--dump-dom",
                               f"--user-data-dir={self.folder.name}/chromium", f"{page.as_uri()}{asked}"],
                              capture_output=True, text=True, timeout=120)
        return re.search(r"<output[^>]*>(.*?)</output>", done.stdout)[1]


class Reading(unittest.TestCase):
    def test_explain(self):
        told = read_explanation(EXPLAINED, PROGRAM)
        self.assertEqual([step.outcome for step in told.steps], ["ok", "ok", "error LeafInPlace"])
        self.assertEqual(told.steps[0].facts, ["route: Autograd, ADInplaceOrView, backend",
                                               "r0: float32 [2, 2], normal, view of r3 (DEFAULT), version +0"])
        self.assertEqual(told.steps[1].subjects, {"engine:cpu": ("ok", False), "torch:cpu": ("ok", True)})
        self.assertEqual(told.errors[0][:2], ("LeafInPlace", "W4"))
        self.assertEqual(told.differences, [Difference("torch:cpu", "torch:cpu says r4.version is +0; it must be none (at command 2).",
                                                       ["what differs", "rule", "the specification", "torch:cpu"],
                                                       [["r4.version", "V2", "none", "+0"]], "a message of two lines")])

    def test_explain_of_another_program_is_an_error(self):
        with self.assertRaises(ValueError):
            read_explanation(EXPLAINED, PROGRAM + "\nzero_(r3)")

    def test_steps_name_who_differs(self):
        text = steps_html(read_explanation(EXPLAINED, PROGRAM), {"torch:cpu": "1.13.1"})
        self.assertEqual(text.count("mc-differs"), 1)
        self.assertIn("PyTorch 1.13.1 differs in r4.version", text)
        self.assertIn("raises LeafInPlace", text)
        self.assertIn("Our engine does what the specification says at every step", text)

    def test_sharing(self):
        told = read_explanation(EXPLAINED, PROGRAM)
        groups = sharing.shown_groups(sharing.after(told), PROGRAM)
        self.assertEqual([[tensor.name for tensor in group] for group in groups], [["r3", "r4", "r0"]])
        self.assertEqual(groups[0][0].version, "+1")
        self.assertIn("r0 is a view of r3", sharing.sharing_html(told, PROGRAM))
        self.assertEqual(sharing.shown_groups(sharing.after(told), "zero_(r3)"), [])

    def test_an_example_that_is_not_there_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder)
            shutil.copytree(SOURCE / "known/alias-of-inference-with-version", source / "known/one")
            self.assertEqual(list(known.read_causes(source)), ["one"])
            (source / "known/one/v2-detach.prog").unlink()
            with self.assertRaises(SystemExit):
                known.read_causes(source)

    def test_a_cause_that_the_command_does_not_list_is_an_error(self):
        causes = known.read_causes(SOURCE)
        page = Modecheck(MODECHECK, SOURCE).run("findings")
        ordered, severities = known.most_severe_first(causes, page)
        self.assertEqual(len(ordered), len(causes))
        self.assertEqual(severities[0], "wrong gradient")
        with self.assertRaises(SystemExit):
            known.most_severe_first({**causes, "another": ordered[0]}, page)

    def test_operations_of_a_program(self):
        self.assertEqual(known.operations_of("InferenceMode(enabled=true) {\n  r0, r1 = max.dim(r2, 0)\n[t1] zero_(r0)\n}"),
                         {"InferenceMode", "max.dim", "zero_"})

    def test_reproducers(self):
        self.assertEqual(reproducer.commands_of_cpp("int a;\nstatic void run() {\n  f();\n}\n\nint main() {}\n"),
                         "static void run() {\n  f();\n}")
        self.assertEqual(reproducer.commands_of_python("import torch\n\ndef f():\n    pass\n\n\nr0 = f()\nr1 = r0\n"), "r0 = f()\nr1 = r0")
        with self.assertRaises(ValueError):
            reproducer.commands_of_cpp("int main() {}")

    def test_upstream_names_causes(self):
        rows = upstream.read_upstream(SOURCE / "docs/UPSTREAM.md")
        self.assertGreater(len(rows), 20)
        self.assertEqual(set(rows) - set(known.read_causes(SOURCE)), set())

    def test_local_links(self):
        self.assertEqual(upstream.without_local_links("a search ([X.md](X.md#y)) of [b](B.md) and [#1](https://c)"),
                         "a search of b and [#1](https://c)")
        self.assertEqual(upstream.without_local_links("it holds\n  ([FAULTS.md](FAULTS.md))."), "it holds.")

    def test_a_document_without_its_figure_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "MUTANTS.md"
            file.write_text("nothing\n")
            with self.assertRaises(SystemExit):
                tables.fact(file, r"Score (\d+)")
            with self.assertRaises(SystemExit):
                tables.table_with(tables.read_tables(file), "area")

    def test_tables(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "a.md"
            file.write_text("# One\n\n| a | b |\n|---|---|\n| 1,234 | x \\| y |\n\n```\n| no | table |\n```\n")
            (table,) = tables.read_tables(file)
            self.assertEqual((table.heading, table.dicts()), ("One", [{"a": "1,234", "b": "x | y"}]))
        self.assertEqual([tables.number(text) for text in ("1,234", "12 %", "-", "0.5")], [1234.0, 12.0, None, 0.5])


class Joining(unittest.TestCase):
    def test_words_that_a_narrow_column_breaks(self):
        text = ("     command     the specification      engine:cpu\n  -  ----------  ---------------------  ----------\n"
                "  1  r0 = t(r3)  ok                     ok\n                 route:\n                 ADInplaceOrView\n"
                "  2  zero_(r0)   error ResizeRequires   error\n                 Grad                   ResizeRequi\n"
                "                                        resGrad\n")
        told = read_explanation(text, "r0 = t(r3)\nzero_(r0)")
        self.assertEqual((told.steps[0].outcome, told.steps[0].facts), ("ok", ["route: ADInplaceOrView"]))
        self.assertEqual(told.steps[1].outcome, "error ResizeRequiresGrad")
        self.assertEqual(told.steps[1].subjects, {"engine:cpu": ("error ResizeRequiresGrad", False)})


class Differences(unittest.TestCase):
    HEADER = ["what differs", "rule", "the specification"]

    def test_two_versions_that_differ_alike_share_a_table(self):
        one = Difference("A", "A says no.", [*self.HEADER, "A"], [["r0.version", "V2", "none", "+0"]])
        other = Difference("B", "B says no.", [*self.HEADER, "B"], [["r0.version", "V2", "none", "+0"]])
        self.assertEqual(atlas.merged([one, other]), [Difference("A", "A says no. So does B.", [*self.HEADER, "A", "B"],
                                                                 [["r0.version", "V2", "none", "+0", "+0"]])])

    def test_two_that_differ_otherwise_have_a_table_each(self):
        one = Difference("A", "A says no.", [*self.HEADER, "A"], [["r0.version", "V2", "none", "+0"]])
        other = Difference("B", "B says no.", [*self.HEADER, "B"], [["r0.sizes", "E3", "[2]", "[1]"]])
        self.assertEqual(atlas.merged([one, other]), [one, other])


class Drawing(unittest.TestCase):
    def test_lengths_follow_values(self):
        text = chart.bars([("a", [10.0]), ("b", [20.0])], "caption")
        widths = [float(width) for width in re.findall(r'<rect [^>]*width="([\d.]+)%"', text)]
        self.assertAlmostEqual(widths[1], 2 * widths[0], delta=0.02)

    def test_a_ratio_below_one_lies_left_of_the_line(self):
        text = chart.bars([("slow", [0.1]), ("fast", [10.0])], "caption", logarithmic=True, one=1.0)
        line = float(re.search(r'class="one" x1="([\d.]+)%"', text)[1])
        slow, fast = [float(x) for x in re.findall(r'<rect [^>]*x="([\d.]+)%"', text)]
        self.assertLess(slow, line)
        self.assertAlmostEqual(fast, line, delta=0.02)

    def test_names_and_captions_are_escaped(self):
        self.assertNotIn("<b>", chart.bars([("<b>", [1.0])], "<b>"))

    def test_nothing_to_draw_is_an_error(self):
        with self.assertRaises(ValueError):
            chart.bars([("a", [None])], "caption")

    def test_html_of_a_title(self):
        self.assertEqual(markup.inline_html("`a<b` & [c](https://d)"), '<code>a&lt;b</code> &amp; <a href="https://d">c</a>')

    def test_plain_text_is_shown_letter_by_letter(self):
        self.assertEqual(markup.plain("_foreach_sub_ of r0[1]"), r"\_foreach\_sub\_ of r0\[1\]")

    def test_a_fence_is_longer_than_those_within(self):
        self.assertTrue(markup.fenced("text", "```\na\n```").startswith("````text\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
