"""Judges programs in a process with torch: reads a request in each line of the input, and answers with lines of JSON.

A request is {"source": the emitted file, "seed": a number, "plant": a fault of plants.py, or empty}. While a program runs, the lines {"at": ...} tell what begins, so
that whoever reads them knows where a process died. The last line of an answer is {"verdict": ...} or {"refused": why}.
"""

import dataclasses
import json
import logging
import os
import signal
import sys
import warnings

import torch
from emitted_program import EmittedProgram, NotUnderstood
from judge import Judge

LONGEST = 60  # seconds for all runs of a program


class TooLong(BaseException):
    pass


def stop(number, frame):
    raise TooLong


def custom_operator():
    """The operator that programs call as users do. An author of an operator writes a kernel for Meta too."""
    library = torch.library.Library("modecheck", "DEF")
    library.define("custom_operator(Tensor self) -> Tensor")
    for key in ("CPU", "Meta"):
        library.impl("custom_operator", lambda x: x.mul(x), key)
    return library


def answer(request, out):
    def say(what):
        print(json.dumps({"at": what}), file=out, flush=True)

    signal.alarm(LONGEST)
    try:
        program = EmittedProgram(request["source"])
        if not program.commands:
            return {"refused": "it has no command"}
        return {"verdict": dataclasses.asdict(Judge(program, request["seed"], say, request["plant"]).judge())}
    except NotUnderstood as error:
        return {"refused": str(error)}
    except TooLong:
        return {"refused": f"it runs for more than {LONGEST} seconds"}
    finally:
        signal.alarm(0)


def main():
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what programs print must not come between the answers
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)  # torch writes a log of each kernel that raises
    torch.set_num_threads(1)
    signal.signal(signal.SIGALRM, stop)
    kept = custom_operator()
    print(json.dumps({"ready": torch.__version__}), file=out, flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), out)), file=out, flush=True)
    del kept
    os._exit(0)  # a thread of a program that took too long may wait forever


if __name__ == "__main__":
    main()
