"""Runs a fuzzing campaign: shares the time among the targets, keeps the corpora and the finds, and goes on where an
earlier campaign in the same folder ended."""

import dataclasses
import pathlib
import shutil
import subprocess
import sys
import threading
import time

import finds
import seeds
import slice_run
from journal import Journal

LONGEST_SLICE = 300  # in seconds; a new process reads the whole corpus, so slices are not short
SHORTEST_SLICE = 2
MOST_FINDS = 5  # a target that stopped so often is not run again in this campaign
MINIMISED_FROM = 5000  # a corpus that has this many inputs, and twice as many as after the last time, is minimised


def say(text):
    print(f"\n== {text}", file=sys.stderr, flush=True)


@dataclasses.dataclass
class Share:
    """What one target may still use of the campaign, in seconds of one process or in runs."""

    target: object
    seconds: float = 0
    runs: int = 0
    running: int = 0


class Campaign:
    """A campaign in a folder:

    corpus/TARGET    the inputs that reached something new
    finds/TARGET     the inputs at which a target stopped
    mended/TARGET    finds that later showed nothing any more
    journal.jsonl    a line for each slice of time that a target ran, and for each minimised corpus
    logs             what the processes printed last
    """

    def __init__(self, folder, targets, root, build, jobs, seed=None):
        self.folder, self.targets, self.root, self.build, self.jobs, self.seed = folder, targets, root, build, jobs, seed
        self.lock = threading.Lock()
        self.go_on_with_minimised()
        for part in ("corpus", "finds", "mended"):
            for target in targets:
                (folder / part / target.name).mkdir(parents=True, exist_ok=True)
        (folder / "logs").mkdir(exist_ok=True)
        self.journal = Journal(folder / "journal.jsonl")
        self.stops = dict.fromkeys((target.name for target in targets), 0)  # how often a target stopped at an input
        self.failed = None  # why the campaign itself could not go on
        self.earlier = len(self.journal.entries)  # how many entries are of earlier campaigns
        self.broken = {}  # by target: why it could not run

    def command(self, target, corpus, words=None):
        return slice_run.command_of(target, self.build, corpus, self.folder / "finds" / target.name, words)

    def environment(self, target):
        return slice_run.environment_of(target, self.root, self.build)

    def prepare(self):
        """Writes the first inputs, looks at earlier finds again, and minimises large corpora."""
        self.seeds, self.words = {}, {}
        for target in self.targets:
            self.seeds[target.name] = seeds.write(target, self.folder / "seeds" / target.name, self.build, self.root)
            self.words[target.name] = seeds.dictionary(target, self.folder / "seeds")
            finds.sort_out(self, target)
            self.minimise(target)

    def go_on_with_minimised(self):
        """Gives a target its inputs again if an earlier campaign was killed while it replaced them by the minimised ones."""
        for target in self.targets:
            corpus, larger = self.folder / "corpus" / target.name, self.folder / "larger" / target.name
            if larger.exists() and not corpus.exists():
                corpus.parent.mkdir(parents=True, exist_ok=True)
                larger.rename(corpus)

    def minimise(self, target):
        corpus = self.folder / "corpus" / target.name
        count = sum(1 for _ in corpus.iterdir())
        last = max((entry["inputs"] for entry in self.journal.entries
                    if entry["target"] == target.name and entry.get("minimised")), default=0)
        if count < max(MINIMISED_FROM, 2 * last):
            return
        smaller = self.folder / "smaller" / target.name
        shutil.rmtree(smaller, ignore_errors=True)
        smaller.mkdir(parents=True)
        say(f"{target.name}: minimising {count} inputs")
        done = subprocess.run([*self.command(target, [smaller, corpus]), "-merge=1"], env=self.environment(target), cwd=self.root,
                              capture_output=True)
        if done.returncode != 0:
            shutil.rmtree(smaller)
            return
        # If the campaign is killed between the two renames, the next one takes the larger folder.
        larger = self.folder / "larger" / target.name
        shutil.rmtree(larger, ignore_errors=True)
        larger.parent.mkdir(exist_ok=True)
        corpus.rename(larger)
        smaller.rename(corpus)
        shutil.rmtree(larger)
        self.journal.add({"target": target.name, "minimised": True, "inputs": sum(1 for _ in corpus.iterdir()), "at": time.time()})

    def run_for(self, seconds):
        """Shares `seconds` of all processes among the targets by their weights."""
        total = sum(target.weight for target in self.targets)
        self.end = time.monotonic() + seconds
        self.run_shares([Share(target, seconds=max(SHORTEST_SLICE, seconds * self.jobs * target.weight / total)) for target in self.targets])

    def run_inputs(self, runs):
        """Gives each target `runs` inputs, which its processes share. With a seed one process makes them: then the same build
        makes the same inputs, because no process reads what another one wrote meanwhile."""
        self.end = None
        if self.seed is not None:
            self.run_shares([Share(target, runs=runs) for target in self.targets])
            return
        for target in self.targets:
            self.run_shares([Share(target, runs=(runs + self.jobs - 1) // self.jobs) for _ in range(self.jobs)])

    def run_shares(self, shares):
        slots = [threading.Thread(target=self.work, args=(slot, shares)) for slot in range(self.jobs)]
        for slot in slots:
            slot.start()
        for slot in slots:
            slot.join()
        if self.failed is not None:
            raise self.failed

    def next_slice(self, shares):
        """Takes a slice from the largest share, and returns the share and the slice, or None at the end."""
        left = float("inf") if self.end is None else self.end - time.monotonic()
        with self.lock:
            open_shares = [share for share in shares if (share.seconds >= 1 or share.runs) and share.target.name not in self.broken]
            if not open_shares or left < 1 or self.failed is not None:
                return None
            # A target that runs already is taken only if no other is left: its processes would find the same inputs.
            share = max(open_shares, key=lambda one: (-one.running, one.seconds, one.runs))
            share.running += 1
            if share.runs:
                taken, share.runs = {"runs": share.runs}, 0
                return share, taken
            seconds = int(max(SHORTEST_SLICE, min(share.seconds, LONGEST_SLICE, left)))
            share.seconds -= seconds
            return share, {"max_total_time": seconds}

    def work(self, slot, shares):
        while (taken := self.next_slice(shares)) is not None:
            share, limit = taken
            try:
                outcome = self.run_slice(slot, share.target, limit)
            except Exception as error:  # such as a full disk
                self.failed = error
                return
            with self.lock:
                share.running -= 1
                # What a process that stopped early has left, the next one uses.
                stopped = outcome is not None and (outcome.found or outcome.stalled)
                if stopped and "runs" in limit:
                    share.runs += max(0, limit["runs"] - outcome.runs)
                elif stopped:
                    share.seconds += max(0, limit["max_total_time"] - outcome.seconds)

    def with_leaking_input(self, target, outcome, log):
        """Returns the outcome with the first input of the corpus that leaks as what was found. The process that lost memory
        names the input that it judged last, which is another one."""
        corpus = [self.folder / "corpus" / target.name, self.seeds[target.name]]
        command = [word for word in self.command(target, corpus) if word != slice_run.NO_LEAKS] + ["-runs=0"]
        found = slice_run.run(command, self.environment(target), self.root, log).found
        leaking = [name for name in found if pathlib.Path(name).name.startswith("leak-")]
        # Without a leaking input in the corpus, what the process judged last is all that there is to look at.
        if not leaking:
            return outcome
        for name in set(found + outcome.found) - set(leaking):
            pathlib.Path(name).unlink(missing_ok=True)
        return dataclasses.replace(outcome, found=leaking)

    def without_stalls(self, target, outcome):
        """Puts aside the inputs that took too long in this slice and do not when they run alone: the machine stood still."""
        found = list(outcome.found)
        for name in outcome.found:
            file = pathlib.Path(name)
            if file.name.startswith("timeout-") and finds.run_again(self, target, file) is None:
                file.rename(self.folder / "mended" / target.name / file.name)
                found.remove(name)
                say(f"{target.name}: an input took longer than {target.timeout} seconds, but alone it does not; it is no find")
        stalled = len(found) < len(outcome.found)
        return dataclasses.replace(outcome, found=found, stalled=stalled, status=0 if stalled and not found else outcome.status)

    def run_slice(self, slot, target, limit):
        corpus = self.folder / "corpus" / target.name
        if self.seed is None:
            command = self.command(target, [corpus, self.seeds[target.name]], self.words[target.name])
        else:
            # File systems list a folder in different orders.
            inputs = self.folder / "seeds" / f"{target.name}.list"
            inputs.write_text(",".join(map(str, sorted(self.seeds[target.name].iterdir()))))
            command = self.command(target, [corpus], self.words[target.name])
            command += [f"-seed={self.seed}", "-reload=0", f"-seed_inputs=@{inputs}"]
        command += [f"-{name}={value}" for name, value in limit.items()]
        log = self.folder / "logs" / f"{target.name}.{slot}.log"
        try:
            outcome = slice_run.run(command, self.environment(target), self.root, log)
        except OSError as error:
            with self.lock:
                self.broken[target.name] = f"cannot be started: {error}"
            return None
        outcome = self.without_stalls(target, outcome)
        if outcome.leaked and target.leaks_are_judged:
            outcome = self.with_leaking_input(target, outcome, log.with_suffix(".leaks.log"))
        with self.lock:
            self.journal.add({"target": target.name, "at": round(time.time(), 1), **dataclasses.asdict(outcome)})
            # A target that stops at one of its first inputs stops at the same one each time.
            self.stops[target.name] += bool(outcome.found)
            if self.stops[target.name] >= MOST_FINDS:
                self.broken[target.name] = f"stopped {self.stops[target.name]} times"
            elif outcome.status != 0 and not outcome.found:
                self.broken[target.name] = f"ended with {outcome.status} and left no input; see {log}"
        if outcome.found:
            say(f"{target.name}: stopped at {pathlib.Path(outcome.found[-1]).name}")
        return outcome
