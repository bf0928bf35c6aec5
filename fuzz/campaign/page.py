"""Writes the page of a fuzzing campaign: what ran, how fast, what was reached over time, and what was found."""

import collections
import html
import time

import coverage

HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Fuzzing campaign</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { color-scheme: light dark; --line: #8886; --bar: #3b7dd8; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 84rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
td.n { white-space: nowrap; } th { vertical-align: bottom; } .targets td:nth-child(2) { min-width: 15rem; }
.found { color: #c33; font-weight: 600; }
svg { display: block; } polyline { fill: none; stroke: var(--bar); stroke-width: 1.5; }
code { font-size: .9em; }
</style></head><body>
"""


def slices_of(campaign):
    out = collections.defaultdict(list)
    for entry in campaign.journal.entries:
        if "runs" in entry:
            out[entry["target"]].append(entry)
    return out


def number(value):
    return f"{value:,.0f}"


def curve(slices):
    """Returns a small picture of the features over the runs of a target, or a dash if there are too few slices."""
    if len(slices) < 3:
        return "–"
    runs, points = 0, [(0, 0)]
    for entry in slices:
        runs += entry["runs"]
        points.append((runs, max(entry["features"], points[-1][1])))
    most = points[-1][1] or 1
    drawn = " ".join(f"{160 * x / (runs or 1):.1f},{38 - 36 * y / most:.1f}" for x, y in points)
    return (f'<svg width="160" height="40" role="img" aria-label="features over inputs: {number(most)} at the end">'
            f'<polyline points="{drawn}"/></svg>')


def duration(seconds):
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"


def rows(campaign, found):
    """Yields for each target the cells of its row."""
    slices = slices_of(campaign)
    for target in campaign.targets:
        mine = slices[target.name]
        runs, seconds = sum(entry["runs"] for entry in mine), sum(entry["seconds"] for entry in mine)
        # A process that stopped at once says nothing of the features.
        told = [entry for entry in mine if entry["features"] > 0]
        last = told[-1] if told else {"features": 0, "inputs": 0}
        early = next((entry for entry in reversed(told) if entry["at"] <= (told[0]["at"] + told[-1]["at"]) / 2), None)
        new = number(max(0, last["features"] - early["features"])) if len(told) > 1 else "–"
        yield {"target": target, "runs": runs, "seconds": seconds, "rate": runs / seconds if seconds else 0,
               "features": last["features"], "new": new, "inputs": last["inputs"], "slices": mine,
               "found": len(found.get(target.name, {})), "broken": campaign.broken.get(target.name, "")}


def total_rate(campaign, wall):
    """Returns how many inputs a second all processes judged in this campaign, without earlier ones in its folder."""
    runs = sum(entry["runs"] for entry in campaign.journal.entries[campaign.earlier:] if "runs" in entry)
    return runs / wall if wall else 0


def coverage_table(files):
    """Returns the lines of a table of all files, with the functions that no input calls."""
    all_lines, reached = sum(file.lines for file in files), sum(file.reached for file in files)
    yield (f"<h2>What the inputs reach</h2><p>{number(reached)} of {number(all_lines)} lines, {100 * reached / (all_lines or 1):.1f} %. "
           "Measured in a build with clang's source-based coverage, which judged the corpora and the first inputs again.</p>")
    yield "<table><tr><th>folder<th class=n>lines<th class=n>reached<th class=n>functions that no input calls</tr>"
    for folder, (lines, there, unreached) in coverage.folders(files).items():
        yield f"<tr><td><code>{folder}</code><td class=n>{number(lines)}<td class=n>{100 * there / (lines or 1):.1f} %<td class=n>{unreached}</tr>"
    yield "</table><table><tr><th>file<th class=n>lines<th class=n>reached<th>functions that no input calls</tr>"
    for file in files:
        names = ""
        if file.unreached:
            shown = "<br>".join(f"<code>{html.escape(name)}</code>" for name in file.unreached)
            names = f"<details><summary>{len(file.unreached)}</summary>{shown}</details>"
        yield f"<tr><td><code>{file.name}</code><td class=n>{number(file.lines)}<td class=n>{100 * file.share:.1f} %<td>{names}</tr>"
    yield "</table>"


def write(campaign, found, wall, covered, file):
    """Writes the page. `found` has the groups of finds by target. `wall` is how long the campaign ran, in seconds. `covered`
    is what coverage.measure returned, or None if coverage was not measured."""
    table = list(rows(campaign, found))
    out = [HEAD, "<h1>Fuzzing campaign</h1>",
           f"<p>{time.strftime('%Y-%m-%d %H:%M')}, {campaign.jobs} processes for {duration(wall)}: "
           f"{number(total_rate(campaign, wall))} inputs a second in sum. "
           f"{'With earlier campaigns in this folder' if campaign.earlier else 'In all'}: "
           f"<strong>{number(sum(row['runs'] for row in table))} inputs</strong>.</p>",
           "<table class=targets><tr><th>target<th>judges<th class=n>inputs<th class=n>a second<th class=n>features<th class=n>new in the second half"
           "<th class=n>corpus<th>features over inputs<th class=n>causes found</tr>"]
    for row in table:
        state = f'<br><span class="found">{html.escape(row["broken"])}</span>' if row["broken"] else ""
        mark = ' class="n found"' if row["found"] else " class=n"
        out.append(f"<tr><td><code>{row['target'].name}</code><td>{html.escape(row['target'].what)}{state}"
                   f"<td class=n>{number(row['runs'])}<td class=n>{number(row['rate'])}<td class=n>{number(row['features'])}"
                   f"<td class=n>{row['new']}<td class=n>{number(row['inputs'])}<td>{curve(row['slices'])}"
                   f"<td{mark}>{row['found']}</tr>")
    out.append("</table><p>A feature is a piece of code of the model, the engine or a parser that an input reached, or a group of "
               "transitions of the model. Kernels are not counted.</p><h2>Finds</h2>")
    if not any(found.values()):
        out.append("<p>Nothing was found.</p>")
    for name, groups in found.items():
        for cause, group in groups.items():
            out.append(f"<h3><code>{name}</code>: {html.escape(cause)}</h3><p>{len(group)} inputs, such as "
                       f"<code>{html.escape(str(group[0].file))}</code></p><pre>{html.escape(group[0].text[-3000:])}</pre>")
    if covered is not None:
        out += coverage_table(covered)
    file.write_text("\n".join(out) + "</body></html>\n")


def text(campaign, found, wall):
    """Returns the table of the campaign as lines of text."""
    table = list(rows(campaign, found))
    out = [f"{'target':<18}{'inputs':>12}{'a second':>10}{'features':>10}{'new':>8}{'corpus':>9}{'found':>7}"]
    for row in table:
        out.append(f"{row['target'].name:<18}{number(row['runs']):>12}{number(row['rate']):>10}{number(row['features']):>10}"
                   f"{row['new']:>8}{number(row['inputs']):>9}{row['found']:>7}  {row['broken']}".rstrip())
    out.append(f"{number(total_rate(campaign, wall))} inputs a second in sum")
    return "\n".join(out)
