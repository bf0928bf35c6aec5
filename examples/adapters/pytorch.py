#!/usr/bin/env python3
"""PyTorch in Python behind modecheck's line protocol, which docs/OWN_ENGINE.md describes.

    modecheck run --subjects exec:examples/adapters/pytorch.py --programs 2000

The adapter judges the `torch` package of the Python that runs it. It lacks threads, custom operators, and guards that Python
does not have.
"""
import ctypes
import warnings

import torch
from line_protocol import Unsupported, serve
from torch_observation import describe, modes

DTYPES = {name: getattr(torch, name) for name in (
    "float32 float64 int64 bool uint8 int8 int16 int32 float16 bfloat16 complex64 complex128").split()}


class Square(torch.autograd.Function):
    @staticmethod
    def forward(context, x):
        context.save_for_backward(x)
        return x.mul(x)

    @staticmethod
    def backward(context, gradient):
        x = context.saved_tensors[0]
        return gradient.mul(x.conj().resolve_conj() if x.is_complex() else x).mul(2)


def leaf_of(leaf):
    dtype = DTYPES[leaf["dtype"]]
    values = [complex(*one) if isinstance(one, list) else one for one in leaf["values"]]
    given, out = torch.tensor(values, dtype=dtype), torch.empty(leaf["sizes"], dtype=dtype)
    ctypes.memmove(out.data_ptr(), given.data_ptr(), given.numel() * given.element_size())
    return out.requires_grad_() if leaf["requires_grad"] else out


def operator(name, given):
    packet, _, overload = name.partition(".")
    try:
        function = getattr(getattr(torch.ops.aten, packet), overload or "default")
    except AttributeError:
        raise Unsupported from None
    positional, named, may_be_positional = [], {}, True
    for argument in function._schema.arguments:
        kind, missing = str(argument.type), argument.name not in given
        if missing and (argument.has_default_value() or "bool" not in kind):
            may_be_positional = False
            continue
        value = True if missing else given[argument.name]  # a bool without a default: `stable`
        if isinstance(value, str):
            value = DTYPES.get(value, float("inf") if value == "inf" else value)
        if may_be_positional and not argument.kwarg_only:
            positional.append(value)
        else:
            named[argument.name] = value
    return function(*positional, **named)


def seed(self, seeding, given=None):
    return None if seeding == 0 else torch.ones(self.shape, dtype=self.dtype) if seeding == 1 else given


def copy_of(gradient):
    return gradient if gradient is None else gradient.detach().clone(memory_format=torch.contiguous_format)


def grad_twice(self, input, second, seeding):
    second.grad_fn  # regenerates what is out of date, or raises
    given = [seed(self, min(seeding, 1))]
    if not second.requires_grad:
        torch.autograd.grad([self], [second], given, retain_graph=True)
    first, = torch.autograd.grad([self], [input], given, retain_graph=True, create_graph=True)
    out = None
    if first.requires_grad:
        out, = torch.autograd.grad([first], [second], [torch.ones_like(first)], retain_graph=True, allow_unused=True)
    return torch.zeros(second.shape, dtype=second.dtype) if out is None else copy_of(out)


COMMANDS = {
    "assign": lambda self: self,
    "requires_grad_": lambda self, requires_grad: self.requires_grad_(requires_grad),
    "set_data": lambda self, new_data: setattr(self, "data", new_data),
    "data": lambda self: self.data,
    "retain_grad": lambda self: self.retain_grad(),
    "grad_of": lambda self: [] if self.grad is None else self.grad,
    "clear_grad": lambda self: setattr(self, "grad", None),
    "version": lambda self: self._version,
    "grad_fn": lambda self: self.grad_fn,
    "backward": lambda self, gradient, seeding, retain_graph:
        torch.autograd.backward([self], [seed(self, seeding, gradient)], retain_graph=retain_graph),
    "grad": lambda self, input, seeding, retain_graph, allow_unused:
        copy_of(torch.autograd.grad([self], [input], [seed(self, seeding, self)], retain_graph, allow_unused=allow_unused)[0]),
    "grad_twice": grad_twice,
    "custom_square": lambda self: Square.apply(self),
    "InferenceMode": torch.inference_mode,
    "NoGradGuard": torch.no_grad,
    "AutoGradMode": torch.set_grad_enabled,
    "AutoDispatchBelowAutograd": torch._C._AutoDispatchBelowAutograd,
    "AutoDispatchBelowADInplaceOrView": torch._C._AutoDispatchBelowADInplaceOrView,
}


class PyTorch:
    def greeting(self):
        return {"name": "torch", "version": torch.__version__, "operations": ["all"], "messages": "libtorch"}

    def begin(self, registers):
        self.registers, self.guards = registers, []

    def end(self):
        self.leave(len(self.guards))

    def leave(self, count=1):
        for guard in [self.guards.pop() for _ in range(min(count, len(self.guards)))]:
            guard.__exit__(None, None, None)

    def hook(self, tensor, written, kind):
        fill = lambda gradient: self.registers[int(written[1])].fill_(2) and None
        tensor.register_hook({1: lambda gradient: gradient.mul(2), 2: fill}.get(kind, lambda gradient: None))

    def call(self, command, given):
        name = command["operation"]
        if command["thread"] != 0 or name == "destroy_outer":
            raise Unsupported
        if "seed" in command:
            torch.manual_seed(command["seed"])
        if command["kind"] == "leave":
            return self.leave(given.get("count", 1))
        if name == "leaf":
            return leaf_of(command["leaf"])
        if name == "hook":
            return self.hook(given["self"], command["arguments"]["written"], given["kind"])
        if name not in COMMANDS:
            return operator(name, given)
        if command["kind"] != "guard":
            return COMMANDS[name](**given)
        self.guards.append(COMMANDS[name](*given.values()))
        self.guards[-1].__enter__()

    leaf, describe, modes = staticmethod(leaf_of), staticmethod(describe), staticmethod(modes)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    ctypes.CDLL(None).mallopt(-6, 255)  # M_PERTURB: uninitialised memory holds zeros, as modecheck expects
    serve(PyTorch())
