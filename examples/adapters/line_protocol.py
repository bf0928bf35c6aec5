"""The lines of modecheck's protocol (docs/OWN_ENGINE.md), for adapters in Python. An adapter gives an engine with the methods

    greeting()                   the members of the greeting, such as `name` and `operations`
    leaf(leaf)                   makes a tensor that a program begins with
    begin(registers)             a program begins; `registers` is the list of its six tensors
    call(command, arguments)     runs a command, and returns its result or results; registers in `arguments` are tensors
    describe(tensor), modes()    what can be observed
    end()                        the program is over

and, unless its errors have libtorch's messages, with the method

    reason(error)                the class of an error, a name that `modecheck rules` lists
"""
import json
import sys


class Unsupported(Exception):
    """The engine lacks what a command asks for. That does not count against it."""


class Guards:
    """The registers and the open guards of a program, for engines whose guards are Python's context managers."""

    def begin(self, registers):
        self.registers, self.guards = registers, []

    def end(self):
        self.leave(len(self.guards))

    def enter(self, guard):
        self.guards.append(guard)
        guard.__enter__()

    def leave(self, count=1):
        for guard in [self.guards.pop() for _ in range(min(count, len(self.guards)))]:
            guard.__exit__(None, None, None)


def is_register(value):
    return isinstance(value, str) and len(value) == 2 and value[0] == "r" and value[1].isdigit()


def with_tensors(value, registers):
    """Replaces the names of registers by what they hold."""
    if isinstance(value, list):
        return [with_tensors(one, registers) for one in value]
    return registers[int(value[1])] if is_register(value) else value


def answer(engine, command, registers):
    """Runs a command, and returns its outcome."""
    arguments = {name: with_tensors(value, registers) for name, value in command["arguments"].items()}
    try:
        results = engine.call(command, arguments)
    except Unsupported:
        return {"outcome": "unsupported"}
    except Exception as error:  # whatever the engine raises is its answer
        out = {"outcome": "error", "message": str(error)}
        return {**out, "class": engine.reason(error)} if hasattr(engine, "reason") else out
    results = list(results) if isinstance(results, (list, tuple)) else [results]
    taken = {name: result for name, result in zip(command["results"], results) if result is not None}
    for name, result in taken.items():
        registers[int(name[1])] = result
    return {"outcome": "ok", "taken": list(taken)}


def say(line):
    print(json.dumps(line), flush=True)


def serve(engine):
    """Answers to modecheck until it ends."""
    leaves = json.loads(sys.stdin.readline())["registers"]
    say({"modecheck": 1, **engine.greeting()})
    for line in sys.stdin:
        registers = [engine.leaf(leaf) for leaf in leaves]
        engine.begin(registers)

        def state():
            return {"modes": engine.modes(), "registers": [engine.describe(one) for one in registers]}

        say(state())
        for command in json.loads(line)["program"]:
            say({**answer(engine, command, registers), **state()})
        engine.end()
