"""The context manager around each command of an emitted program."""

import contextlib

from outcome import Outcome
from torch._dispatch.python import enable_python_dispatcher


class Command:
    """The context manager around a command. It enters the fake mode, and notes what became of the command.

    With symbolic sizes the Python dispatcher is on too, as in PyTorch's own tracers: without it, kernels in C++ that take
    no symbolic sizes are called with some."""

    def __init__(self, execution, number, text):
        self.execution, self.number, self.text = execution, number, text
        self.modes = contextlib.ExitStack()

    def __enter__(self):
        mode = self.execution.mode
        if mode is not None:
            self.modes.enter_context(mode)
            if mode.shape_env is not None:
                self.modes.enter_context(enable_python_dispatcher())

    def __exit__(self, kind, error, trace):
        self.modes.close()
        if error is not None and not isinstance(error, Exception):
            return False
        # A stack of C++ may follow a message. It names paths, which differ from one machine to the next.
        lines = str(error).partition("Exception raised from")[0].strip().splitlines()[:3]
        outcome = Outcome() if error is None else Outcome(type(error).__name__, "\n".join(lines))
        if self.execution.mode is not None and "custom_operator(" in self.text:
            outcome = Outcome("CallsBackendKernel", "a kernel for backends only decides what is recorded")
        self.execution.note(self.number, self.text, outcome)
        return True
