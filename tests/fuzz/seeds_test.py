#!/usr/bin/env python3
"""Judges the inputs that each fuzz target begins with by fuzz_replay, in a build without libFuzzer.

seeds_test.py SOURCE BUILD     the folders of the sources and of the build
"""

import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
sys.path.insert(0, str(SOURCE / "fuzz/campaign"))
sys.dont_write_bytecode = True
import registry  # noqa: E402
import seeds  # noqa: E402

for target in registry.read(SOURCE / "fuzz/targets.json"):
    if target.needs and not (SOURCE / target.needs).exists():
        print(f"{target.name}: left out, because it needs {target.needs}")
        continue
    with tempfile.TemporaryDirectory() as folder:
        seeds.write(target, pathlib.Path(folder), BUILD, SOURCE)
        count = len(os.listdir(folder))
        if count == 0:
            sys.exit(f"{target.name} begins with no input")
        environment = dict(os.environ, MODECHECK_SUBJECT_PATH=str(BUILD / "subjects"), **target.environment)
        done = subprocess.run([BUILD / "fuzz/fuzz_replay", target.program.removeprefix("fuzz_"), folder], env=environment, cwd=SOURCE,
                              capture_output=True, text=True)
        if done.returncode != 0 or done.stdout != f"{count} inputs show no fault\n":
            sys.exit(f"{target.name}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        print(f"{target.name}: {done.stdout}", end="")
