"""What a run showed after one command."""

import dataclasses
import re

OPERATOR = re.compile(r"^(?:\[t1\] )?(?:r\d(?:, r\d)* = )?([\w.]+)\(")


@dataclasses.dataclass
class Step:
    number: int
    text: str
    outcome: object
    registers: dict  # the fields of each register, by its name
    state: str = ""  # where the command ran: "in InferenceMode", for example; "composite" if it is made of others
    sharing: dict = dataclasses.field(default_factory=dict)  # which registers share a tensor or a storage
    expressions: dict = dataclasses.field(default_factory=dict)  # sizes, strides and offset of each register, as they are

    @property
    def operator(self):
        match = OPERATOR.match(self.text)
        return match[1] if match else self.text
