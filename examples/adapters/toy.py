#!/usr/bin/env python3
"""A toy engine in pure Python behind modecheck's line protocol, which docs/OWN_ENGINE.md describes.

    modecheck run --subjects exec:examples/adapters/toy.py --only neg,mul.Tensor,assign --programs 2000

The engine has contiguous tensors, `neg` and `mul.Tensor` for float32 tensors of equal sizes, and `assign`. Replace Tensor,
OPERATIONS and describe() by those of your engine.
"""
import json
import sys


class Tensor:
    def __init__(self, dtype, sizes, values, requires_grad=False):
        self.dtype, self.sizes, self.values, self.requires_grad = dtype, sizes, values, requires_grad

    @staticmethod
    def of_leaf(leaf):
        return Tensor(leaf["dtype"], leaf["sizes"], leaf["values"], leaf["requires_grad"])


class Unsupported(Exception):
    """The engine lacks what a command asks for. That does not count against it."""


def check(*tensors):
    if any(one.dtype != "float32" or one.requires_grad or one.sizes != tensors[0].sizes for one in tensors):
        raise Unsupported


def neg(self):
    check(self)
    return Tensor(self.dtype, self.sizes, [-value for value in self.values])


def mul(self, other):
    check(self, other)
    return Tensor(self.dtype, self.sizes, [a * b for a, b in zip(self.values, other.values)])


OPERATIONS = {"neg": neg, "mul.Tensor": mul, "assign": lambda self: self}


def describe(tensor):
    """What can be observed of a tensor. Members that are left out have the values of a plain contiguous tensor."""
    return {"dtype": tensor.dtype, "sizes": tensor.sizes, "requires_grad": tensor.requires_grad,
            "tensor": id(tensor), "storage": id(tensor), "elements": tensor.values}


def run(command, registers):
    """Runs a command, and returns its outcome."""
    arguments = {name: registers[int(value[1:])] if isinstance(value, str) and value[0] == "r" else value
                 for name, value in command["arguments"].items()}
    try:
        result = OPERATIONS[command["operation"]](**arguments)
    except Unsupported:
        return {"outcome": "unsupported"}
    registers[int(command["results"][0][1:])] = result
    return {"outcome": "ok"}


def say(answer):
    print(json.dumps(answer), flush=True)


def main():
    leaves = json.loads(sys.stdin.readline())["registers"]
    say({"modecheck": 1, "name": "toy", "version": "1", "operations": list(OPERATIONS)})
    for line in sys.stdin:
        registers = [Tensor.of_leaf(leaf) for leaf in leaves]
        say({"registers": [describe(one) for one in registers]})
        for command in json.loads(line)["program"]:
            outcome = run(command, registers)
            say({**outcome, "registers": [describe(one) for one in registers]})


if __name__ == "__main__":
    main()
