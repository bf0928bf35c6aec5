"""Runs many programs, and gathers what they show."""

import collections
import time

from cause import Cause
from reduction import reduced

KEY = ("property", "operator", "what")
DIED = "no program ends the process"


class Campaign:
    def __init__(self, modecheck, worker, accepted, seed=1):
        self.modecheck, self.worker, self.accepted, self.seed = modecheck, worker, accepted, seed
        self.causes = {}
        self.counts = collections.Counter()
        self.endings = collections.defaultdict(collections.Counter)  # operators, by why a run ended early
        self.refusals = collections.Counter()
        self.seconds = 0

    def run(self, programs, until=float("inf"), say=lambda text: None):
        """Runs the programs from number 0 on, no longer than `until`, a time of time.monotonic()."""
        began = time.monotonic()
        for number in range(programs):
            if time.monotonic() > until:
                break
            self.one(number)
            if (number + 1) % 100 == 0:
                say(f"{number + 1} programs, {len(self.new_causes())} causes that are not accepted")
        self.seconds = time.monotonic() - began

    def one(self, number):
        self.counts["drawn"] += 1
        text = self.modecheck.draw(self.seed, number)
        source = self.modecheck.emit(text)
        if source is None:
            self.counts["without a Python form"] += 1
            return
        answer = self.worker.judge(source, number)
        if "refused" in answer:
            self.refusals[answer["refused"]] += 1
            return
        self.counts["judged"] += 1
        for mismatch in self.mismatches(answer):
            self.count(mismatch, text, number)
        if "verdict" in answer:
            self.note(answer["verdict"])

    @staticmethod
    def mismatches(answer):
        """Returns the mismatches of an answer. A death in the real run is no mismatch of fake tensors."""
        if "verdict" in answer:
            return answer["verdict"]["mismatches"]
        if answer.get("died", "the real run") in ("the real run", "the beginning"):  # or the program was refused
            return []
        return [{"property": DIED, "operator": answer["died"], "what": f"the process ends with {answer['status']}",
                 "detail": "", "command": 0}]

    def note(self, verdict):
        self.counts["commands that agree"] += verdict["agreed"]
        self.counts["with symbols"] += verdict["symbols"] > 0
        self.counts["with other sizes"] += verdict["other_sizes"]
        self.counts["with a mismatch"] += bool(verdict["mismatches"])
        if verdict["ended"]:
            why, operator = verdict["ended"]
            self.endings[why][operator] += 1

    def count(self, mismatch, text, number):
        cause = Cause(mismatch, text, number, number, row=self.accepted.row_of(mismatch))
        known = self.causes.setdefault(cause.key, cause)
        known.programs += 1
        if cause.row:
            cause.row.programs += 1
            cause.row.operators[mismatch["operator"]] += 1
        if cause.length < known.length:
            known.mismatch, known.program, known.number, known.seed = mismatch, text, number, number

    def found_at(self, plant, programs):
        """Returns the number of the first program that shows a planted fault, or None. Without the fault it shows less."""
        for number in range(programs):
            source = self.modecheck.emit(self.modecheck.draw(self.seed, number))
            if source is None:
                continue
            with_it, without = ({tuple(one[part] for part in KEY) for one in self.mismatches(self.worker.judge(source, number, fault))}
                                for fault in (plant, ""))
            if with_it - without:
                return number
        return None

    def new_causes(self):
        return [cause for cause in self.causes.values() if cause.row is None]

    def reduce(self, cause):
        """Makes the program of a cause smaller. If it can begin with fake tensors, it does."""
        def mismatch_of(text, seed):
            source = self.modecheck.emit(text)
            found = self.mismatches(self.worker.judge(source, seed)) if source else []
            return next((one for one in found if tuple(one[part] for part in KEY) == cause.key), None)

        # The last bit of the seed says whether views are asked; the other bits choose where tensors become fake.
        if mismatch_of(cause.program, cause.seed % 2):
            cause.seed %= 2
        cause.program = reduced(cause.program, lambda text: mismatch_of(text, cause.seed) is not None)
        cause.mismatch = mismatch_of(cause.program, cause.seed) or cause.mismatch
        cause.reduced = True
