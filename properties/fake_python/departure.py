"""A departure: where a run of fake tensors does not do what a property says."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Departure:
    property: str
    operator: str
    what: str
    detail: str = ""
    command: int = 0

    @property
    def cause(self):
        """The same for all departures that are taken for one cause."""
        return self.property, self.operator, self.what
