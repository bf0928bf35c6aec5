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
from line_protocol import Guards, Unsupported, serve

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


# Names of Candle's for arguments that PyTorch calls otherwise.
ALIASES = {"self": ("input", "a"), "other": ("b",), "min": ("min_val",), "max": ("max_val",), "source": ("src",)}


def placed(parameters, given):
    """The arguments by position and by name; None if Candle's names tell another meaning. Only the first is passed whatever its
    name, and so are all if Candle takes any number of them."""
    positional, named = [], {}
    for place, (name, value) in enumerate(given.items()):
        parameter = parameters[place] if place < len(parameters) else None
        if parameter is not None and parameter.kind == parameter.VAR_POSITIONAL and not named:
            positional.append(value)
            break
        fits = parameter is not None and parameter.kind == parameter.POSITIONAL_OR_KEYWORD
        if fits and not named and (place == 0 or parameter.name in (name, *ALIASES.get(name, ()))):
            positional.append(value)
        else:
            named[name] = value
    names = {one.name for one in parameters if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)}
    return (positional, named) if names.issuperset(named) and len(positional) + len(named) == len(given) else None


def operator(name, given):
    """Calls what Candle has under the operator's name: a method, a function, or a function of nn.functional."""
    packet = name.partition(".")[0]
    given = {name: value_of(value) for name, value in given.items()}
    for place in (candle.Tensor, candle, candle.nn.functional):
        function = getattr(place, packet, None)
        if not callable(function) or (place is candle.Tensor and next(iter(given)) != "self"):
            continue
        arguments = dict(given)
        if place is candle.nn.functional and "reduction" in given:
            arguments["reduction"] = ("none", "mean", "sum")[given["reduction"]]
        try:
            signature = inspect.signature(function)
            words = placed(list(signature.parameters.values()), arguments)
            if words is None:
                continue
            signature.bind(*words[0], **words[1])
        except (TypeError, ValueError):
            continue
        return function(*words[0], **words[1])
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


class Candle(Guards):
    def greeting(self):
        return {"name": "candle", "version": candle.__version__, "operations": ["all"]}

    def modes(self):
        return {"grad_mode": candle.is_grad_enabled()}

    def call(self, command, given):
        name = command["operation"]
        # Candle's random numbers are NumPy's, and its guards are left in the order of Python's with statements.
        if command["thread"] != 0 or "seed" in command or name == "destroy_outer":
            raise Unsupported
        if command["kind"] == "leave":
            return self.leave(given.get("count", 1))
        if name == "leaf":
            return leaf_of(command["leaf"])
        if command["kind"] == "guard" and name in COMMANDS:
            return self.enter(COMMANDS[name](*given.values()))
        return COMMANDS[name](**given) if name in COMMANDS else operator(name, given)

    leaf, describe = staticmethod(leaf_of), staticmethod(describe)
    reason = staticmethod(reason_of)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    numpy.seterr(all="ignore")
    numpy.empty, numpy.empty_like = numpy.zeros, numpy.zeros_like  # modecheck expects zeros in uninitialised memory
    serve(Candle())
