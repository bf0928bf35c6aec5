#!/usr/bin/env python3
"""Candle, a deep learning framework in pure Python, behind modecheck's line protocol, which docs/OWN_ENGINE.md describes.

    modecheck run --subjects exec:examples/adapters/candle_python.py --programs 2000

It runs the `candle` package of the Python that runs it: PyPI's candle-python. `scripts/judge-candle` installs and judges it.
Candle has PyTorch's names, so an operator is found by its name, and its arguments by theirs. What Candle lacks is unsupported.
"""
import inspect
import math
import re
import warnings

import candle
import numpy
from candle._dtype import to_numpy_dtype
from candle._storage import typed_storage_from_numpy
from line_protocol import Unsupported, serve

DTYPES = {name: getattr(candle, name) for name in (
    "float32 float64 int64 bool uint8 int8 int16 int32 float16 bfloat16 complex64 complex128").split()}

# The reasons that Candle's errors give. The first that fits counts.
REASONS = [(re.compile(pattern), error) for pattern, error in (
    (r"a view of a leaf Variable", "ViewOfLeafInPlace"),
    (r"a leaf Variable that requires grad", "LeafInPlace"),
    (r"modified by an inplace operation", "BackwardVersion"),
    (r"backward through the graph a second time", "BackwardFreed"),
    (r"does not require grad and does not have a grad_fn", "BackwardNoGraph"),
    (r"can be implicitly created only for scalar", "BackwardShape"),
    (r"not have been used in the graph", "BackwardUnused"),
    (r"view size is not compatible|not compatible with input tensor's size and stride", "Strides"),
    (r"[Oo]ut of (range|bounds)|out-of-bounds|Dimension|axis \d+", "Range"),
    (r"[Ii]nput overlap|single memory location", "Overlap"),
    (r"broadcast|shape|size|mismatch|dimension|reshape|transpose", "Shape"),
    (r"dtype|type|cast", "Dtype"),
    (r"storage", "StorageSize"),
)]


def reason_of(error):
    for pattern, name in REASONS:
        if pattern.search(str(error)):
            return name
    return "Range" if isinstance(error, IndexError) else "Argument"


def leaf_of(leaf):
    dtype = DTYPES[leaf["dtype"]]
    if min(leaf["sizes"], default=0) < 0:
        raise RuntimeError("a size is negative")
    values = numpy.array([complex(*one) if isinstance(one, list) else one for one in leaf["values"]])
    if dtype == candle.bfloat16:  # kept as the upper halves of float32 numbers; candle.tensor would cut the numbers to integers
        values = values.astype(numpy.float32).view(numpy.uint32) >> 16
    storage = typed_storage_from_numpy(values.astype(to_numpy_dtype(dtype)), dtype)
    sizes = leaf["sizes"]
    strides = [math.prod(map(lambda size: max(size, 1), sizes[i + 1:])) for i in range(len(sizes))]
    return candle.Tensor(storage, sizes, strides, requires_grad=leaf["requires_grad"])


def value_of(value):
    if isinstance(value, str):
        return DTYPES.get(value, float("inf") if value == "inf" else value)
    return tuple(value) if isinstance(value, list) and not any(isinstance(one, candle.Tensor) for one in value) else value


def fits(function, positional, named):
    try:
        inspect.signature(function).bind(*positional, **named)
    except (TypeError, ValueError):
        return False
    return True


def operator(name, given):
    """Calls what Candle has under the operator's name. A method's first arguments are passed by position until the names of the
    rest are Candle's. A function of nn.functional must have PyTorch's names, since its order is not that of the operator."""
    packet = name.partition(".")[0]
    given = {name: value_of(value) for name, value in given.items()}
    values, names = list(given.values()), list(given)
    for place in (candle.Tensor, candle):
        for count in range(1, len(values) + 1):
            positional, named = values[:count], dict(zip(names[count:], values[count:]))
            if callable(function := getattr(place, packet, None)) and fits(function, positional, named):
                return function(*positional, **named)
    named = {"input" if name == "self" else name: value for name, value in given.items()}
    if "reduction" in named:
        named["reduction"] = ("none", "mean", "sum")[named["reduction"]]
    if callable(function := getattr(candle.nn.functional, packet, None)) and fits(function, (), named):
        return function(**named)
    raise Unsupported


def seed_of(self, seeding, given=None):
    if seeding == 0 and self.requires_grad and self.numel() != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    if not self.requires_grad:
        raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
    return given if seeding > 1 else candle.ones(self.shape, dtype=self.dtype)


def backward(self, gradient, seeding, retain_graph):
    self.backward(seed_of(self, seeding, gradient), retain_graph=retain_graph)


def grad(self, input, seeding, retain_graph, allow_unused):
    out, = candle.autograd.grad(self, input, seed_of(self, seeding, self), retain_graph=retain_graph, allow_unused=allow_unused)
    return None if out is None else out.detach().clone()


COMMANDS = {
    "assign": lambda self: self,
    "requires_grad_": lambda self, requires_grad: self.requires_grad_(requires_grad),
    "set_data": lambda self, new_data: setattr(self, "data", new_data),
    "data": lambda self: self.data,
    "retain_grad": lambda self: self.retain_grad(),
    "grad_of": lambda self: [] if self.grad is None else self.grad,
    "clear_grad": lambda self: setattr(self, "grad", None),
    "version": lambda self: self._version_counter.value,
    "grad_fn": lambda self: self.grad_fn,
    "backward": backward,
    "grad": grad,
    "InferenceMode": candle.inference_mode,
    "NoGradGuard": candle.no_grad,
    "AutoGradMode": candle.set_grad_enabled,
}


def geometry(tensor):
    data = numpy.ascontiguousarray(tensor._storage.data)
    return {"dtype": tensor.dtype.name, "sizes": list(map(int, tensor.shape)), "strides": list(map(int, tensor.stride)),
            "offset": int(tensor.offset),
            "requires_grad": bool(tensor.requires_grad), "tensor": id(tensor), "storage": id(tensor._storage),
            "bytes": data.tobytes().hex()}


def describe(tensor):
    out = {**geometry(tensor), "retains_grad": tensor._retain_grad, "version": tensor._version_counter.value}
    if tensor.grad_fn is not None:
        out["node"] = id(tensor.grad_fn)
    if tensor._base is not None:
        out["base"] = id(tensor._base)
    if tensor.grad is not None:
        out["grad"] = geometry(tensor.grad)
    return out


class Candle:
    def greeting(self):
        return {"name": "candle", "version": candle.__version__, "operations": ["all"]}

    def begin(self, registers):
        self.registers, self.guards = registers, []

    def end(self):
        self.leave(len(self.guards))

    def leave(self, count=1):
        for guard in [self.guards.pop() for _ in range(min(count, len(self.guards)))]:
            guard.__exit__(None, None, None)

    def modes(self):
        return {"grad_mode": candle.is_grad_enabled()}

    def call(self, command, given):
        name = command["operation"]
        if command["thread"] != 0 or "seed" in command:  # its random numbers are NumPy's
            raise Unsupported
        if command["kind"] == "leave":
            return self.leave(given.get("count", 1))
        if name == "leaf":
            return leaf_of(command["leaf"])
        if command["kind"] == "guard" and name in COMMANDS:
            self.guards.append(COMMANDS[name](*given.values()))
            return self.guards[-1].__enter__() and None
        return COMMANDS[name](**given) if name in COMMANDS else operator(name, given)

    leaf, describe = staticmethod(leaf_of), staticmethod(describe)
    reason = staticmethod(reason_of)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    numpy.seterr(all="ignore")
    numpy.empty, numpy.empty_like = numpy.zeros, numpy.zeros_like  # modecheck expects zeros in uninitialised memory
    serve(Candle())
