#!/usr/bin/env python3
"""Runs Python scripts for audit_test.py, each in a fork of a process that has imported torch and the recorder.

runner.py SOURCE     the folder of the sources

Each line of the input is a job in JSON: `words`, `cwd`, `stdout` and `stderr`, and `audit`. The runner gives the words to
the recorder, or runs the script that they name as python3 would. It answers each job with a line that holds the exit code.
"""
import gc
import json
import os
import runpy
import sys

sys.path.insert(0, os.path.join(sys.argv[1], "audit"))
import modecheck_audit  # noqa: E402
try:
    import torch._dynamo  # noqa: E402, F401  (torch 2.x imports it, in seconds, for the first optimizer)
except ImportError:
    pass


def run(job):
    """Runs a job in this process, which is a fork of the runner's and ends as a script's process does."""
    for name, number in (("stdout", 1), ("stderr", 2)):
        file = os.open(job[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(file, number)
        os.close(file)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.chdir(job["cwd"])
    if job["audit"]:
        return modecheck_audit.main(job["words"])
    sys.argv = job["words"]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    runpy.run_path(sys.argv[0], run_name="__main__")
    return 0


def main():
    gc.freeze()  # a collection in a fork would else write, and so copy, all of torch's objects
    for line in iter(sys.stdin.readline, ""):
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            return run(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
