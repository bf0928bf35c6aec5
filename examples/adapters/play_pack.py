#!/usr/bin/env python3
"""Plays a pack of programs on an adapter, without modecheck, and tells where its answers differ from the pack.

    modecheck pack --only neg,mul.Tensor,assign --no-known --output small.jsonl
    examples/adapters/play_pack.py small.jsonl examples/adapters/toy.py

docs/PACK.md describes the lines of a pack, and docs/OWN_ENGINE.md what an adapter reads and writes. A program ends where the
adapter says that it does not support a command, and at a command that the pack drops. Exit 0: the adapter agrees. Exit 1: it
mismatches. Exit 2: wrong use. Exit 3: the adapter supports no command of the pack.
"""
import json
import math
import struct
import subprocess
import sys

FLAGS = ("inference", "requires_grad", "retains_grad")
NORMAL_MODES = {"inference_mode": False, "grad_mode": True, "forward_grad_mode": True, "adinplaceorview_included": True,
                "autograd_excluded": False, "adinplaceorview_excluded": False}
SIZES = {"float32": "f", "float64": "d", "int64": "q", "int32": "i", "int16": "h", "int8": "b", "uint8": "B", "bool": "?",
         "float16": "e"}


def contiguous(sizes):
    strides, stride = [], 1
    for size in reversed(sizes):
        strides.insert(0, stride)
        stride *= max(size, 1)
    return strides


def numbers(tensor):
    """The elements as a flat list of numbers, complex ones as two. None if only bytes are known that have no numbers here."""
    if "elements" in tensor:
        flat = [part for one in tensor["elements"] for part in (one if isinstance(one, list) else [one])]
        return [float(one) for one in flat]
    form, data = SIZES.get(tensor["dtype"]), bytes.fromhex(tensor["bytes"])
    return [float(one) for one in struct.unpack(f"<{len(data) // struct.calcsize(form)}{form}", data)] if form else None


def equal(expected, actual, tolerance):
    if math.isnan(expected) or math.isnan(actual) or math.isinf(expected):
        return math.isnan(expected) == math.isnan(actual) and (math.isnan(expected) or expected == actual)
    if tolerance is None:  # exact: the sign of a zero counts, too
        return expected == actual and math.copysign(1, expected) == math.copysign(1, actual)
    return abs(expected - actual) <= tolerance


def values_agree(expected, actual):
    if expected.get("tolerance") == "any":
        return True
    if "bytes" in expected and "bytes" in actual and "tolerance" not in expected:
        return expected["bytes"] == actual["bytes"]
    wanted, given = numbers(expected), numbers(actual)
    if wanted is None or given is None:
        return True
    return len(wanted) == len(given) and all(equal(a, b, expected.get("tolerance")) for a, b in zip(wanted, given))


def lowest(registers, member, of=lambda one: one):
    """For each register the lowest one that shares the tensor, storage or node, so that ids need not be equal."""
    ids = [of(one).get(member) or f"own {i}" for i, one in enumerate(registers)]
    return [ids.index(one) for one in ids]


def base_of(registers, i):
    """The lowest register that holds the base, "elsewhere", or None for what is no view."""
    base, tensors = registers[i].get("base"), [one.get("tensor") for one in registers]
    return base if base is None else tensors.index(base) if base in tensors else "elsewhere"


def differences(expected, actual, versions):
    """Names what differs between two states. `versions` has the version that each tensor had when its register took it."""
    if NORMAL_MODES | expected.get("modes", {}) != NORMAL_MODES | actual.get("modes", {}):
        yield "modes"
    theirs, ours = actual["registers"], expected["registers"]
    for member in ("tensor", "storage"):
        if lowest(ours, member) != lowest(theirs, member):
            yield f"which registers share a {member}"
    for i, (a, b) in enumerate(zip(ours, theirs)):
        sizes_agree = a["dtype"] == b["dtype"] and a["sizes"] == b["sizes"]
        if not sizes_agree or a.get("strides", contiguous(a["sizes"])) != b.get("strides", contiguous(b["sizes"])):
            yield f"r{i}: dtype, sizes or strides"
        for name in FLAGS:
            if a.get(name, False) != b.get(name, False):
                yield f"r{i}: {name}"
        if a.get("offset", 0) != b.get("offset", 0):
            yield f"r{i}: offset"
        if a.get("leaf", "node" not in a) != b.get("leaf", "node" not in b):
            yield f"r{i}: leaf"
        if base_of(ours, i) != base_of(theirs, i):
            yield f"r{i}: base"
        if ("node" in a) != ("node" in b) or a.get("creation_meta") != b.get("creation_meta"):
            yield f"r{i}: grad_fn or creation meta"
        if not a.get("inference", False) and a["version"] != (b.get("version") or 0) - versions[i]:
            yield f"r{i}: version"
        if ("elements" in a or "bytes" in a) and sizes_agree and not values_agree(a, b):
            yield f"r{i}: elements"
        if ("grad" in a) != ("grad" in b) or "grad" in a and not values_agree(a["grad"], b["grad"]):
            yield f"r{i}: gradient"


class Ended(Exception):
    """The adapter has ended in the middle of a program."""


class Adapter:
    def __init__(self, command, registers):
        self.command, self.registers = command, registers
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.write({"modecheck": 1, "registers": self.registers})
        operations = self.read()["operations"]
        self.operations = None if "all" in operations else set(operations)

    def write(self, line):
        print(json.dumps(line), file=self.process.stdin, flush=True)

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            raise Ended
        return json.loads(line)

    def supports(self, program):
        return self.operations is None or all(one["operation"] in self.operations for one in program)


def play(adapter, line):
    """Returns how many commands were judged, and what mismatches: the command's number and names of what differs."""
    adapter.write({"program": line["program"]})
    states = []
    try:
        while len(states) <= len(line["program"]):
            states.append(adapter.read())
    except Ended:
        adapter.start()
    versions = [one.get("version") or 0 for one in states[0]["registers"]]
    for i, (command, expected, actual) in enumerate(zip(line["program"], line["answers"], states[1:])):
        if actual["outcome"] == "unsupported" or expected["outcome"] == "dropped":
            return i, None
        if actual["outcome"] != expected["outcome"]:
            return i, (i, [f"outcome: {actual['outcome']} in place of {expected['outcome']}"])
        if "class" in actual and actual["class"] not in [expected["class"], *expected.get("also", [])]:
            return i, (i, [f"class of the error: {actual['class']} in place of {expected['class']}"])
        if actual["outcome"] == "ok":
            for name in actual.get("taken", command["results"]):
                versions[int(name[1:])] = actual["registers"][int(name[1:])].get("version") or 0
        if found := list(differences(expected, actual, versions)):
            return i, (i, found)
    if len(states) <= len(line["program"]):
        return len(states) - 1, (len(states) - 1, ["the adapter ended"])
    return len(line["program"]), None


def main():
    if len(sys.argv) < 3:
        print(f"usage: {sys.argv[0]} PACK ADAPTER [ARGUMENT...]", file=sys.stderr)
        sys.exit(2)
    judged = mismatched = 0
    with open(sys.argv[1]) as pack:
        adapter = Adapter(sys.argv[2:], json.loads(next(pack))["registers"])
        for line in map(json.loads, pack):
            if not adapter.supports(line["program"]):
                continue
            commands, found = play(adapter, line)
            judged += commands
            if found is not None:
                mismatched += 1
                print(f"{line['name']}: {line['program'][found[0]]['text']}: {'; '.join(found[1])}")
    print(f"{judged} commands judged, {mismatched} programs mismatch")
    sys.exit(1 if mismatched else 0 if judged else 3)


if __name__ == "__main__":
    main()
