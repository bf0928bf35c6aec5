"""Runs one fuzz target for a while, and reads what libFuzzer says about it."""

import dataclasses
import os
import re
import subprocess
import time

STATUS = re.compile(rb"^#(\d+)\s+\w+\s+cov: \d+ ft: (\d+) corp: (\d+)/", re.MULTILINE)
LEFT = re.compile(rb"Test unit written to (.+)$", re.MULTILINE)
NO_LEAKS = "-detect_leaks=0"
LEAKED = b"ERROR: LeakSanitizer: detected memory leaks"
EXECUTED = re.compile(rb"stat::number_of_executed_units:\s*(\d+)")


@dataclasses.dataclass
class Outcome:
    """What a slice did. A line of the campaign's log has the same keys, and the target's name."""

    runs: int  # how many inputs were judged, with the inputs of the corpus
    seconds: float
    features: int  # how many features libFuzzer knows after the slice
    inputs: int  # how many inputs the corpus has after the slice
    status: int  # the exit status of the process
    found: list  # the inputs at which the process stopped
    leaked: bool  # whether it lost memory, as it saw when it ended
    stalled: bool = False  # whether it stopped at an input that took too long there, and does not when it runs alone


def read(text, seconds, status):
    """Returns the outcome that the output of a libFuzzer process tells."""
    lines = STATUS.findall(text)
    runs, features, inputs = (int(number) for number in lines[-1]) if lines else (0, 0, 0)
    executed = EXECUTED.search(text)
    return Outcome(int(executed[1]) if executed else runs, round(seconds, 2), features, inputs, status,
                   [name.decode() for name in LEFT.findall(text)], LEAKED in text)


def environment_of(target, root, build):
    leaks = f"detect_leaks={int(target.leaks_are_judged)}"
    out = dict(os.environ, ASAN_OPTIONS=":".join(filter(None, [leaks, os.environ.get("ASAN_OPTIONS")])))
    out.update(target.environment)
    if target.needs:
        out["MODECHECK_SUBJECT_PATH"] = str((root / target.needs).parent)
    out.setdefault("MODECHECK_SUBJECT_PATH", str(build / "subjects"))
    return out


def limits_of(target):
    """Returns libFuzzer's options for what an input may use. An input that asks for a block of more than 256 MB is a finding."""
    return [f"-timeout={target.timeout}", "-rss_limit_mb=2048", "-malloc_limit_mb=256"]


def command_of(target, build, corpus, finds, words):
    """Returns the libFuzzer command without its limit of time or runs.

    -entropic=0: the entropic schedule counts every feature in every input, which takes longer than running the input.
    -len_control=0: a short program is not better than a long one.
    -use_counters=0: that a piece of code runs more often is nothing new. Keeping an input for that costs too much time.
    -detect_leaks=0: leaks are looked for when the process ends, and not after each input that keeps memory in a cache.
    -reload=10: other processes add inputs to the same folder.
    -report_slow_units=1000000: an input that is only slow is no finding. One that takes longer than -timeout is.
    """
    out = [str(build / "fuzz" / target.program), *map(str, corpus), f"-max_len={target.longest}", "-entropic=0", "-len_control=0",
           *limits_of(target), "-reload=10", "-use_counters=0", "-report_slow_units=1000000", NO_LEAKS, "-print_final_stats=1",
           f"-artifact_prefix={finds}/"]
    if words:
        out.append(f"-dict={words}")
    return out


def run(command, environment, root, log):
    """Runs a libFuzzer command to its end. Its output goes to the file `log`."""
    began = time.monotonic()
    with open(log, "wb") as out:
        status = subprocess.run(command, env=environment, cwd=root, stdout=out, stderr=subprocess.STDOUT).returncode
    return read(log.read_bytes(), time.monotonic() - began, status)
