"""Writes docs/CANDLE.md from what a run wrote: scripts/judge_candle.py FOLDER [--write]. scripts/judge-candle calls it. The folder
has the result as JSON (run.json) and what was printed (run.txt)."""
import json
import pathlib
import re
import sys

SUBJECT = "exec:examples/adapters/candle_python.py"
PAGE = pathlib.Path("docs/CANDLE.md")
TEXT = """# An engine that nobody here wrote

Made by `scripts/judge-candle --write`. It judges Candle {version}, a deep learning framework in pure Python on PyPI
(`candle-python`), which promises to run PyTorch's code. `examples/adapters/candle_python.py` is its adapter: some 200 lines,
none of them C++. [OWN_ENGINE.md](OWN_ENGINE.md#an-engine-in-another-language) shows how such an adapter is made.

```
scripts/judge-candle --programs 400    # prints this page after 400 programs
```

A run of {programs:,} random programs judged {judged} commands. {mismatches} programs show a mismatch, in {findings} groups. A
group has one rule, one operation and one kind of error; several groups can have one cause. Judging of a program ends at its first
mismatch, and where Candle lacks an operation. Random numbers are not judged, because Candle takes NumPy's.

Candle has no InferenceMode: `candle.inference_mode` is `no_grad` under another name. It makes no inference tensors. So what the
rules say of these cannot be judged, only that the mode is off where it must be on (G2).

## What was found

Each program is reduced. It begins with the tensors that [PROGRAMS.md](PROGRAMS.md) lists.
"""


def row(finding):
    program = [line for line in finding["text"].splitlines() if line and not line.startswith(("#", "modecheck "))]
    code = "<br>".join("`" + line.replace("|", "\\|") + "`" for line in program)
    rule = finding["rule"] if finding["rule"][1:].isdigit() else ""
    return f"| {rule} | {finding['sentence'].replace(SUBJECT, 'Candle')} | {code} |"


def page(run, printed):
    version, judged, mismatches = re.search(re.escape(SUBJECT) + r" +candle (\S+) +([\d,]+) +([\d,]+)$", printed, re.M).groups()
    findings = run["findings"]
    out = [TEXT.format(version=version, programs=run["programs"], judged=judged, mismatches=mismatches, findings=len(findings))]
    for severity in dict.fromkeys(finding["severity"] for finding in findings):
        chosen = [finding for finding in findings if finding["severity"] == severity]
        out += [f"### {severity[0].upper() + severity[1:]} ({len(chosen)})\n", "| rule | what is wrong | program |", "|---|---|---|"]
        out += [row(finding) for finding in chosen] + [""]
    return "\n".join(out)


def main():
    folder = pathlib.Path(sys.argv[1])
    run = json.loads((folder / "run.json").read_text())
    text = page(run, (folder / "run.txt").read_text())
    if "--write" in sys.argv:
        PAGE.write_text(text)
    else:
        print(text)
    if run["programs"] >= 4000 and len(run["findings"]) < 20:
        sys.exit("fewer than 20 mismatches were found")


if __name__ == "__main__":
    main()
