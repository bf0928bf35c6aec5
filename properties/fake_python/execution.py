"""One run of a program: on real tensors throughout, or on fake ones from a command on."""

import ctypes
import itertools
import struct
import sys
import threading
import types

import torch
from command import Command
from observation import expressions, is_composite, is_dynamic, observe, sharing, thread_state
from outcome import Outcome
from step import Step


class SavesFakeTensor(Exception):
    """A fake tensor has no elements that a file could hold."""


class Execution:
    """Runs a program once. `at_place(number, registers)` is called where tensors may become fake. It may return a fake mode,
    in which the commands run from there on, and other registers. Steps before the first answer are not kept."""

    def __init__(self, program, asks_views, at_place=None):
        self.program, self.asks_views, self.at_place = program, asks_views, at_place
        self.mode, self.ended, self.steps = None, False, []
        self.expressions_wanted = False
        self.ignored = ()  # fields that are not observed
        self.names = {"ctypes": ctypes, "itertools": itertools, "struct": struct, "sys": sys, "torch": torch,
                      "threading": types.SimpleNamespace(Condition=threading.Condition, Thread=self.thread),
                      "place": self.place, "wanted": lambda: not self.ended,
                      "command": lambda number, text: Command(self, number, text),
                      "leaf": self.leaf, "zero_from": self.zero_from, "save_and_load": self.save_and_load,
                      "the_device": torch.device("cpu")}

    @staticmethod
    def thread(target):
        return threading.Thread(target=target, daemon=True)

    def run(self):
        exec(self.program.code, self.names)
        return self.steps

    def tensors(self):
        return {name: self.names[name] for name in self.program.registers}

    def place(self, number):
        answer = self.at_place(number, self.tensors()) if self.at_place else None
        if answer:
            self.mode, registers = answer
            self.names.update(registers)
            self.steps.clear()

    def note(self, number, text, outcome):
        tensors = self.tensors()
        if any(is_dynamic(one) for one in tensors.values()):
            outcome = Outcome("DynamicOutputShapeException", "a size depends on elements")
        step = Step(number, text, outcome, {name: observe(one, self.asks_views) for name, one in tensors.items()},
                    sharing=sharing(tensors.values()))
        step.state = ", ".join(filter(None, ["composite" if is_composite(step.operator) else "", thread_state()]))
        if self.expressions_wanted:
            step.expressions = {name: expressions(one) for name, one in tensors.items()}
        for fields in step.registers.values():
            for field in self.ignored:
                fields.pop(field, None)
        self.steps.append(step)
        self.ended = self.ended or bool(outcome.stops_a_trace)

    def leaf(self, sizes, values, dtype, requires_grad):
        """A tensor with these values, written without an operator. A fake one has no values."""
        out = torch.empty(sizes, dtype=dtype)
        if self.mode is None:
            given = torch.tensor(values, dtype=dtype)
            ctypes.memmove(out.data_ptr(), given.data_ptr(), given.numel() * given.element_size())
        return out.requires_grad_() if requires_grad else out

    def zero_from(self, tensor, begin):
        """Sets the bytes of the storage from `begin` on to zero: uninitialised memory would differ from run to run."""
        if self.mode is not None:
            return
        storage = tensor.untyped_storage()
        if begin < storage.nbytes():
            ctypes.memset(storage.data_ptr() + begin, 0, storage.nbytes() - begin)

    def save_and_load(self, tensor):
        """A tensor as it comes back from a file."""
        if self.mode is not None:
            raise SavesFakeTensor("a fake tensor has no elements that a file could hold")
        import io

        stream = io.BytesIO()
        torch.save(tensor, stream)
        stream.seek(0)
        return torch.load(stream)
