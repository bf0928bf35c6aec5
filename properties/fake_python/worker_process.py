"""The process that judges programs. If it dies, the next program gets a new one."""

import json
import pathlib
import subprocess
import sys

WORKER = pathlib.Path(__file__).resolve().parent / "worker.py"


class WorkerProcess:
    def __init__(self, command=(sys.executable, "-B", str(WORKER))):
        self.command = command
        self.process = None
        self.version = ""
        self.deaths = 0

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if not line:
            self.stop()
            raise RuntimeError(f"{' '.join(map(str, self.command))} ends before it is ready: does `import torch` work?")
        self.version = json.loads(line)["ready"]

    def judge(self, source, seed, plant=""):
        """Returns {"verdict": ...}, {"refused": why} or {"died": what it was doing, "status": how}."""
        if self.process is None:
            self.start()
        doing = "the beginning"
        try:
            self.process.stdin.write(json.dumps({"source": source, "seed": seed, "plant": plant}) + "\n")
            self.process.stdin.flush()
            for line in self.process.stdout:
                answer = json.loads(line)
                if "at" not in answer:
                    return answer
                doing = answer["at"]
        except BrokenPipeError:
            pass
        self.deaths += 1
        return {"died": doing, "status": self.stop()}

    def stop(self):
        if self.process is None:
            return 0
        self.process.stdin.close()
        try:
            status = self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.process.stdout.close()
        self.process = None
        return status
