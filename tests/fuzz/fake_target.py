#!/usr/bin/env python3
"""Stands for a fuzz target in tests of campaigns: takes libFuzzer's options and prints what libFuzzer prints. It counts
upwards: each new input is the next number. It stops at the number in FAKE_BUG, and at no input if FAKE_MENDED is set. The
number in FAKE_LEAK leaks memory: the process says so when it ends, or at the input if -detect_leaks=0 was not given."""

import os
import pathlib
import sys
import time


def option(name, default):
    for argument in sys.argv[1:]:
        if argument.startswith(f"-{name}="):
            return argument.partition("=")[2]
    return default


def judge(data):
    bug = os.environ.get("FAKE_BUG", "none").encode()
    if not data.startswith(b"number " + bug + b"\n") or os.environ.get("FAKE_MENDED"):
        return
    prefix = option("artifact_prefix", "")
    if prefix:
        pathlib.Path(prefix + "crash-" + bug.decode()).write_bytes(data)
        print(f"artifact_prefix='{prefix}'; Test unit written to {prefix}crash-{bug.decode()}", file=sys.stderr)
    print(f"fake: number {bug.decode()} is wrong\nASSERTION FAILED: abcdefghijklmnop number {bug.decode()} is <wrong>", file=sys.stderr)
    sys.exit(77)


def leaks(file):
    return file.name == os.environ.get("FAKE_LEAK")


def tell_leak(name, status):
    written = f"{option('artifact_prefix', '')}{name}"
    pathlib.Path(written).write_bytes(b"leak\n")
    print(f"ERROR: LeakSanitizer: detected memory leaks\nTest unit written to {written}", file=sys.stderr)
    sys.exit(status)


def main():
    paths = [pathlib.Path(argument) for argument in sys.argv[1:] if not argument.startswith("-")]
    if paths and paths[0].is_file():
        return judge(paths[0].read_bytes())
    corpus = paths[0]
    if option("merge", "0") == "1":
        for file in paths[1].iterdir():
            (corpus / file.name).write_bytes(file.read_bytes())
        return None
    if option("detect_leaks", "1") != "0":
        for file in corpus.iterdir():
            if leaks(file):
                tell_leak("leak-" + file.name, 77)
    done = sum(1 for _ in corpus.iterdir())
    end = time.monotonic() + float(option("max_total_time", "1e9"))
    runs = int(option("runs", "1000000000"))
    count = 0
    while count < runs and time.monotonic() < end:
        count += 1
        data = f"number {done + count}\n".encode()
        (corpus / str(done + count)).write_bytes(data)
        print(f"#{count}\tNEW    cov: 1 ft: {done + count} corp: {done + count}/1b lim: 4 exec/s: 10 rss: 1Mb", file=sys.stderr, flush=True)
        judge(data)
        time.sleep(0.02)
    if any(leaks(file) for file in corpus.iterdir()):
        tell_leak("crash-of-the-last-input", 1)
    print(f"Done {count} runs\nstat::number_of_executed_units: {count}", file=sys.stderr)
    return None


main()
