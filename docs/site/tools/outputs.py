"""Runs the commands that the pages of docs/site show, and keeps what they print.

usage: outputs.py SOURCE BUILD [FILE]      the folders of the sources and of the build, and where the answers are written

A page shows a command and its output in a fenced block:

    ```{output}
    :code: 1
    :first: 12
    modecheck replay mine.prog
    ```

The block's commands run in bash, in a folder that looks like the root of the sources, the same one for all blocks of a page. They
find the programs that the page shows as program-1.prog, program-2.prog and so on, and must end with the code that the block names, or with 0. The option `first` shortens what is shown, `from` and `to` choose the
lines from the first that contains one text up to the first that contains another, and `quiet` shows no output at all. The
extension in output_blocks.py puts the answers into the pages.
"""

import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

BLOCK = re.compile(r"^```\{output\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTIONS = {"code", "first", "from", "to", "quiet"}
TIMEOUT_SECONDS = 240


@dataclasses.dataclass
class Block:
    """One block of a page: the commands, and the options by name."""

    commands: str
    options: dict


def parse(body):
    """The block of a fenced body. Raises ValueError for an option that is unknown."""
    options = {}
    lines = body.splitlines()
    while lines and (match := re.match(r":(\w+):\s*(.*)$", lines[0])):
        if match[1] not in OPTIONS:
            raise ValueError(f"an output block has no option '{match[1]}'; it has {', '.join(sorted(OPTIONS))}")
        options[match[1]] = match[2]
        lines.pop(0)
    if not "".join(lines).strip():
        raise ValueError("an output block without a command")
    return Block("\n".join(lines).strip(), options)


def programs_of(page):
    """The programs that a page shows, in its order."""
    return re.findall(r"^```\w*\n(modecheck 1\n.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def blocks_of(page):
    return [parse(match[1]) for match in BLOCK.finditer(page.read_text())]


def chosen(text, options):
    """The part of an output that a page shows. Raises ValueError if a text that chooses it is not there."""
    lines = text.rstrip("\n").splitlines()
    for name in ("from", "to"):
        if name not in options:
            continue
        at = next((i for i, line in enumerate(lines) if options[name] in line), None)
        if at is None:
            raise ValueError(f"no line of the output contains '{options[name]}':\n{text}")
        lines = lines[at:] if name == "from" else lines[: at + 1]
    if "first" in options and len(lines) > int(options["first"]):
        lines = lines[: int(options["first"])] + ["..."]
    while lines and not lines[0].strip():
        lines.pop(0)
    return "\n".join(lines)


def looks_like(source, folder):
    """Makes the folder look like the root of the sources; what commands write there lands outside the sources."""
    for entry in source.iterdir():
        if entry.name != ".git":
            (folder / entry.name).symlink_to(entry)


def answers_of(page, source, build):
    """What each block of the page prints. Raises ValueError for a command that ends otherwise than the block says."""
    out = []
    with tempfile.TemporaryDirectory(prefix="modecheck-page-") as scratch:
        looks_like(source, pathlib.Path(scratch))
        for number, program in enumerate(programs_of(page), 1):
            (pathlib.Path(scratch) / f"program-{number}.prog").write_text(program)
        environment = dict(os.environ, PATH=f"{build / 'cli'}:{os.environ['PATH']}", COLUMNS="100", NO_COLOR="1")
        for block in blocks_of(page):
            begun = time.monotonic()
            ran = subprocess.run(["bash", "-c", block.commands], cwd=scratch, env=environment, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT_SECONDS)
            print(f"{time.monotonic() - begun:6.1f} s  {page.stem}: {block.commands.splitlines()[-1][:90]}", flush=True)
            wanted = int(block.options.get("code", "0"))
            if ran.returncode != wanted:
                raise ValueError(f"`{block.commands}` ended with {ran.returncode}, not with {wanted}:\n{ran.stdout[-4000:]}")
            text = ran.stdout.replace(str(build / "cli/modecheck"), "modecheck").replace(scratch + "/", "")
            text = text.replace(f"{source}/", "")
            out.append("" if "quiet" in block.options else chosen(text, block.options))
    return out


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    source, build = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    site = source / "docs/site"
    answers, failed = {}, 0
    for page in sorted(site.rglob("*.md")):
        name = page.relative_to(site).with_suffix("").as_posix()
        try:
            if BLOCK.search(page.read_text()):
                answers[name] = answers_of(page, source, build)
        except ValueError as error:
            print(f"{page}: {error}")
            failed += 1
    count = sum(map(len, answers.values()))
    print(f"{count} commands of {len(answers)} pages, {failed} pages failed")
    if count == 0:
        sys.exit("no page shows a command: this check looks at nothing")
    if sys.argv[3:] and not failed:
        pathlib.Path(sys.argv[3]).write_text(json.dumps(answers, indent=1))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
