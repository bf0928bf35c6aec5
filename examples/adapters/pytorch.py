#!/usr/bin/env python3
"""PyTorch in Python behind modecheck's line protocol, which docs/OWN_ENGINE.md describes.

    modecheck run --subjects exec:examples/adapters/pytorch.py --programs 2000

It runs the `torch` package of the Python that runs it, without threads, custom operators and guards that Python lacks.
"""
import ctypes
import warnings

import torch
from line_protocol import Guards, Unsupported, serve
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
        return gradient.mul(context.saved_tensors[0].conj().resolve_conj()).mul(2)


def leaf_of(leaf):
    dtype = DTYPES[leaf["dtype"]]
    values = [complex(*one) if isinstance(one, list) else one for one in leaf["values"]]
    given, out = torch.tensor(values, dtype=dtype), torch.empty(leaf["sizes"], dtype=dtype)
    ctypes.memmove(out.data_ptr(), given.data_ptr(), given.nbytes)
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
    if seeding == 0 and self.requires_grad and self.numel() != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    return given if seeding > 1 else torch.ones(self.shape, dtype=self.dtype)


def run_backward(self, gradient, retain_graph, inputs=(), create_graph=False, allow_unused=True):
    """The engine itself: torch.autograd.grad checks more than libtorch does, and loads modules for seconds."""
    return torch.autograd.Variable._execution_engine.run_backward(
        (self,), (gradient,), retain_graph, create_graph, tuple(inputs), allow_unused, accumulate_grad=not inputs)


def copy_of(gradient):
    return gradient if gradient is None else gradient.detach().clone(memory_format=torch.contiguous_format)


def grad_twice(self, input, second, seeding):
    second.grad_fn  # regenerates what is out of date, or raises
    given = seed(self, min(seeding, 1))
    if not second.requires_grad:
        run_backward(self, given, True, [second], allow_unused=False)
    first, = run_backward(self, given, True, [input], create_graph=True, allow_unused=False)
    out = run_backward(first, torch.ones_like(first), True, [second])[0] if first.requires_grad else None
    return torch.zeros(second.shape, dtype=second.dtype) if out is None else copy_of(out)


def hooks(kind):
    def unless(raises, out):
        if raises:
            raise RuntimeError("modecheck's hook for saved tensors raises")
        return out
    pack = lambda tensor: unless(kind == 2, tensor.detach().clone() if kind == 1 else tensor.detach())
    return torch.autograd.graph.saved_tensors_hooks(pack, lambda kept: unless(kind == 3, kept))


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
    "backward": lambda self, gradient, seeding, retain_graph: run_backward(self, seed(self, seeding, gradient), retain_graph),
    "grad": lambda self, input, seeding, retain_graph, allow_unused:
        copy_of(run_backward(self, seed(self, seeding, self), retain_graph, [input], allow_unused=allow_unused)[0]),
    "grad_twice": grad_twice,
    "custom_square": lambda self: Square.apply(self),
    "InferenceMode": torch.inference_mode,
    "NoGradGuard": torch.no_grad,
    "AutoGradMode": torch.set_grad_enabled,
    "saved_tensors_hooks": hooks,
    "AutoDispatchBelowAutograd": torch._C._AutoDispatchBelowAutograd,
    "AutoDispatchBelowADInplaceOrView": torch._C._AutoDispatchBelowADInplaceOrView,
}


class PyTorch(Guards):
    def greeting(self):
        return {"name": "torch", "version": torch.__version__, "operations": ["all"], "messages": "libtorch"}

    def hook(self, tensor, written, kind):
        fill = lambda gradient: self.registers[int(written[1])].fill_(2).numel() < 0 or None
        tensor.register_hook({1: lambda gradient: gradient.mul(2), 2: fill}.get(kind, lambda gradient: None))

    def call(self, command, given):
        name = command["operation"]
        if command["thread"] != 0 or name == "destroy_outer":
            raise Unsupported
        torch.manual_seed(command.get("seed", 0))
        if command["kind"] == "leave":
            return self.leave(given.get("count", 1))
        if name in ("leaf", "hook"):
            return leaf_of(command["leaf"]) if name == "leaf" else self.hook(given["self"], command["arguments"]["written"], given["kind"])
        if name not in COMMANDS:
            return operator(name, given)
        if command["kind"] != "guard":
            return COMMANDS[name](**given)
        self.enter(COMMANDS[name](*given.values()))

    leaf, describe, modes = staticmethod(leaf_of), staticmethod(describe), staticmethod(modes)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    ctypes.CDLL(None).mallopt(-6, 255)  # M_PERTURB: uninitialised memory holds zeros, as modecheck expects
    serve(PyTorch())
