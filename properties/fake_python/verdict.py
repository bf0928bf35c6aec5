"""What judging one program gives."""

import dataclasses


@dataclasses.dataclass
class Verdict:
    mismatches: list
    agreed: int = 0  # commands of the fake runs that agree with the real run
    ended: tuple = None  # why a run ended early, and at which operator
    begins: int = 0  # the command from which on the tensors are fake
    symbols: int = 0
    other_sizes: bool = False
