#!/usr/bin/env python3
"""Writes the seeds, dictionaries and options of the fuzz targets as OSS-Fuzz reads them, for fuzz/oss_fuzz/build.sh."""

import argparse
import pathlib
import tempfile
import zipfile

import registry
import seeds

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

LEAST_TIMEOUT = 10  # in seconds


def targets():
    """Returns one target for each program, which is the first of the registry: OSS-Fuzz starts a program without
    environment variables, so it knows no second subject of the same program."""
    out = {}
    for target in registry.read(ROOT / "fuzz/targets.json"):
        if not target.needs:
            out.setdefault(target.program, target)
    return list(out.values())


def options_of(target):
    """Returns the text of the options' file. ClusterFuzz takes a dictionary by the name of the program. Its machines are shared
    and may stand still for seconds, and it does not run a slow input again."""
    lines = ["[libfuzzer]", f"max_len = {target.longest}", f"timeout = {max(target.timeout, LEAST_TIMEOUT)}", "len_control = 0"]
    if target.words:
        lines.append(f"dict = {target.program}.dict")
    return "\n".join(lines) + "\n"


def write_seeds(target, build, file):
    """Writes the seeds of a target into a zip archive whose bytes depend on the seeds only."""
    with tempfile.TemporaryDirectory() as folder:
        written = sorted(seeds.write(target, pathlib.Path(folder) / "seeds", build, ROOT).iterdir())
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for seed in written:
                archive.writestr(zipfile.ZipInfo(seed.name, (1980, 1, 1, 0, 0, 0)), seed.read_bytes(), zipfile.ZIP_DEFLATED)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", action="store_true", help="print the programs and end")
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    given = parser.parse_args()
    if given.programs:
        print("\n".join(target.program for target in targets()))
        return
    if not given.build or not given.out:
        parser.error("--build and --out are needed")
    for target in targets():
        write_seeds(target, given.build.resolve(), given.out / f"{target.program}_seed_corpus.zip")
        (given.out / f"{target.program}.options").write_text(options_of(target))
        if words := seeds.dictionary(target, given.out):
            words.rename(given.out / f"{target.program}.dict")


if __name__ == "__main__":
    main()
