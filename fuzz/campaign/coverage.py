"""Measures which lines the corpora of a campaign reach, with clang's source-based coverage."""

import collections
import dataclasses
import json
import subprocess

import slice_run

FOLDERS = ("spec/", "engine/", "properties/", "fuzz/", "cli/")  # whose files are measured; cli has parsers
OTHER_PATHS = (("engine/torch/engine/", "engine/"), ("engine/torch/spec/", "spec/"))
GENERATED = "/build/"
LONGEST = 3600  # seconds for one step


class CoverageError(Exception):
    """Says which step failed, and what it printed."""


@dataclasses.dataclass
class FileCoverage:
    name: str  # the path from the root
    lines: int = 0
    reached: int = 0
    unreached: list = dataclasses.field(default_factory=list)  # the names of functions that no input calls

    @property
    def share(self):
        return self.reached / self.lines if self.lines else 1


def run(command, codes=(0,), **options):
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, timeout=LONGEST, **options)
    except subprocess.TimeoutExpired as error:
        raise CoverageError(f"{command[0]} did not end within {LONGEST} seconds") from error
    if done.returncode not in codes:
        raise CoverageError(f"{command[0]} ended with {done.returncode}: {done.stderr.decode(errors='replace')[-2000:]}")
    return done.stdout


def replay(campaign, build, profiles):
    """Judges all inputs of the corpora in the build with coverage. Targets that need another library are left out."""
    for target in campaign.targets:
        if target.needs:
            continue
        environment = slice_run.environment_of(target, campaign.root, build) | {"LLVM_PROFILE_FILE": f"{profiles}/%m.profraw"}
        inputs = [campaign.folder / "corpus" / target.name, campaign.seeds[target.name]]
        # A find of the campaign, with which fuzz_replay ends with 1, says as much of the lines as any other input.
        run([build / "fuzz/fuzz_replay", target.program.removeprefix("fuzz_"), *inputs], codes=(0, 1), env=environment, cwd=campaign.root)


def file_of(name, root):
    """The path of a source file from the root, or None if it is not measured."""
    path = name.rsplit("/../", 1)[-1].removeprefix(f"{root}/")
    for longer, shorter in OTHER_PATHS:
        path = path.replace(longer, shorter)
    return path if path.startswith(FOLDERS) and GENERATED not in f"/{path}" else None


def files_in(exported, root):
    """Returns the coverage of all files. A header is listed by several paths; the path where most lines run counts."""
    out = {}
    for entry in exported["files"]:
        if file := file_of(entry["filename"], root):
            lines = entry["summary"]["lines"]
            if file not in out or lines["covered"] > out[file].reached:
                out[file] = FileCoverage(file, lines["count"], lines["covered"])
    calls = collections.defaultdict(int)  # by file and place: the calls of all instantiations
    names = {}
    for function in exported["functions"]:
        if (file := file_of(function["filenames"][0], root)) in out:
            place = (file, *function["regions"][0][:2])
            calls[place] += function["count"]
            names.setdefault(place, function["name"].rsplit(":", 1)[-1])
    unreached = [place for place in sorted(calls) if calls[place] == 0]
    shown = run(["c++filt", "-p"], input="\n".join(names[place] for place in unreached).encode()).decode().splitlines()
    for place, name in zip(unreached, shown):
        out[place[0]].unreached.append(name.removeprefix("modecheck::"))
    return sorted(out.values(), key=lambda one: one.name)


def measure(campaign, build):
    """Returns a FileCoverage for each file of which code is in the fuzz targets. Raises CoverageError."""
    profiles = build / "fuzzing"
    profiles.mkdir(exist_ok=True)
    for old in profiles.iterdir():
        old.unlink()
    replay(campaign, build, profiles)
    run(["llvm-profdata-19", "merge", "-o", profiles / "all.profdata", *profiles.glob("*.profraw")])
    text = run(["llvm-cov-19", "export", "-skip-expansions", f"-instr-profile={profiles / 'all.profdata'}", build / "fuzz/fuzz_replay",
                f"-object={build / 'subjects/modecheck_subject_engine.so'}"])
    return files_in(json.loads(text)["data"][0], campaign.root)


def folders(files):
    """Returns lines, reached lines and unreached functions by folder, for a folder as `engine/autograd` or `spec`."""
    out = {}
    for file in files:
        parts = file.name.split("/")
        folder = "/".join(parts[:2] if parts[0] == "engine" and len(parts) > 2 else parts[:1])
        row = out.setdefault(folder, [0, 0, 0])
        row[0] += file.lines
        row[1] += file.reached
        row[2] += len(file.unreached)
    return out
