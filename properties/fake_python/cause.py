"""All mismatches of one cause."""

import dataclasses


@dataclasses.dataclass
class Cause:
    mismatch: dict  # of the smallest program
    program: str
    number: int  # of the smallest program
    seed: int  # that was used to judge it
    programs: int = 0
    row: object = None  # of the list of accepted mismatches, or None
    reduced: bool = False

    @property
    def key(self):
        return tuple(self.mismatch[part] for part in ("property", "operator", "what"))

    @property
    def length(self):
        return len(self.program.splitlines()) - 1
