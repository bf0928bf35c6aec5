#!/usr/bin/env python3
"""PyTorch in Python behind modecheck's line protocol, which docs/OWN_ENGINE.md describes.

    modecheck run --subjects exec:examples/adapters/pytorch.py --programs 2000

The adapter judges the `torch` package of the Python that runs it. It lacks threads, custom operators, and guards that Python
does not have.
"""
import ctypes
import itertools
import struct
import sys
import warnings

import torch
from line_protocol import Unsupported, serve

MEMORY = open("/proc/self/mem", "rb", buffering=0)  # reading a wrong address fails here, and does not kill the process
PLACES = range(0, 256, 8)
DTYPES = {name: getattr(torch, name) for name in (
    "float32 float64 int64 bool uint8 int8 int16 int32 float16 bfloat16 complex64 complex128").split()}


def pointer_at(address):
    try:
        MEMORY.seek(address)
        return struct.unpack("<Q", MEMORY.read(8))[0]
    except (OSError, OverflowError, struct.error):
        return 0


def places():
    """Where a tensor keeps what autograd knows of it, and where that has grad_fn and grad. Asking for the attributes grad_fn,
    grad or is_leaf would regenerate a grad_fn that is out of date (rule W5)."""
    results = [torch.ones(2, requires_grad=True) * 2 for _ in range(3)]
    for result in results:
        result.retain_grad()
        result.sum().backward()
    nodes, grads = [pointer_at(id(one.grad_fn) + 16) for one in results], [one.grad._cdata for one in results]
    for meta in PLACES:
        found = [[pointer_at(pointer_at(one._cdata + meta) + place) for one in results] for place in PLACES]
        if nodes in found and grads in found:
            return meta, PLACES[found.index(nodes)], PLACES[found.index(grads)]
    sys.exit("this version of PyTorch keeps grad_fn elsewhere than the adapter looks")


META, NODE, GRAD = places()
NO_GRAD = (0, pointer_at(pointer_at(torch.ones(2, requires_grad=True)._cdata + META) + GRAD))


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


def grad_twice(self, input, second, seeding):
    second.grad_fn  # regenerates what is out of date, or raises
    given = [seed(self, min(seeding, 1))]
    if not second.requires_grad:
        torch.autograd.grad([self], [second], given, retain_graph=True)
    first, = torch.autograd.grad([self], [input], given, retain_graph=True, create_graph=True)
    out = None
    if first.requires_grad:
        out, = torch.autograd.grad([first], [second], [torch.ones_like(first)], retain_graph=True, allow_unused=True)
    return torch.zeros(second.shape, dtype=second.dtype) if out is None else out.detach().clone()


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
        torch.autograd.grad([self], [input], [seed(self, seeding, self)], retain_graph, allow_unused=allow_unused)[0],
    "grad_twice": grad_twice,
    "custom_square": lambda self: Square.apply(self),
    "InferenceMode": torch.inference_mode,
    "NoGradGuard": torch.no_grad,
    "AutoGradMode": torch.set_grad_enabled,
    "AutoDispatchBelowAutograd": torch._C._AutoDispatchBelowAutograd,
    "AutoDispatchBelowADInplaceOrView": torch._C._AutoDispatchBelowADInplaceOrView,
}


def geometry(tensor):
    return {"dtype": str(tensor.dtype)[6:], "sizes": list(tensor.shape), "strides": list(tensor.stride()),
            "inference": tensor.is_inference(), "requires_grad": tensor.requires_grad, "tensor": tensor._cdata,
            "storage": tensor.untyped_storage()._cdata}


def bytes_of(tensor):
    storage = tensor.untyped_storage()
    return ctypes.string_at(storage.data_ptr(), storage.nbytes()) if storage.nbytes() else b""


def elements_of(tensor):
    """The elements row by row, without an operator."""
    data, size = bytes_of(tensor), tensor.element_size()
    places = [tensor.storage_offset() + sum(i * stride for i, stride in zip(index, tensor.stride()))
              for index in itertools.product(*map(range, tensor.shape))]
    return b"".join(data[size * place:size * (place + 1)] for place in places)


def describe(tensor):
    meta = pointer_at(tensor._cdata + META)
    node = pointer_at(meta + NODE)
    out = {**geometry(tensor), "offset": tensor.storage_offset(), "retains_grad": tensor.retains_grad, "output_nr": tensor.output_nr,
           "bytes": bytes_of(tensor).hex()}
    try:
        out["version"] = tensor._version
    except RuntimeError:  # an inference tensor has none
        out["version"] = None
    if node:
        out["node"] = node
    if tensor._is_view():
        out["base"] = tensor._base._cdata
        out["creation_meta"] = str(torch._C._autograd._get_creation_meta(tensor)).split(".")[-1]
    if pointer_at(meta + GRAD) not in NO_GRAD:
        out["grad"] = {**geometry(tensor.grad), "bytes": elements_of(tensor.grad).hex()}
    return out


def modes():
    excluded, included = torch._C._dispatch_tls_is_dispatch_key_excluded, torch._C._dispatch_tls_is_dispatch_key_included
    return {"inference_mode": torch.is_inference_mode_enabled(), "grad_mode": torch.is_grad_enabled(),
            "forward_grad_mode": torch._C._is_fwd_grad_enabled(), "adinplaceorview_included": included("ADInplaceOrView"),
            "autograd_excluded": excluded("AutogradFunctionality"), "adinplaceorview_excluded": excluded("ADInplaceOrView")}


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
