"""Runs the modecheck command for the generators, and remembers its answers between builds of the site."""

import concurrent.futures
import hashlib
import os
import pathlib
import re
import subprocess

READ_KNOWN = ("findings", "replay")


class Modecheck:
    """The command. `source` is the folder of the sources, in which the command runs.

    An answer is stored under `build/site-answers`. The key is made of the command, the plug-ins, the arguments and the
    files that the arguments name, so that a stored answer is never older than what it depends on. The verbs that read known/
    have its files in the key, too.
    """

    def __init__(self, binary, source):
        self.binary = pathlib.Path(binary).resolve()
        self.source = pathlib.Path(source)
        if not self.binary.is_file():
            raise SystemExit(f"{binary}: there is no such command; `scripts/run` builds build/release/cli/modecheck")
        self.quick = os.environ.get("MODECHECK_SITE_QUICK") == "1"
        self.answers = self.source / "build/site-answers"
        self.answers.mkdir(parents=True, exist_ok=True)
        table = subprocess.run([self.binary, "subjects"], cwd=self.source, capture_output=True, text=True, check=True)
        self.versions = {}
        plug_ins = [self.binary]
        for line in table.stdout.splitlines():
            row = re.match(r"(\S+:\S+)\s+(\S+)\s+yes: (\S+)", line)
            if row:
                self.versions[row[1]] = row[2]
                plug_ins.append(pathlib.Path(row[3]))
        stamp = hashlib.sha256()
        for file in sorted(set(plug_ins)):
            state = file.stat()
            stamp.update(f"{file} {state.st_size} {state.st_mtime_ns}\n".encode())
        self.stamp = stamp.hexdigest()
        known = hashlib.sha256()
        for file in sorted((self.source / "known").glob("*/*")):
            known.update(f"{file.name}\n".encode() + file.read_bytes())
        self.known = known.digest()

    def torch_subjects(self):
        """The subjects of PyTorch on the CPU that this machine has, by their version, the oldest first."""
        out = {version: name for name, version in self.versions.items()
               if name == "torch:cpu" or re.fullmatch(r"torch-[\d.]+:cpu", name)}
        return dict(sorted(out.items(), key=lambda item: [int(part) for part in item[0].split(".")]))

    def run(self, *arguments):
        """What the command prints. Raises RuntimeError with its message if it fails."""
        key = hashlib.sha256(self.stamp.encode())
        if arguments[0] in READ_KNOWN:
            key.update(self.known)
        for argument in map(str, arguments):
            key.update(b"\0" + argument.encode())
            file = self.source / argument
            if file.is_file():
                key.update(b"\1" + file.read_bytes())
        stored = self.answers / key.hexdigest()
        if stored.exists():
            status, _, text = stored.read_text().partition("\n")
        else:
            done = subprocess.run([self.binary, *map(str, arguments)], cwd=self.source, capture_output=True, text=True,
                                  env={**os.environ, "NO_COLOR": "1"})
            status = str(done.returncode)
            text = done.stdout if done.returncode == 0 else done.stderr
            unfinished = stored.with_suffix(f".{os.getpid()}.{id(done)}")
            unfinished.write_text(f"{status}\n{text}")
            unfinished.replace(stored)
        if status != "0":
            raise RuntimeError(text.strip())
        return text

    def run_all(self, calls):
        """The answers of many calls, in their order. A call that fails has its RuntimeError in the place of an answer."""
        def one(arguments):
            try:
                return self.run(*arguments)
            except RuntimeError as error:
                return error
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(one, calls))
