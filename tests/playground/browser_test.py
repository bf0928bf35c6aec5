#!/usr/bin/env python3
"""Steps through programs of the playground in a browser and checks what the page shows.

browser_test.py PAGE                    the folder that scripts/playground has built; ends with 77 if it is not there,
                                        or with 1 if MODECHECK_REQUIRE_ALL=1
browser_test.py PAGE --pictures OUT     also saves pictures of the page, wide and narrow, light and dark
"""
import base64
import json
import os
import pathlib
import re
import sys
import urllib.parse

from browser import Browser, find_browser

SKIPPED = 77
PROGRAM = """modecheck 1
r4 = mul.Tensor(r0, r3)
InferenceMode(enabled=true) {
  fill_.Scalar(r3, value=1)
}
r4 = sum(r4)
backward(r4)
"""
# For each step: a selector for the element that shows the state, and a text that the element must have.
STEPS = [
    [("#position", "0 of 6"), ("#happened .command", "The start"), ("#r3", "version +0"), ("#r0", "requires grad")],
    [("#position", "1 of 6"), ("#happened .badge", "runs"), ("#r4", "grad_fn mul.Tensor"), ("#graph", "saved r3"),
     ("#happened details", "K4")],
    [("#threads .mode", "InferenceMode"), ("#threads .guards", "InferenceMode"), ("#happened .rules", "G2")],
    [("#r3", "version +1"), ("#r3 .kind", "normal"), ("#happened .changes", "The version of r3 went from +0 to +1."),
     ("#graph", "saved r3: written since"), ("#r3 .values", "1111"), ("#happened .rules", "V3")],
    [("#threads .mode", "normal mode")],
    [("#r4", "grad_fn sum")],
    [("#position", "6 of 6"), ("#happened .badge", "raises"), ("#happened .outcome code", "BackwardVersion"),
     ("#happened .why", "has been written since"), ("#happened .rules .deciding", "S2"),
     ("#happened .changes", "No register and no mode changed."), ("#gutter .current", "✗7")],
]


def skip(reason):
    """Ends the test as skipped, or as failed where MODECHECK_REQUIRE_ALL=1 asks for all tests."""
    print(f"skipped: {reason}")
    sys.exit(1 if os.environ.get("MODECHECK_REQUIRE_ALL") == "1" else SKIPPED)


class Failures(list):
    def expect(self, holds, text):
        if not holds:
            self.append(text)


def address(page, program, step=0):
    fragment = f"#p={urllib.parse.quote(program, safe='')}" + (f"&s={step}" if step else "")
    return (page / "index.html").resolve().as_uri() + fragment


def open_program(browser, page, program, step=0):
    browser.open(address(page, program, step))
    browser.wait_for(f"document.readyState === 'complete' && document.body && document.body.dataset.step === '{step}'")


def shown(browser, selector):
    return browser.evaluate(f"Array.from(document.querySelectorAll({selector!r}), (e) => e.textContent).join('\\n')")


def check_shown(browser, expected, failures):
    for selector, text in expected:
        there = shown(browser, selector)
        failures.expect(text in there, f"{selector} shows {there!r}, not {text!r}")


def steps_with_keys(browser, page, failures):
    open_program(browser, page, PROGRAM)
    for number, expected in enumerate(STEPS):
        if number > 0:
            browser.press("ArrowRight")
            browser.wait_for(f"document.body.dataset.step === '{number}'")
        check_shown(browser, expected, failures)
    browser.press("ArrowLeft")
    browser.wait_for("document.body.dataset.step === '5'")
    browser.press("Home")
    browser.wait_for("document.body.dataset.step === '0'")
    check_shown(browser, STEPS[0], failures)
    browser.press("End")
    browser.wait_for("document.body.dataset.step === '6'")
    failures.expect("&s=6" in browser.evaluate("location.hash"), "the address does not hold the step")


def fails_on_a_wrong_expectation(browser, page, failures):
    """Checks that the page loads a program and shows its state. All other checks rely on that."""
    open_program(browser, page, PROGRAM, 3)
    check_shown(browser, STEPS[3], failures)
    wrong = Failures()
    check_shown(browser, [("#r3", "version +2"), ("#r3 .kind", "inference"), ("#no-such-element", "r3")], wrong)
    failures.expect(len(wrong) == 3, f"of three wrong expectations {len(wrong)} failed")


def names_the_rule_that_decided(browser, page, failures):
    """Checks which rules the page names: the error ViewMadeInInference belongs to W4 and W5, and reading a view
    whose base was written since breaks W5 alone."""
    program = ("r3 = mul.Tensor(r0, r2)\nInferenceMode() {\nr4 = t(r3)\n}\nmul_.Tensor(r3, r0)\n"
               "r5 = add.Tensor(r4, r1)\nmul_.Tensor(r4, r0)\n")
    open_program(browser, page, program, 6)
    failures.expect(re.findall(r"^W\d", shown(browser, "#happened .deciding"), re.MULTILINE) == ["W5"],
                    f"W5 did not decide alone: {shown(browser, '#happened .deciding')}")
    open_program(browser, page, program, 7)
    check_shown(browser, [("#happened .deciding", "W4")], failures)


def edits(browser, page, failures):
    open_program(browser, page, PROGRAM)
    type_text = "editor.area.value = {!r}; editor.area.dispatchEvent(new Event('input'))"
    browser.evaluate(type_text.format("modecheck 1\nr3 = neg(r0)\nr3 = muul.Tensor(r0, r1)\n"))
    check_shown(browser, [("#happened", "line 3"), ("#happened .why", "did you mean 'mul.Tensor'?"),
                          ("#mirror .broken", "muul")], failures)
    browser.evaluate(type_text.format("r3 = mul.Tensor(r0, r0)\n"))
    check_shown(browser, [("#position", "0 of 1")], failures)
    failures.expect(shown(browser, "#mirror .broken") == "", "a mended program is still marked as broken")
    # Tab completes the name before the caret, and Escape leaves the editor.
    browser.evaluate("editor.area.value = 'r3 = lerp_.Ten'; editor.area.focus(); "
                     "editor.area.setSelectionRange(14, 14); editor.help()")
    check_shown(browser, [("#hint", "lerp_.Tensor")], failures)
    browser.press("Tab")
    failures.expect(browser.evaluate("editor.text") == "r3 = lerp_.Tensor", f"Tab made {browser.evaluate('editor.text')!r}")
    browser.press("Escape")
    failures.expect(browser.evaluate("document.activeElement.id") == "stepper", "Escape does not leave the editor")


def reads_both_forms_of_address(browser, page, failures):
    encoded = base64.urlsafe_b64encode(PROGRAM.encode()).decode()
    browser.open((page / "index.html").resolve().as_uri() + f"#p={encoded}&s=2")
    browser.wait_for("document.body && document.body.dataset.step === '2'")
    failures.expect(browser.evaluate("editor.text") == PROGRAM, "the program in base64 was not read")
    # The page's address may hold a text that is no program.
    open_program(browser, page, "modecheck 1\nr3 = neg(r9)\n")
    check_shown(browser, [("#happened", "line 2"), ("#mirror", "r9"), ("#position", "0 of 0")], failures)


def writes_python(browser, page, failures):
    open_program(browser, page, PROGRAM)
    browser.evaluate("document.getElementById('open-code').click()")
    check_shown(browser, [("#code-text", "import torch"), ("#code .chosen", "Python")], failures)
    browser.evaluate("document.querySelector('[data-language=cpp]').click()")
    check_shown(browser, [("#code-text", "#include <torch/torch.h>")], failures)


def finds_examples(browser, page, failures):
    open_program(browser, page, PROGRAM)
    browser.press("/")
    failures.expect(browser.evaluate("document.getElementById('examples').open"), "the key / opens no examples")
    browser.evaluate("picker.search.value = 'as_strided loses gradient'; picker.draw()")
    browser.press("Enter")
    failures.expect(not browser.evaluate("document.getElementById('examples').open"), "Enter chooses no example")
    check_shown(browser, [("#about h2", "as_strided of a view loses the gradient"), ("#mirror", "as_strided(r0")], failures)


def every_example_is_drawn(browser, page, failures):
    open_program(browser, page, PROGRAM)
    problems = browser.evaluate("""(() => {
      const out = [];
      for (const example of playgroundExamples) {
        try {
          load(example.program, Infinity, example);
          if (page.broken !== null) out.push(`${example.title}: line ${page.broken.line}: ${page.broken.message}`);
          for (let step = page.at; step >= 0; --step) goTo(step);
        } catch (error) {
          out.push(`${example.title}: ${error.stack}`);
        }
      }
      return [playgroundExamples.length, out];
    })()""")
    failures.expect(problems[0] > 200, f"there are only {problems[0]} examples")
    failures.extend(problems[1])


def answers_as_written(browser, page, failures):
    """Checks that the WebAssembly gives the answers of the specification that tests/golden holds."""
    text = (pathlib.Path(__file__).parents[1] / "golden/answers.txt").read_text()
    programs = re.split(r"^(?=modecheck 1$)", text, flags=re.MULTILINE)[1:]
    written = [re.search(r"^# answers (\S*) ", program, re.MULTILINE)[1] for program in programs]
    failures.expect(len(programs) > 1000, f"tests/golden has only {len(programs)} programs")
    open_program(browser, page, PROGRAM)
    for begin in range(0, len(programs), 100):
        some = programs[begin:begin + 100]
        answers = browser.evaluate(f"""{json.dumps(some)}.map((program) => {{
          const answer = call("modecheck_run", program);
          return answer.error ? answer.error.message
            : answer.steps.slice(1).map((step) => ({{ok: ".", rejected: "x", dropped: "-"}})[step.outcome]).join("");
        }})""")
        for program, answer, expected in zip(some, answers, written[begin:]):
            failures.expect(answer == expected, f"{answer} instead of {expected} for\n{program}")


def fits_every_screen(browser, page, failures):
    for width in (1280, 800, 390):
        browser.resize(width)
        open_program(browser, page, PROGRAM, 3)
        wide = browser.evaluate("document.documentElement.scrollWidth")
        failures.expect(wide <= width, f"on a screen of {width} pixels the page has {wide}")


def take_pictures(browser, page, out):
    out.mkdir(parents=True, exist_ok=True)
    examples = browser.evaluate("playgroundExamples.slice(0, 7).map((example) => example.program)")
    for name, program, step in (("start", examples[0], 0), ("saved", examples[0], 5), ("views", examples[1], 6),
                                ("graph", examples[2], 6), ("rebased", examples[5], 5), ("threads", examples[6], 8)):
        for width, dark in ((1280, False), (1280, True), (390, False), (390, True)):
            browser.resize(width, 844 if width == 390 else 900, dark)
            open_program(browser, page, program, step)
            save_picture(browser, out / f"{name}-{width}-{'dark' if dark else 'light'}.png")
    for width in (1280, 390):
        browser.resize(width, 844 if width == 390 else 900)
        open_program(browser, page, "modecheck 1\nr3 = neg(r0)\nr4 = muul.Tensor(r0, r3)\n")
        save_picture(browser, out / f"broken-{width}.png")
        open_program(browser, page, PROGRAM)
        browser.evaluate("codeDialog.dialog.showModal(); codeDialog.show('python')")
        save_picture(browser, out / f"python-{width}.png", whole=False)
        browser.evaluate("codeDialog.dialog.close(); picker.open()")
        save_picture(browser, out / f"examples-{width}.png", whole=False)


def save_picture(browser, file, whole=True):
    data = browser.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
    file.write_bytes(base64.b64decode(data))


def main():
    if len(sys.argv) not in (2, 4):
        sys.exit(__doc__)
    page = pathlib.Path(sys.argv[1])
    if not (page / "index.html").exists():
        skip(f"{page} is not there: run scripts/playground, which needs emscripten")
    program = find_browser()
    if program is None:
        skip("there is no browser")
    failures = Failures()
    browser = Browser(program)
    try:
        for check in (steps_with_keys, fails_on_a_wrong_expectation, names_the_rule_that_decided, edits,
                      reads_both_forms_of_address, writes_python, finds_examples, every_example_is_drawn,
                      answers_as_written, fits_every_screen):
            check(browser, page, failures)
        failures += browser.errors()
        if len(sys.argv) == 4:
            take_pictures(browser, page, pathlib.Path(sys.argv[3]))
    finally:
        browser.close()
    print("\n".join(failures) or "the playground shows what it should")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
