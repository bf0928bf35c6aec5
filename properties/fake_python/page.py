"""The texts about a campaign: the summary, and docs/FAKE_PYTHON.md."""

import re

HEAD = """# Fake tensors of PyTorch's Python package

Made by `scripts/fake-python --write`. It checks on PyPI's torch {version} what [FAKE_TENSORS.md](FAKE_TENSORS.md) promises of our
own fake tensors: `FakeTensorMode`, `ShapeEnv` and `StatefulSymbolicContext` of PyTorch's Python package. `modecheck draw` draws
the programs, and `modecheck emit --as python` gives their Python form.

## What is compared

A program's first commands run on real tensors, as long as these have no history. Then `from_tensor` makes the tensors of all
registers fake, and the other commands run on these. A program runs on real tensors, on fake tensors without symbols, and twice
on fake tensors with symbols.

- **Fake predicts real.** After each command the runs have the same sizes, strides, storage offset, dtype and device. So they have
  the same kind, `requires_grad`, `is_leaf`, version, gradient and sharing. A tensor is a view in both or in neither, and so is
  a `grad_fn`. A command is rejected in both runs or in neither, and by the same rule.
- **Fake inputs equal real ones**, when they are made fake for the first time and for the second time.
- **A second trace equals the first.** It runs in a fresh mode, with the same `ShapeEnv` and the same contexts.
- **A source has one symbol**, in whatever order the inputs become fake. Contexts that remember nothing give fresh symbols.
- **Guards are true** of the sizes of the traced call, by themselves and for `evaluate_guards_for_args`.
- **Other sizes give the same.** The program runs on real tensors with other sizes of which all guards are true. Each result has
  the sizes that the expressions of the trace give.

Guards of modes are part of the programs, so that all of this happens in InferenceMode, across it and nested. With symbols, the
Python dispatcher is on, as in PyTorch's own tracers.

A command that depends on elements must raise an exception that says so. There the fake run ends. Where a real tensor's error is
about its elements, such as an index out of range, the comparison ends too.
"""
NOT = """
## What is not looked at

- Programs without a Python form, which use captured states, guards that end out of order, or kernels that users write.
- Numbers, because fake tensors have none. Devices other than the CPU.
- What follows the first mismatch of a run.
- The classes of exceptions. Two errors about arguments count as the same.
- Other sizes, if an input is a view, an inference tensor, or has a gradient. The storage's size and gradients with other sizes.
- Sizes that depend on elements (unbacked symbols), and `SubclassSymbolicContext`.
"""


def sorted_causes(causes):
    return sorted(causes, key=lambda cause: (-cause.programs, cause.key))


def program_with_comments(cause):
    property_name, operator, what = cause.key
    lines = [f"# property: {property_name}", f"# operator: {operator}", f"# what: {what}",
             *(f"# {line}" for line in cause.mismatch["detail"].splitlines()),
             f"# seen in {cause.programs} programs; the smallest was number {cause.number}, judged with the seed {cause.seed}"]
    return cause.program.rstrip("\n") + "\n" + "\n".join(lines) + "\n"


def smallest_of_rows(campaign):
    """Returns for each row of accepted mismatches the cause with the smallest program."""
    out = {}
    for cause in campaign.causes.values():
        if cause.row and (cause.row.where not in out or cause.length < out[cause.row.where].length):
            out[cause.row.where] = cause
    return sorted(out.values(), key=lambda cause: -cause.row.programs)


def summary(campaign, out):
    counts = campaign.counts
    lines = [f"{counts['drawn']:,} programs in {campaign.seconds:.0f} seconds, {counts['without a Python form']:,} without a Python "
             f"form, {counts['judged']:,} judged, {counts['with other sizes']:,} of them with other sizes, too",
             f"{counts['commands that agree']:,} commands agree; {counts['with a mismatch']:,} programs have a mismatch"]
    for why, operators in campaign.endings.items():
        most = ", ".join(f"{name} {count}" for name, count in operators.most_common(8))
        lines.append(f"ended early, {why}: {sum(operators.values())} ({most})")
    lines += [f"not judged: {count}: {why}" for why, count in campaign.refusals.items()]
    lines += [f"accepted, {row.programs} programs: {row.text}" for row in campaign.accepted.rows if row.programs]
    new = sorted_causes(campaign.new_causes())
    lines.append(f"{len(new)} causes that are not accepted" + (f"; their programs are in {out}" if new else ""))
    lines += [f"  {cause.programs} programs: {' | '.join(cause.key)}" for cause in new]
    return "\n".join(lines)


def figures(campaign):
    counts = campaign.counts
    rows = [("programs drawn", counts["drawn"]), ("without a Python form", counts["without a Python form"]),
            ("judged", counts["judged"]), ("with symbolic sizes", counts["with symbols"]),
            ("run with other sizes, too", counts["with other sizes"]), ("with a mismatch", counts["with a mismatch"]),
            ("commands of fake runs that agree with the real run", counts["commands that agree"])]
    rows += [(f"ended early: {why}", sum(operators.values())) for why, operators in sorted(campaign.endings.items())]
    rows.append(("ended early: no Meta kernel", 0)) if "no Meta kernel" not in campaign.endings else None
    return "\n## Figures\n\n| | |\n|---|---:|\n" + "".join(f"| {name} | {count:,} |\n" for name, count in rows)


def link(address):
    return f"[{re.sub(r'.*/', '#', address)}]({address})"


def seen_with(operators):
    """Names the operators that show a mismatch most often, if there are several."""
    if len(operators) < 2:
        return ""
    most = ", ".join(f"`{name}`" for name, _ in operators.most_common(12))
    return f", with {most}" + (f" and {len(operators) - 12} more" if len(operators) > 12 else "")


def mismatch_text(number, cause):
    row, detail = cause.row, cause.mismatch["detail"].replace("\n", " ")
    title = f"### {number}. {cause.key[0]}: `{cause.key[1]}`\n\n" if row else f"### {number}. Not understood: `{cause.key[1]}`\n\n"
    text = title + (f"{row.reason}\n\n" if row else "")
    if row:
        text += f"- It was met in {row.programs:,} programs{seen_with(row.operators)}.\n"
        text += f"- This contradicts: {row.rule}.\n" if row.rule else "- No document decides.\n"
        text += f"- PyTorch's developers: {link(row.issue)}.\n" if row.issue else ""
    program = re.sub(r"[ \t]+$", "", cause.program.rstrip("\n"), flags=re.MULTILINE)
    text += f"- What differs in the program: {cause.key[2]}.\n\n```\n{program}\n```\n"
    return text + (f"\n```text\n{detail[:400]}\n```\n" if detail else "") + "\n"


def document(campaign, version):
    causes = [*smallest_of_rows(campaign), *sorted_causes(campaign.new_causes())]
    table = "".join(mismatch_text(number, cause) for number, cause in enumerate(causes, 1))
    intro = ("\n## Mismatches\n\nEach has the smallest program that was found. Several operators may show one mismatch. Rules are those "
             "of [RULES.md](RULES.md).\n\n")
    unmet = [row.text for row in campaign.accepted.rows if not row.programs]
    rest = "".join(f"- `{text}`\n" for text in unmet)
    rest = f"Rows of `properties/fake_python/accepted.txt` that this run did not meet:\n\n{rest}" if unmet else ""
    return HEAD.format(version=version) + figures(campaign) + intro + table + rest + NOT
