"""Makes the inputs that a fuzz target begins with, and its dictionary."""

import pathlib
import subprocess


def programs_in(root):
    """Returns all .prog files of the repository, except those in build folders."""
    return sorted(file for file in root.rglob("*.prog") if "build" not in file.relative_to(root).parts)


def encoded(build, file):
    """Returns the bytes that encode a program for the target fuzz_programs."""
    return subprocess.run([build / "fuzz/fuzz_input", "to-bytes", file, "/dev/stdout"], check=True, capture_output=True).stdout


def pairs(inputs):
    """Joins each program with the next one to a pair whose halves have the same length."""
    for first, second in zip(inputs, inputs[1:]):
        longest = max(len(first), len(second))
        yield first.ljust(longest, b"\0") + second.ljust(longest, b"\0")


def results(build):
    """Returns files of results: of a campaign, and cut at several places."""
    file = build / "fuzz/seed.results"
    file.unlink(missing_ok=True)
    subprocess.run([build / "cli/modecheck", "run", "--subjects", "engine:cpu", "--programs", "48", "--slice", "16", "--jobs", "1",
                    "--no-controls", "--results", file], check=True, capture_output=True)
    text = file.read_bytes()
    return [text, text[:len(text) // 2], b"\n".join(text.split(b"\n")[:2]) + b"\n"]


def inputs_of(target, build, root):
    if target.seeds == "programs":
        return [encoded(build, file) for file in programs_in(root)]
    if target.seeds == "corpus":  # programs that show no known mismatch of another version of the subject
        corpus = sorted((root / "tests/corpus").rglob("*.prog"))
        return [encoded(build, file) for file in corpus if file.stem not in target.without]
    if target.seeds == "pairs":
        return list(pairs([encoded(build, file) for file in programs_in(root)]))
    if target.seeds == "texts":
        return [file.read_bytes() for file in programs_in(root)]
    if target.seeds == "schemas":
        text = subprocess.run([build / "fuzz/fuzz_input", "schemas"], check=True, capture_output=True).stdout
        return text.splitlines()[::20]
    if target.seeds == "known":
        known = sorted((root / "known").glob("*/*"))
        return [(b"\1" if file.suffix == ".json" else b"\0") + file.read_bytes() for file in known]
    if target.seeds == "results":
        return results(build)
    if target.seeds == "bytes":
        return [bytes((7 * i * (row + 1)) % 251 for i in range(96)) for row in range(16)]
    raise ValueError(f"{target.name}: there are no seeds {target.seeds}")


def write(target, folder, build, root):
    """Writes the inputs into a folder, and returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    if target.seeds == "archives":
        subprocess.run([build / "fuzz/archive_seeds", folder], check=True, capture_output=True)
        return folder
    for old in folder.glob("*.bin"):
        old.unlink()
    for number, data in enumerate(inputs_of(target, build, root)):
        (folder / f"{number}.bin").write_bytes(data)
    return folder


def dictionary(target, folder):
    """Writes the target's dictionary, and returns its path, or None if the target has none."""
    if not target.words:
        return None
    file = pathlib.Path(folder) / f"{target.name}.dict"
    quoted = ("".join(f"\\x{byte:02x}" if byte < 32 or byte > 126 or byte in b'"\\' else chr(byte) for byte in word.encode())
              for word in target.words)
    file.write_text("".join(f'"{word}"\n' for word in quoted))
    return file
