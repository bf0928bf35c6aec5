"""Draws programs and writes their Python form with the command `modecheck`."""

import pathlib
import subprocess
import tempfile


class ModecheckError(Exception):
    """The command did not do what was asked of it."""


class ModecheckCommand:
    def __init__(self, path):
        self.path = pathlib.Path(path)
        if not self.path.is_file():
            raise ModecheckError(f"there is no {path}; scripts/test builds it")

    def run(self, *arguments):
        return subprocess.run([self.path, *arguments], capture_output=True, text=True, check=False)

    def draw(self, seed, number):
        done = self.run("draw", "--seed", str(seed), "--program", str(number))
        if done.returncode != 0:
            raise ModecheckError(f"modecheck draw ends with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def emit(self, text):
        """Returns the Python form of a program, or None if it has none."""
        with tempfile.NamedTemporaryFile("w", suffix=".prog") as file:
            file.write(text)
            file.flush()
            done = self.run("emit", file.name, "--as", "python", "--subjects", "engine:cpu")
        if done.returncode == 0:
            return done.stdout
        if "has no form in Python" in done.stderr:
            return None
        raise ModecheckError(f"modecheck emit ends with {done.returncode}: {done.stderr.strip()}\n{text}")
