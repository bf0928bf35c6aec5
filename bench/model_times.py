#!/usr/bin/env python3
"""Times the models of examples/models on several libraries in turn, and writes a table. scripts/model-times starts it.

  model_times.py MODELS OUT SECONDS ROUNDS THREADS NAME=PROGRAM...

MODELS is the folder of the models, and OUT the file of the table. Each NAME is a library, modecheck's engine first, and
each PROGRAM is bench/model_times.cpp built against that library. In each of the ROUNDS the libraries take turns, so that a
machine that slows down slows down all of them. SECONDS is the time of one measurement. THREADS is a number of threads;
the models are timed on one thread, too.
"""
import datetime
import pathlib
import statistics
import subprocess
import sys

# For each model: what it is, and the dimension along which each input is repeated. -1 stands for one request at a time.
MODELS = {
    "mlp": ("an MLP of three layers", [0]),
    "resnet18": ("ResNet-18 with an eighth of its channels", [0]),
    "detector": ("a detector with a custom operator", [-1]),
    "gpt": ("a transformer block that generates six tokens", [-1]),
    "lstm": ("an LSTM cell in a loop", [1, 0]),
    "mobile": ("a mobile net", [0]),
}
BATCHES = (1, 32)
# Why the engine may be slower than the faster PyTorch, by a profile (perf record) of the engine's program.
REASONS = {
    "mlp": "GELU computes erfc in double precision, one number after the other, and layer norm reads its rows twice",
    "resnet18": "convolutions copy their patches before they multiply them, and pooling and batch norm are plain loops; "
                "PyTorch calls oneDNN",
    "mobile": "depthwise convolutions copy their patches and then make products of single rows; PyTorch calls oneDNN, "
              "which does neither",
    "lstm": "between the products of a step, the gates are computed one by one",
}
TOLERANCE = 1e-3  # of the sum of the magnitudes of what a model returns


def measure(program, model, folder, batch, threads, seconds):
    """Returns the time of a batch in nanoseconds, and the sum of the magnitudes of the outputs."""
    words = [program, folder / f"{model}.pt", folder / f"{model}.values.pt", batch, threads, seconds, *MODELS[model][1]]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{program} cannot run {model}: {done.stderr.strip()}")
    time, _, magnitude = done.stdout.split()
    return float(time), float(magnitude)


def row_of(model, batch, threads, programs, folder, seconds, rounds):
    """Returns the times of each library in all rounds."""
    times = {name: [] for name in programs}
    magnitudes = {}
    for _ in range(rounds):
        for name, program in programs.items():
            time, magnitudes[name] = measure(program, model, folder, batch, threads, seconds)
            times[name].append(time)
    first, *others = magnitudes.values()
    for name, other in zip(list(magnitudes)[1:], others):
        if abs(other - first) > TOLERANCE * max(abs(first), 1):
            sys.exit(f"{model}, batch {batch}: {name} returns other numbers: their magnitudes sum up to {other}, not {first}")
    return times


def shown(nanoseconds):
    return f"{nanoseconds / 1e6:.2f} ms" if nanoseconds >= 1e6 else f"{nanoseconds / 1e3:.1f} us"


def line_of(model, batch, threads, times):
    medians = {name: statistics.median(values) for name, values in times.items()}
    engine, *others = medians.values()
    ratio = f"{min(others) / engine:.2f}" if others else "-"
    spread = max((max(values) - min(values)) / statistics.median(values) for values in times.values())
    cells = [model, batch, threads, *(shown(median) for median in medians.values()), ratio, f"{100 * spread:.0f} %"]
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def machine():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "an unknown processor"


def reasons_of(lines):
    """Returns the reasons of the models that have a row with a ratio below 1."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    slower = list(dict.fromkeys(row[0] for row in rows if row[-2] != "-" and float(row[-2]) < 1))
    if not slower:
        return "The engine is faster in every row.\n"
    reasons = [f"- `{model}`: {REASONS.get(model, 'the reason is not known')}.\n" for model in slower]
    return "Rows below 1.00 have these reasons:\n\n" + "".join(reasons)


def text_of(programs, lines, seconds, rounds, threads):
    names = list(programs)
    one = sorted({1, threads})
    head = ["model", "batch", "threads", *names, "ratio", "spread"]
    rule = ["---", *["---:"] * (len(head) - 1)]
    models = "\n".join(f"- `{name}`: {what}{'; it takes one request at a time' if -1 in dimensions else ''}."
                       for name, (what, dimensions) in MODELS.items())
    return f"""# Inference times of saved models

Made by `scripts/model-times --write` on {datetime.date.today()}, on {machine()} with {' and '.join(map(str, one))} thread{'s' if one[-1] > 1 else ''}.
A TorchScript archive is loaded and run inside `InferenceMode`. No library gets another form of the model than the
archive: nothing is frozen, and nothing is optimised for inference beforehand.

The times are of one batch: the median of {rounds} rounds, in which the libraries take turns. A round runs a batch for
{seconds:g} seconds and takes the median of its runs. *Ratio* is the time of the faster PyTorch divided by the time of the engine, so
that above 1.00 the engine is faster. *Spread* is the distance between the fastest and the slowest round of a library, as a share of
its median; the widest of the row is shown. A batch of 32 of a model that takes one request at a time is 32 calls.

{models}

| {' | '.join(head)} |
| {' | '.join(rule)} |
{chr(10).join(lines)}

{reasons_of(lines)}"""


def main(arguments):
    folder, out = (pathlib.Path(argument) for argument in arguments[:2])
    seconds, rounds, threads = float(arguments[2]), int(arguments[3]), int(arguments[4])
    programs = dict(argument.split("=", 1) for argument in arguments[5:])
    lines = []
    for model in MODELS:
        for batch in BATCHES:
            for count in sorted({1, threads}):
                lines.append(line_of(model, batch, count, row_of(model, batch, count, programs, folder, seconds, rounds)))
                print(lines[-1], flush=True)
    out.write_text(text_of(programs, lines, seconds, rounds, threads))
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 7:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
