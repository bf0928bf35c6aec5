"""Measures how soon searches find planted faults and known mismatches; scripts/findability calls it.

What is measured is kept in build/findability, a file for each part. docs/FINDABILITY.md and known/findability.json are made of
what the same call measured. A part that was not measured keeps its section of the page.
"""

import argparse
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

SOURCE = pathlib.Path(__file__).resolve().parents[1]
MEASURED = SOURCE / "build/findability"
FAULTS = SOURCE / "build/faults"
# A search for a fault begins with few programs, because most faults are found at once.
FIRST_BUDGETS = (300, 3_000, 30_000)
# For the calibration, CALIBRATED programs predict what the next NEXT programs show.
CALIBRATED, NEXT = 2_000, 500
CALIBRATION_SEEDS = (101, 102)


def run(command, subject, seed, programs, *options, fault=0):
    """Runs a search and returns its result, or None if the search itself died."""
    out = MEASURED / "run.json"
    out.unlink(missing_ok=True)
    call = [command, "run", "--subjects", subject, "--seed", seed, "--programs", programs, "--no-controls", "--shrink", "0",
            "--quiet", "--json", out, *options]
    subprocess.run([str(word) for word in call], env=os.environ | {"MODECHECK_FAULT": str(fault)}, capture_output=True, timeout=900)
    return json.loads(out.read_text()) if out.exists() else None


def first_finding(result):
    """The number of programs up to the first that shows a finding, or None."""
    found = [finding["program"] for finding in result["findings"]] if result else []
    return min(found) + 1 if found else None


def planted_faults():
    for line in (FAULTS / "list").read_text().splitlines():
        number, name, area, _, what, subject = line.split("\t")
        yield {"number": int(number), "name": name, "area": area, "what": what, "subject": subject}


def faulty_command():
    return FAULTS / "source/build/release/cli/modecheck"


def measure_faults(options):
    """For each fault and seed the number of programs until it is found; None if it was not found by then."""
    rows = []
    for fault in planted_faults():
        found = []
        for seed in range(1, options.seeds + 1):
            at = None
            for budget in [b for b in FIRST_BUDGETS if b < options.programs] + [options.programs]:
                at = first_finding(run(faulty_command(), fault["subject"], seed, budget, "--ignore-known", fault=fault["number"]))
                if at is not None:
                    break
            found.append(at)
        rows.append(fault | {"found": found})
        print(f"{fault['number']:4d} {fault['name']}: {sorted(found, key=lambda n: (n is None, n))}", file=sys.stderr)
    return {"seeds": options.seeds, "programs": options.programs, "rows": rows}


def measure_calibration(options):
    """For each fault what CALIBRATED programs predict of the next NEXT ones, and what these show."""
    rows = []
    for fault in planted_faults():
        if fault["subject"].startswith("starved"):
            continue  # each of its programs takes a hundred times as long
        for seed in CALIBRATION_SEEDS:
            before, after = (run(faulty_command(), fault["subject"], seed, programs, "--ignore-known", fault=fault["number"])
                             for programs in (CALIBRATED, CALIBRATED + NEXT))
            if before is None or after is None:
                continue
            first = after["residual_risk"]["signatures"]["first"]
            transitions = [one["residual_risk"]["transitions"] for one in (before, after)]
            rows.append({"fault": fault["name"], "area": fault["area"], "seed": seed,
                         "signatures": before["residual_risk"]["signatures"]["chance"] * NEXT,
                         "signatures_seen": sum(number >= CALIBRATED for number in first),
                         "transitions": transitions[0]["once"] / CALIBRATED * NEXT,
                         "transitions_seen": transitions[1]["shown"] - transitions[0]["shown"]})
        print(rows[-1:], file=sys.stderr)
    if not rows:
        sys.exit("no search of a planted fault came to its end, so nothing was measured")
    return {"programs": CALIBRATED, "next": NEXT, "seeds": list(CALIBRATION_SEEDS), "rows": rows}


def measure_known(options):
    """For each known mismatch of libtorch how many programs of each seed met it, and the first that did."""
    command = SOURCE / "build/release/cli/modecheck"
    programs, met, first, causes, subject, with_ = 0, {}, {}, {}, {}, ""
    for seed in range(1, options.seeds + 1):
        began = time.time()
        result = run(command, "torch:cpu", seed, options.known_programs)
        if result is None:
            sys.exit(f"the search with seed {seed} on torch:cpu wrote no result")
        programs += result["programs"]
        with_ = result["version"]
        subject = next(one for one in result["subjects"] if one["name"] == "torch:cpu")
        for known in result["known"]:
            causes[known["id"]] = known["cause"]
            met[known["id"]] = met.get(known["id"], 0) + known["count"]
            first.setdefault(known["id"], []).append(known["first"] + 1 if known["count"] > 0 else None)
        print(f"seed {seed}: {time.time() - began:.0f} s, {sum(n > 0 for n in met.values())} of {len(met)} met", file=sys.stderr)
    return {"seeds": options.seeds, "each": options.known_programs, "programs": programs, "with": with_,
            "subject": subject["name"], "version": subject["version"], "met": met, "first": first, "causes": causes}


def programs_until_gone(programs, met, confidence):
    """MeetingRate::programs_until_gone (properties/known/meeting_rate.h)."""
    return math.ceil(programs * math.expm1(-math.log1p(-confidence) / met) * (1 - 1e-12)) if met else None


def quantile(found, cap, share):
    """The number of programs by which this share of the searches has found it. `> cap` if fewer found it."""
    ordered = sorted(math.inf if at is None else at for at in found)
    at = ordered[max(0, math.ceil(share * len(ordered)) - 1)]
    if share == 0.5 and len(ordered) % 2 == 0:
        at = statistics.median(ordered)
    return f"> {cap:,}" if math.isinf(at) else f"{round(at):,}"


def or_more(number):
    return "more than known" if number is None else f"{number:,}"


def fault_section(data):
    cap, seeds = data["programs"], data["seeds"]
    rows, all_found = [], 0
    for row in data["rows"]:
        found = row["found"]
        hits = sum(at is not None for at in found)
        all_found += hits == len(found)
        searched = sum(cap if at is None else at for at in found)
        rows.append(f"| {row['number']} | {row['name']} | {row['area']} | {hits} of {len(found)} | {quantile(found, cap, 0.5)} "
                    f"| {quantile(found, cap, 0.95)} | {or_more(programs_until_gone(searched, hits, 0.95))} |")
    return [
        f"Each of {len(rows)} faults ([FAULTS.md](FAULTS.md)) was searched for with the seeds 1 to {seeds}, by at most {cap:,} programs. "
        f"{all_found} of them were found with every seed. The column *gone after* says how many programs without a finding are needed",
        "to say at 95 % that a fault like this is gone.", "",
        "| # | fault | area | found | median | 95 % | gone after |", "|---:|---|---|---:|---:|---:|---:|", *rows]


def total_of(rows, key):
    return sum(row[key] for row in rows)


def calibration_section(data):
    rows, areas = data["rows"], sorted({row["area"] for row in data["rows"]})

    def line(name, of):
        cells = []
        for key in ("signatures", "transitions"):
            predicted, seen = total_of(of, key), total_of(of, key + "_seen")
            cells.append(f"{predicted:,.1f} | {seen:,} | {f'{seen / predicted:.2f}' if predicted else ''}")
        return f"| {name} | {len(of)} | {cells[0]} | {cells[1]} |"

    return [
        f"For each fault of the engine, the model and the device, {data['programs']:,} programs of {len(data['seeds'])} seeds predicted "
        f"what the next {data['next']:,} show: how many of them are the first to show a signature, and how many transitions of the",
        "model are new. A ratio of 1 is a right prediction. The next programs find a little less than the first of them would, because",
        "each new thing is new once.", "",
        "| area | searches | new signatures predicted | seen | ratio | new transitions predicted | seen | ratio |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
        *(line(area, [row for row in rows if row["area"] == area]) for area in areas), line("**all**", rows)]


def known_section(data):
    cap = data["each"]
    rows, never = [], []
    for name in sorted(data["met"], key=lambda one: (-data["met"][one], one)):
        met = data["met"][name]
        if met == 0:
            never.append(name)
            continue
        gone = [programs_until_gone(data["programs"], met, confidence) for confidence in (0.95, 0.99)]
        rows.append(f"| {name} | {data['causes'][name]} | {met:,} | {data['programs'] / met:,.0f} | {quantile(data['first'][name], cap, 0.5)} "
                    f"| {quantile(data['first'][name], cap, 0.95)} | {gone[0]:,} | {gone[1]:,} |")
    return [
        f"{data['with']} searched {data['subject']} {data['version']} with the seeds 1 to {data['seeds']}, {cap:,} programs each. "
        f"They met {len(rows)} of {len(data['met'])} entries of `known/`.",
        "`modecheck run` reads the same figures from `known/findability.json`.", "",
        "| entry | cause | met | one program in | median | 95 % | gone after, 95 % | gone after, 99 % |",
        "|---|---|---:|---:|---:|---:|---:|---:|", *rows, "",
        f"These {len(never)} entries were not met, so no number of programs says that they are gone:", "",
        ", ".join(never) + "."]


HEAD = """# How soon the search finds what is there

Made by `scripts/findability`. A search that finds nothing says more, the more surely it would have found something. This page says
after how many programs planted faults and known mismatches are found, and checks what reports say of the next program.

- *median* and *95 %* are the numbers of programs after which half of the searches, and 95 % of them, had found it. A number after
  `>` is where these searches ended.
- *gone after* is how many programs must not show it before it may be called gone. If *met* programs of *n* showed it, and *m* others do
  not, the confidence is 1 - (n / (n + m))^met. That is the conditional test of Przyborowski and Wilenski (1940), which allows for
  how few programs met it.
- Each program is drawn by itself, so the number until a find is geometric.
"""
SECTIONS = [("calibration", "What reports say of the next program", calibration_section),
            ("faults", "Planted faults", fault_section),
            ("known", "Known mismatches of libtorch", known_section)]


def sections_of(page):
    """The sections that a page has, by heading."""
    return {heading: body.strip("\n") for heading, body in re.findall(r"^## (.+)\n((?:(?!^## ).*\n?)*)", page, re.MULTILINE)}


def write(options, measured):
    """Writes the page, with the sections of the parts that were measured now. The other sections stay."""
    page = SOURCE / "docs/FINDABILITY.md"
    before = sections_of(page.read_text()) if page.exists() else {}
    out = HEAD
    for part, heading, section in SECTIONS:
        body = "\n".join(section(measured[part])) if part in measured else before.get(heading, "This part was not measured.")
        out += f"\n## {heading}\n\n{body}\n"
    target = MEASURED / "FINDABILITY.md" if options.smoke else page
    target.write_text(out)
    if "known" in measured and not options.smoke:
        data = measured["known"]
        kept = {key: data[key] for key in ("with", "subject", "version", "seeds", "programs")} | {"met": dict(sorted(data["met"].items()))}
        (SOURCE / "known/findability.json").write_text(json.dumps(kept, indent=1) + "\n")


def check_calibration(rows):
    """Fails if what was predicted of the faults together is not within a factor of two of what was seen."""
    wrong = [key for key in ("signatures", "transitions")
             if not total_of(rows, key) / 2 <= total_of(rows, key + "_seen") <= total_of(rows, key) * 2]
    if wrong:
        sys.exit(f"predicted and seen differ by more than a factor of two: {', '.join(wrong)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--programs", type=int, default=200_000)
    parser.add_argument("--known-programs", type=int, default=10_000)
    parser.add_argument("--only", choices=[part for part, _, _ in SECTIONS])
    parser.add_argument("--smoke", action="store_true")
    options = parser.parse_args()
    measures = {"faults": measure_faults, "calibration": measure_calibration, "known": measure_known}
    if options.smoke:
        measures = {"known": measure_known}
        options.seeds, options.known_programs = 2, 300
    measured = {}
    for part, measure in measures.items():
        if options.only in (None, part):
            measured[part] = measure(options)
            # What took long is kept, although a later part may fail.
            (MEASURED / f"{part}{'.smoke' if options.smoke else ''}.json").write_text(json.dumps(measured[part]))
            write(options, measured)
    if "calibration" in measured:
        check_calibration(measured["calibration"]["rows"])


if __name__ == "__main__":
    main()
