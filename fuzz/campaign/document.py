"""Writes docs/FUZZING.md: how campaigns run, and the figures of the last one."""

import os

import coverage
import page

TEXT = """# Fuzzing

Made by `scripts/fuzz --write`: it runs a campaign over all fuzz targets and writes this page with its figures.

```
scripts/fuzz --time 60s                        # all targets, by their weights
scripts/fuzz --time 10m --targets programs     # one target
scripts/fuzz --targets schema --runs 10000000  # a number of inputs
scripts/fuzz --time 1h --coverage              # and then which lines the inputs reach
```

libFuzzer mutates inputs, and AddressSanitizer and UndefinedBehaviorSanitizer watch the engine and the parsers. Model and
reference judge without them here, because that is faster; the preset `asan` watches those. `fuzz/targets.json` lists the targets.
Each gets a share of the time by its weight. A target that lacks what it needs, such as libtorch, is left out and named.

- **State.** `build/fuzz/campaign` holds a corpus and the finds of each target, a journal, and `page.html`. A campaign goes on
  with what it finds there. It may be killed at any moment: inputs and lines are only added.
- **Finds.** An input that stops a target is kept, grouped with others of the same cause, reduced and reported. Programs are
  reported as `modecheck run` reports them. The next campaign looks at old finds again, and puts those that are mended aside.
- **Other systems.** A target ends with the line `ASSERTION FAILED: <16 letters> <what happened>`. ClusterFuzz groups crashes
  by this line. `scripts/check-clusterfuzz` shows for programs that each cause makes one group.
- **OSS-Fuzz and ClusterFuzzLite.** `fuzz/oss_fuzz` and `.clusterfuzzlite` hold their files. `scripts/check-oss-fuzz` builds as
  OSS-Fuzz does, without Docker, and then checks what OSS-Fuzz checks: instrumentation, the seeds, no other folder, no writing.
  Of the targets that share a program only the first is built, because OSS-Fuzz starts a program without variables.
- **Reach.** With `--coverage`, a build with clang's source-based coverage judges all inputs of the corpora once more. The page
  then says for each file which lines and functions they reach.
- **One input.** `build/fuzz/fuzz/fuzz_schema FILE` judges one input again. `build/release/fuzz/fuzz_replay schema FILE` does
  so without libFuzzer.
"""


def table(campaign, found):
    rows = list(page.rows(campaign, found))
    out = ["| target | judges | weight | inputs | a second | features | new in the second half | corpus | causes found |",
           "|---|---|---:|---:|---:|---:|---:|---:|---:|"]
    for row in rows:
        out.append(f"| {row['target'].name} | {row['target'].what} | {row['target'].weight} | {page.number(row['runs'])} | "
                   f"{page.number(row['rate'])} | {page.number(row['features'])} | {row['new']} | {page.number(row['inputs'])} | "
                   f"{row['found']} |")
    return "\n".join(out)


def reached(files):
    out = ["\n## What the inputs reach\n", "| folder | lines | reached | functions that no input calls |", "|---|---:|---:|---:|"]
    for folder, (lines, there, unreached) in coverage.folders(files).items():
        out.append(f"| {folder} | {page.number(lines)} | {100 * there / (lines or 1):.1f} % | {unreached} |")
    return "\n".join(out) + "\n\nThe page of the campaign lists the files and the functions.\n"


def write(campaign, found, wall, preset, covered, file):
    rate = page.total_rate(campaign, wall)
    file.write_text(f"""{TEXT}
## The last campaign

{campaign.jobs} processes on {os.cpu_count()} processors ran for {wall / 60:.0f} minutes in the build `{preset}`: {page.number(rate * wall)} inputs,
{page.number(rate)} a second in sum. "A second" in the table is per process, with the start of each process and the reading of its corpus.

{table(campaign, found)}

A feature is a piece of code of the model, the engine or a parser that an input reached, or a group of transitions of the
model. Kernels are not counted.
{reached(covered) if covered is not None else ""}""")
