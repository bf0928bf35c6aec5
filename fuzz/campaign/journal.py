"""The journal of a campaign: a file of JSON lines, to which lines are only added. So a campaign that is killed at any
moment loses at most the line that it was writing."""

import json
import os


class Journal:
    def __init__(self, file):
        self.file = file
        self.entries = []
        size = 0
        if file.exists():
            data = file.read_bytes()
            size = data.rfind(b"\n") + 1
            for line in data[:size].splitlines():
                try:
                    self.entries.append(json.loads(line))
                except ValueError:
                    pass  # A crash of the machine can leave zeros in a line.
        # What a crash left of a last line is taken away, so that the next line is a line of its own.
        with open(file, "ab") as out:
            out.truncate(size)

    def add(self, entry):
        self.entries.append(entry)
        with open(self.file, "ab") as out:
            out.write(json.dumps(entry).encode() + b"\n")
            out.flush()
            os.fsync(out.fileno())
