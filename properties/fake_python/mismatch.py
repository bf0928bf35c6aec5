"""A mismatch: where a run of fake tensors does not do what a property says."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Mismatch:
    property: str
    operator: str
    what: str
    detail: str = ""
    command: int = 0

    @property
    def cause(self):
        """The same for all mismatches that are taken for one cause."""
        return self.property, self.operator, self.what
