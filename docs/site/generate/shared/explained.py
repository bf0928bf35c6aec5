"""Reads what `modecheck explain` prints: the steps of a program, what differs, and the state of every register."""

import dataclasses
import re

# A line of a cell that begins something new; any other line continues the one above it.
BEGINS = re.compile(r"(ok$|error |dropped|unspecified|not judged|route:|r\d[.:]|normal mode|InferenceMode|-$|\[t1\])")


@dataclasses.dataclass
class Step:
    """One command: its text, what the specification says, and what each subject did."""

    command: str
    outcome: str = ""
    facts: list = dataclasses.field(default_factory=list)
    subjects: dict = dataclasses.field(default_factory=dict)  # subject -> (what it did, whether it differs)


@dataclasses.dataclass
class Difference:
    """What one subject does otherwise: a sentence, a table, and the message of its error if it raised one."""

    subject: str
    sentence: str
    header: list = dataclasses.field(default_factory=list)
    rows: list = dataclasses.field(default_factory=list)
    said: str = ""


@dataclasses.dataclass
class Explanation:
    steps: list
    errors: list        # (error class, rule, what it says)
    differences: list
    start: list         # the state of the registers before the first command
    verdict: str


def columns_of(dashes):
    return [(match.start(), match.end()) for match in re.finditer(r"-+", dashes)]


def cells_of(line, columns):
    ends = [begin for begin, _ in columns[1:]] + [None]
    return [line[begin:end].rstrip() for (begin, _), end in zip(columns, ends)]


def joined(lines):
    out = []
    for line in filter(None, (line.strip() for line in lines)):
        if out and not BEGINS.match(line):
            out[-1] += " " + line
        else:
            out.append(line)
    return out


def rows_of(lines, columns, is_new):
    """The rows of a table, each a list of cells, each a list of lines."""
    rows = []
    for line in lines:
        cells = cells_of(line, columns)
        if is_new(cells) or not rows:
            rows.append([[] for _ in columns])
        for cell, text in zip(rows[-1], cells):
            if text.strip():
                cell.append(text)
    return rows


def whole_class(outcome):
    """An outcome in which the name of an error class, which a narrow column breaks, is one word again."""
    return "error " + outcome[6:].replace(" ", "") if outcome.startswith("error ") else outcome


def read_steps(lines, header, commands):
    names = [name.strip() for name in cells_of(header, columns_of(lines[0]))]
    rows = rows_of(lines[1:], columns_of(lines[0]), lambda cells: cells[0].strip() != "")
    if len(rows) != len(commands):
        raise ValueError(f"{len(rows)} steps are told of {len(commands)} commands")
    steps = []
    for row, command in zip(rows, commands):
        step = Step(command)
        facts = joined(row[2])
        step.outcome, step.facts = (whole_class(facts[0]), facts[1:]) if facts else ("", [])
        for name, cell in zip(names[3:], row[3:]):
            said, mark, _ = " ".join(line.strip() for line in cell).partition("<--")
            step.subjects[name] = (whole_class(said.strip()), bool(mark))
        steps.append(step)
    return steps


def read_differences(blocks):
    """The blocks behind the steps: a sentence on a subject, the table of what differs, and what the subject said."""
    out = []
    for block in blocks:
        lines = block.splitlines()
        said = next((i for i, line in enumerate(lines) if re.match(r"\s*\S+:\S+ said: ", line)), len(lines))
        message = " ".join(line.strip() for line in lines[said:])
        if re.match(r"\S+  \S+:\S+  ", lines[0]):
            out.append(Difference(lines[0].split()[1], " ".join(line.strip() for line in lines[1:said])))
        elif out and said > 1 and re.fullmatch(r"[- ]+", lines[1]):
            columns = columns_of(lines[1])
            out[-1].header = [cell.strip() for cell in cells_of(lines[0], columns)]
            rows = rows_of(lines[2:said], columns, lambda cells: cells[1].strip() != "")
            out[-1].rows = [[" ".join(line.strip() for line in cell) for cell in row] for row in rows]
        if out and message:
            out[-1].said = message.partition(" said: ")[2]
    return out


def read_explanation(text, program):
    """`program` is the text of the program without comments and without its first line."""
    commands = [line for line in program.splitlines() if line.strip()]
    lines = text.splitlines()
    head = next(i for i, line in enumerate(lines) if re.match(r"\s+command\s+the specification", line))
    end = next((i for i in range(head + 1, len(lines)) if not lines[i].strip()), len(lines))
    start = [line.strip() for line in lines[1:head] if line.strip()]
    steps = read_steps(lines[head + 1:end], lines[head], commands)
    blocks = [block for block in re.split(r"\n\s*\n", "\n".join(lines[end + 1:])) if block.strip()]
    errors = []
    for block in blocks:
        one = re.match(r"\s*(\w+) \(([^)]+)\): (.*)", block, re.DOTALL)
        if one:
            errors.append((one[1], one[2], re.sub(r"\s+", " ", one[3])))
    verdict = re.sub(r"\s+", " ", blocks[-1]).strip() if blocks else ""
    return Explanation(steps, errors, read_differences(blocks), start, verdict)
