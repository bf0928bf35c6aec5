"""Looks at the inputs at which fuzz targets stopped: groups them by cause, reduces them, and reports them."""

import collections
import dataclasses
import pathlib
import re
import subprocess
import tempfile

import slice_run

LINE = re.compile(r"^ASSERTION FAILED: ([a-p]{16}) (.*)$", re.MULTILINE)
SUMMARY = re.compile(r"^SUMMARY: (.*)$", re.MULTILINE)
# Where the code lies, which every build has elsewhere: " (/a/program+0x12)" and " (BuildId: 12ab)".
PLACE = re.compile(r" \((?:/[^()]*|BuildId: [^()]*)\)")
FRAME = re.compile(r"^\s+#\d+ 0x\w+ in (\S+)", re.MULTILINE)
LONGEST = 60  # an input that runs longer, in seconds, is not waited for


@dataclasses.dataclass
class Find:
    file: object
    cause: str  # the same for all inputs with the same cause
    text: str  # what the target prints


def of(campaign, target):
    """Returns the inputs at which the target stopped and that are not mended."""
    return sorted((campaign.folder / "finds" / target.name).iterdir())


def cause_of(text):
    """Returns what tells the causes of finds apart, from the output of a target."""
    if lines := LINE.findall(text):
        return lines[-1][1]
    summary = SUMMARY.search(text)
    # Frames of the sanitizer's runtime and of libFuzzer come first.
    frames = [name for name in FRAME.findall(text) if not name.startswith(("__", "fuzzer::"))]
    return " ".join([PLACE.sub("", summary[1]) if summary else "the process ended", *frames[:3]])


def run_again(campaign, target, file):
    """Runs a target on one input. Returns what it printed, or None if the input shows nothing."""
    command = [campaign.build / "fuzz" / target.program, *slice_run.limits_of(target), file]
    try:
        done = subprocess.run(command, env=campaign.environment(target), cwd=campaign.root, capture_output=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return f"SUMMARY: the input runs for more than {LONGEST} seconds"
    return done.stderr.decode(errors="replace") if done.returncode != 0 else None


def sort_out(campaign, target):
    """Moves finds that show nothing any more to the folder `mended`."""
    for file in of(campaign, target):
        if run_again(campaign, target, file) is None:
            file.rename(campaign.folder / "mended" / target.name / file.name)


def groups(campaign, target):
    """Returns the finds of a target by their causes."""
    out = collections.defaultdict(list)
    for file in of(campaign, target):
        text = run_again(campaign, target, file)
        if text is None:
            out["an input stopped the target only once; run alone it shows nothing"].append(Find(file, "", ""))
        else:
            out[cause_of(text)].append(Find(file, cause_of(text), text))
    return out


def reduced(campaign, target, file):
    """Returns the bytes of a smaller input that stops the target, which libFuzzer makes within 20 seconds."""
    with tempfile.TemporaryDirectory() as folder:
        smaller = pathlib.Path(folder) / "reduced"
        command = [campaign.build / "fuzz" / target.program, *slice_run.limits_of(target), "-minimize_crash=1", "-max_total_time=20",
                   f"-exact_artifact_path={smaller}", file]
        subprocess.run(command, env=campaign.environment(target), cwd=campaign.root, capture_output=True, check=False)
        return (smaller if smaller.exists() else file).read_bytes()


def report(campaign, target, group, keep):
    """Prints a report of the first find of a group. A program is reported as `modecheck run` does."""
    file = group[0].file
    if target.judges_programs:
        subject = target.environment["MODECHECK_FUZZ_SUBJECT"]
        # AddressSanitizer records where blocks were freed, as it does by default, because the report needs that.
        environment = dict(campaign.environment(target), ASAN_OPTIONS="detect_leaks=0:malloc_context_size=30")
        done = subprocess.run(["scripts/fuzz-report", campaign.build, subject, keep, file], env=environment, cwd=campaign.root)
        if done.returncode == 1:
            return
    kept = keep / f"{target.name}-{file.name}"
    kept.write_bytes(reduced(campaign, target, file))
    text = run_again(campaign, target, kept) or group[0].text
    print("\n".join(text.splitlines()[-25:]))
    print(f"The input is {kept}. To see it again: {' '.join([str(campaign.build / 'fuzz' / target.program), *slice_run.limits_of(target)])} {kept}")
