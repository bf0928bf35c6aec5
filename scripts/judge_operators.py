"""Writes docs/JUDGED_OPERATORS.md: scripts/judge_operators.py FOLDER [--write]. scripts/judge-operators calls it. The folder has the
result of `modecheck operator --all` as JSON for each version."""
import json
import pathlib
import re
import sys

PAGE = pathlib.Path("docs/JUDGED_OPERATORS.md")
SUBJECTS = ("torch", "torch-2.15.0")
EXPECTED = {"E1", "K4", "M2", "P3", "S2", "S3", "V3", "V4", "W1", "W4"}  # rules that operators of 1.13.1 break
TEXT = """# All operators of PyTorch, judged

Made by `scripts/judge-operators --write`. `modecheck operator --all` calls each operator of libtorch's registry with arguments that
are drawn from its schema, in every mode and on every kind of tensor. [OWN_OPERATORS.md](OWN_OPERATORS.md) says what is judged.

| | {versions} |
|---|{rules}|
| operators of the registry | {operators} |
| with a verdict | {judged} |
| operators of `aten` | {aten} |
| with a verdict | {aten_judged} |
| that break a rule by a fault of their own | {broken} |
| seconds on two cores | {seconds} |

An operator has no verdict if no drawn arguments fit, or if it must be given what cannot be drawn, such as an object of a class. Not
counted: operators that write an inference tensor and then reject the write, which is one fault of libtorch
(`written-before-rejected` in [FINDINGS.md](FINDINGS.md)).

A row below is not a root cause. Many operators of a row share one. A few break the rule by intent: `_unsafe_view` returns an alias
that its schema does not declare.

## What operators do

| rule | what an operator does | what is missing | {columns} | such as |
|---|---|---|{rules}|---|
{rows}

## Why operators have no verdict

| reason | {columns} | such as |
|---|{rules}|---|
{reasons}
"""


def without_names(text):
    return re.sub("`[^`]*`", "an argument", text)


def groups(runs):
    """Rule, what an operator does and what is missing, with the operators of each version."""
    out = {}
    for version, run in runs.items():
        for operator in run["operators"]:
            for one in operator["violations"]:
                if not one["known"]:
                    key = one["rule"], without_names(one["what"]), without_names(one["missing"])
                    out.setdefault(key, {}).setdefault(version, []).append(operator["name"])
    return out


def reasons(runs):
    out = {}
    for version, run in runs.items():
        for operator in run["operators"]:
            if not operator["judged"]:
                reason = "no drawn arguments fit" if operator["not_judged"].startswith("no arguments fit") else operator["not_judged"]
                out.setdefault(reason, {}).setdefault(version, []).append(operator["name"])
    return out


def counts(found, runs):
    return " | ".join(f"{len(set(found.get(version, []))):,}" for version in runs)


def example(found):
    names = sorted({name for names in found.values() for name in names})
    return ", ".join(f"`{name}`" for name in names[:3])


def page(runs):
    def row(value):
        return " | ".join(f"{value(run):,}" for run in runs.values())

    def aten(run):
        return [one for one in run["operators"] if one["name"].startswith("aten::")]

    def most(item):
        return -sum(len(set(names)) for names in item[1].values())

    return TEXT.format(
        versions=" | ".join(runs), columns=" | ".join(runs), rules="|".join("---:" for _ in runs),
        operators=row(lambda run: len(run["operators"])), judged=row(lambda run: run["judged"]),
        aten=row(lambda run: len(aten(run))), aten_judged=row(lambda run: sum(one["judged"] for one in aten(run))),
        broken=row(lambda run: sum(any(not one["known"] for one in operator["violations"]) for operator in run["operators"])),
        seconds=row(lambda run: round(run["seconds"])),
        rows="\n".join(f"| {rule} | {what} | {missing} | {counts(found, runs)} | {example(found)} |"
                       for (rule, what, missing), found in sorted(groups(runs).items(), key=most)),
        reasons="\n".join(f"| {reason} | {counts(found, runs)} | {example(found)} |"
                          for reason, found in sorted(reasons(runs).items(), key=most)))


def main():
    folder = pathlib.Path(sys.argv[1])
    found = [json.loads((folder / f"{subject}.json").read_text()) for subject in SUBJECTS]
    runs = {run["version"]: run for run in found}
    text = page(runs)
    if "--write" in sys.argv:
        PAGE.write_text(text)
    else:
        print(text)
    for version, run in runs.items():
        aten = [one for one in run["operators"] if one["name"].startswith("aten::")]
        judged = sum(one["judged"] for one in aten)
        if judged < 0.8 * len(aten):
            sys.exit(f"only {judged} of {len(aten)} operators of aten have a verdict in {version}")
    lacking = EXPECTED - {one["rule"] for operator in found[0]["operators"] for one in operator["violations"]}
    if lacking:
        sys.exit(f"no operator breaks {', '.join(sorted(lacking))} any more, which operators of 1.13.1 do")


if __name__ == "__main__":
    main()
