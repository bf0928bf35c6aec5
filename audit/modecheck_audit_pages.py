#!/usr/bin/env python3
"""Writes the results of `modecheck audit` as text, as an HTML page and as SARIF. Needs Python 3.8 and nothing else.

  modecheck_audit_pages.py stories FILE [--json FILE] [--sarif FILE] [--html FILE]
  modecheck_audit_pages.py model FILE [--sarif FILE] [--html FILE]

`stories` reads the lines that a C++ program with MODECHECK_PROVENANCE=json:FILE wrote, or what `audit --python --json`
wrote, and prints each story. `model` reads what `audit MODEL --json` wrote. The recorder of `audit --python` uses the
functions of this file, too.

Exit codes: 0 no story is in the file, or a model's files were written; 1 a story was told; 2 wrong use.
"""
import html
import json
import linecache
import os
import re
import sys
import zipfile

USAGE = 2
START = os.getcwd()  # the folder in which the command was started; paths below it are shown without it


def short(file):
    relative = os.path.relpath(file, START)
    return file if relative.startswith("..") else relative


# ---- stories


def is_of_cpp(story):
    """Whether a C++ program told the story: an error does not know who catches it."""
    return story["caught"] is None


def has_line(place):
    return bool(place and place.get("file") and place.get("line"))


def shown(place):
    """Returns a place in words."""
    if has_line(place):
        return f"{short(place['file'])}:{place['line']}"
    if place and place.get("function"):
        offset = f"+{place['offset']}" if "offset" in place else ""
        return f"{place['function']}{offset} (no line is known: compile the program with -g)"
    return "a place that the recorder did not see"


def place_or_none(place):
    return place if place and (has_line(place) or place.get("function")) else None


def tensor_in_words(story):
    if story["tensor"] is None:
        return "a tensor"
    sizes = "a nested tensor" if story["tensor"]["shape"] is None else f"a tensor of {story['tensor']['shape']}"
    return f"{sizes}, {story['tensor']['dtype']}"


def events(story):
    """What happened, in order: a label, a place or None, and words for what is known or not known of it."""
    made, guard, use, cpp = story["made"], story["guard"], story["use"], is_of_cpp(story)
    if made:
        by = f"by {made['operator'] or 'the engine'}"
        what = by if cpp else f"{by}, which was not recorded" if story["tensor"] is None else f"{by}: {tensor_in_words(story)}"
        yield "made at", place_or_none(made), what
    elif cpp:
        yield "made at", None, "not known: the tensor was made by code that was not watched, or too many tensors existed"
    else:
        yield "made at", None, "by code that calls torch without Python, so the line is not known"
    if guard:
        decorates = ", which decorates the function" if guard.get("decorates") else ""
        yield "inside guard", place_or_none(guard), guard.get("kind", "InferenceMode") + decorates
    elif cpp:
        yield "inside guard", None, "not known: no guard was entered in the thread that made the tensor, or its birth is unknown"
    elif not story["silent"]:
        yield "inside guard", None, "no guard of Python was open in this thread"
    for step in story["handed_over"]:
        yield "handed over", place_or_none(step), step["how"]
    what = use["operator"] if use else ""
    if cpp and story["tensor"] is not None:
        what += f", on {tensor_in_words(story)}"
    if use and use.get("name"):
        what += f", on `{use['name']}`"
    if story["more"]:
        what += f"; {story['more']} more tensor{'s' if story['more'] > 1 else ''} at this line"
    yield "loss seen at" if story["silent"] else "forbidden at", place_or_none(use), what


def speaker(story):
    return "the engine says" if is_of_cpp(story) else "PyTorch says"


def program_lines(story):
    return story["program"].splitlines() if is_of_cpp(story) else ["import torch", *story["program"].splitlines()]


def lines_of(story):
    """Returns the story as lines of text."""
    out = [f"modecheck: {story['title']}"]

    def add(label, text):
        out.append(f"  {label:<15} {text}")

    for label, place, what in events(story):
        add(label, f"{shown(place)}  {place.get('text', '')[:90]}".rstrip() if place else what)
        if place:
            add("", what)
        if place and place.get("called_from"):
            add("", f"called from {shown(place['called_from'])}  {place['called_from']['text'][:70]}")
    if story["message"]:
        add(speaker(story), story["message"][:150] + ("..." if len(story["message"]) > 150 else ""))
    add(f"rule {story['rule']}", story["statement"])
    add("remedy", story["remedy"]["text"])
    for number, line in enumerate(program_lines(story)):
        add("shown by" if number == 0 else "", line)
    if story["caught"]:
        add("note", "The script caught this error.")
    return out


# ---- SARIF


def sarif_file(results, rules):
    """Returns the file. `rules` maps ids to statements."""
    described = [{"id": rule, "shortDescription": {"text": text}} for rule, text in sorted(rules.items())]
    return {"version": "2.1.0", "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "runs": [{"tool": {"driver": {"name": "modecheck audit", "rules": described}}, "results": results}]}


def sarif_location(file, line):
    return {"physicalLocation": {"artifactLocation": {"uri": short(file)}, "region": {"startLine": line}}}


def sarif_of(stories):
    results = []
    for story in stories:
        related = [dict(sarif_location(place["file"], place["line"]), message={"text": text}) for text, place in
                   (("made here", story["made"]), ("inside this guard", story["guard"])) if has_line(place)]
        use = story["use"]
        results.append({
            "ruleId": story["rule"], "level": "warning" if story["silent"] or story["caught"] else "error",
            "message": {"text": f"{story['title']}. {story['remedy']['text']}"},
            "locations": [sarif_location(use["file"], use["line"])] if has_line(use) else [], "relatedLocations": related,
        })
    return sarif_file(results, {story["rule"]: story["statement"] for story in stories})


LEVELS = {"do not migrate": "error", "migrate after changes": "warning", "not judged": "note"}
ADVICE = {
    "do not migrate": "InferenceMode rejects the model, or changes its outputs or what it holds.",
    "migrate after changes": "After a run in InferenceMode, later runs fail for what the mode left behind.",
    "not judged": "The library cannot load the model, or the model fails in normal mode.",
}


def sarif_of_model(facts):
    """One result for each reason. A reason that several libraries give is one result, which names them."""
    results, rules, seen = [], {}, {}
    for answer in facts["libraries"]:
        verdict = answer["verdict"]
        for reason, place in zip(verdict["reasons"], verdict["places"]):
            advice, place = verdict["advice"], place or {}
            rule = place.get("rule") or advice.replace(" ", "-")
            rules.setdefault(rule, ADVICE[advice])
            key = (rule, reason)
            if key in seen:
                seen[key].append(answer["library"])
                continue
            seen[key] = [answer["library"]]
            at = sarif_location(place.get("file") or facts["model"], place.get("line") or 1)
            results.append((key, {"ruleId": rule, "level": LEVELS[advice], "message": {"text": " ".join([reason, *verdict["changes"]])},
                                  "locations": [at]}))
    for key, result in results:
        result["message"]["text"] = f"{', '.join(seen[key])}: {result['message']['text']}"
    return sarif_file([result for _, result in results], rules)


# ---- the page

STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1c2024; --dim: #5c646e; --line: #d8dde3; --code: #f4f6f8; --mark: #fff1c9;
  --made: #2a5db0; --guard: #8a5a00; --bad: #b3261e; --good: #1a7f4b; --bar: #b9cdf0; }
@media (prefers-color-scheme: dark) { :root { --paper: #16191d; --ink: #e4e7eb; --dim: #9aa4af; --line: #343a42; --code: #1f242a;
  --mark: #4a3d12; --made: #7fb0ff; --guard: #f0b95b; --bad: #ff8a80; --good: #5fd39a; --bar: #2c4770; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 54rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.15rem; margin: 0 0 .8rem; color: var(--bad); }
.about { color: var(--dim); margin: .2rem 0 1.5rem; }
article { border-top: 1px solid var(--line); padding: 1.4rem 0 1rem; }
ol { list-style: none; margin: 0; padding: 0 0 0 1.3rem; border-left: 2px solid var(--line); margin-left: .4rem; }
li { position: relative; padding-bottom: 1rem; }
li::before { content: ""; position: absolute; left: calc(-1.3rem - 7px); top: .45rem; width: 12px; height: 12px; border-radius: 50%;
  background: var(--dim); }
li.made::before { background: var(--made); } li.inside::before { background: var(--guard); }
li.forbidden::before, li.loss::before { background: var(--bad); }
.label { font-weight: 600; margin-right: .5rem; } .place { font: .85rem ui-monospace, monospace; color: var(--dim); }
pre { margin: .3rem 0; padding: .5rem 0; background: var(--code); border-radius: .4rem; font: .82rem/1.5 ui-monospace, monospace;
  overflow-x: auto; overflow-wrap: normal; }
pre > span { display: block; padding: 0 .7rem; min-width: max-content; } pre > span.here { background: var(--mark); font-weight: 600; }
pre i { display: inline-block; width: 3.2em; color: var(--dim); font-style: normal; user-select: none; }
dl { display: grid; grid-template-columns: 8rem 1fr; gap: .4rem 1rem; margin: .4rem 0 0; } dt { font-weight: 600; } dd { margin: 0; }
dd { min-width: 0; } .remedy { color: var(--good); font-weight: 600; } .none { color: var(--good); }
@media (max-width: 36rem) { dl { display: block; } dd { margin-bottom: .6rem; } }
"""

# The page of a model has a table for each library, which becomes a list of cards on a narrow screen.
MODEL_STYLE = """
article h2 { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem .8rem; color: var(--ink); margin-bottom: .6rem; }
.verdict { font-size: .85rem; font-weight: 600; padding: .1rem .7rem; border-radius: 1rem; border: 1.5px solid currentColor; }
.migrate { color: var(--good); } .after { color: var(--guard); } .not { color: var(--dim); } .do { color: var(--bad); }
h3 { font-size: .95rem; margin: 1.4rem 0 .3rem; color: var(--dim); font-weight: 600; }
p { margin: .4rem 0; } code { font: .85em ui-monospace, monospace; background: var(--code); border-radius: .25rem; padding: .05em .3em; }
.summary { display: grid; grid-template-columns: max-content max-content; gap: .5rem 1rem; align-items: center; margin: 0 0 1.5rem; }
.advice { border-left: 3px solid var(--good); padding: .1rem 0 .1rem .8rem; margin: .6rem 0; }
.advice.note { border-color: var(--guard); }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; color: var(--dim); font-size: .82rem; } th, td { padding: .35rem .9rem .35rem 0; }
tr + tr td, thead + tbody td { border-top: 1px solid var(--line); } th.n, td.n { text-align: right; }
td:last-child, th:last-child { padding-right: 0; } td.bad { color: var(--bad); font-weight: 600; } tr.mode td { background: var(--code); }
tr.mode td:first-child { font-weight: 600; box-shadow: -.4rem 0 var(--code); } tr.mode td:last-child { box-shadow: .4rem 0 var(--code); }
.bar { display: inline-block; height: .55rem; border-radius: .2rem; background: var(--bar); vertical-align: middle; min-width: 2px; }
table.modes { overflow-wrap: normal; } table.modes th, table.modes td { white-space: nowrap; }
td.time { width: 99%; min-width: 7rem; } td.time .bar-space { display: block; }
@media (max-width: 50rem) {
  .summary { grid-template-columns: minmax(0, 1fr) auto; gap: .5rem; } .verdict { white-space: nowrap; }
  thead { display: none; } table, tbody, tr, td { display: block; } table { overflow-wrap: normal; }
  tr { border-top: 1px solid var(--line); padding: .5rem 0; } tr.mode { background: var(--code); margin: 0 -.5rem; padding: .5rem; }
  tr + tr td, thead + tbody td { border: 0; } td, td.n, td.time { padding: .1rem 0; text-align: left; width: auto; box-shadow: none !important; }
  td:first-child { font-weight: 600; } td[data-name]::before { content: attr(data-name) " "; color: var(--dim); }
  table.modes td:first-child, table.modes td:nth-child(2), td.n { display: inline-block; margin-right: .9rem; }
}
"""


def head_of(title, style):
    title = html.escape(title)
    return ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n<h1>{title}</h1>\n")


END = "\n</body>\n</html>\n"


def page_of(facts):
    """One HTML page of stories, without scripts and without anything from elsewhere.

    `facts` has the members that `audit --python --json` writes. The file of a C++ program has no `torch`.
    """
    esc, stories = html.escape, facts["stories"]
    count = f"{len(stories)} {'story' if len(stories) == 1 else 'stories'}"
    about = f"torch {facts['torch']}, exit code {facts['exit_code']}, {count}" if "torch" in facts else count
    out = [head_of(f"modecheck audit of {facts['script']}", STYLE) + f"<p class=\"about\">{esc(about)}</p>"]
    if not stories:
        out.append("<p class=\"none\">Nothing was found: PyTorch rejected no inference tensor, and no guard lost a gradient.</p>"
                   if "torch" in facts else
                   "<p class=\"none\">Nothing was found: the engine rejected no inference tensor.</p>")
    if facts.get("recorder_failures"):
        out.append(f"<p>The recorder itself failed ({facts['recorder_failures']}), so a story may be missing or wrong.</p>")
    out += [article_of(story) for story in stories]
    return "\n".join(out) + END


def article_of(story):
    esc = html.escape
    out = [f"<article>\n<h2>{with_code(story['title'])}</h2>\n<ol>"]
    for label, place, what in events(story):
        out.append(f"<li class=\"{label.split()[0]}\"><span class=\"label\">{label}</span>")
        out.append(f"<span class=\"place\">{esc(shown(place))}</span><div>{esc(what)}</div>{excerpt(place)}" if place else esc(what))
        if place and place.get("called_from"):
            caller = place["called_from"]
            out.append(f"<div>called from <span class=\"place\">{esc(shown(caller))}</span></div>{excerpt(caller)}")
        out.append("</li>")
    out.append("</ol>\n<dl>")
    program = "".join(f"<span>{esc(line)}</span>" for line in program_lines(story))
    rows = [(speaker(story), esc(story["message"] or "nothing")), (f"rule {story['rule']}", esc(story["statement"])),
            ("remedy", f"<span class=\"remedy\">{esc(story['remedy']['text'])}</span>"), ("shown by", f"<pre>{program}</pre>")]
    if story["caught"]:
        rows.append(("note", "The script caught this error."))
    out += [f"<dt>{name}</dt><dd>{text}</dd>" for name, text in rows]
    out.append("</dl>\n</article>")
    return "\n".join(out)


def excerpt(place):
    """The line of a place with three lines before and after it."""
    if not has_line(place):
        return ""
    return excerpt_of(linecache.getlines(place["file"]), place["line"])


def excerpt_of(lines, here):
    first = max(1, here - 3)
    rows = []
    for number, line in enumerate(lines[first - 1:here + 3], first):
        here_too = ' class="here"' if number == here else ""
        rows.append(f"<span{here_too}><i>{number}</i>{html.escape(line.rstrip())}</span>")
    return f"<pre>{''.join(rows)}</pre>" if rows else ""


# ---- the page of a model

MODES = {"normal": "normal mode", "no_grad": "NoGradGuard", "inference_mode": "InferenceMode",
         "below_adinplaceorview": "below ADInplaceOrView"}


def with_code(text):
    """Escapes a text and shows `names` as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))


def outcome_of(mode):
    """Returns how the outputs of a mode compare with those of normal mode, and whether that is bad."""
    if mode["error"] is not None:
        return "fails", True
    comparison = mode["against_normal"]
    if mode["mode"] == "normal" or comparison is None:
        return "runs", False
    if comparison["same"]:
        return "same outputs", False
    return ("outputs within tolerance", False) if comparison["close"] else ("other outputs", True)


def time_in_words(seconds):
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} \u00b5s"


def count_of(mode, name):
    """Returns a count of one run, or a dash if the run failed or the library does not tell."""
    count = mode["run"] and mode["run"][name]
    return "\u2013" if count is None else count


def table_of_modes(modes):
    normal = modes[0]["seconds"]
    longest = max([mode["seconds"] or 0 for mode in modes]) or 1
    out = ["<table class=\"modes\">\n<thead><tr><th>mode</th><th>result</th><th>time of one run</th><th class=\"n\">\u00d7 normal</th>"
           "<th class=\"n\">nodes</th><th class=\"n\">views</th><th class=\"n\">version bumps</th></tr></thead>\n<tbody>"]
    for mode in modes:
        words, is_bad = outcome_of(mode)
        seconds = mode["seconds"]
        time = "\u2013" if seconds is None else (
            f"{time_in_words(seconds)}<span class=\"bar-space\"><span class=\"bar\" style=\"width:{100 * seconds / longest:.0f}%\">"
            "</span></span>")
        ratio = f"{seconds / normal:.2f}" if seconds and normal else "\u2013"
        row_class = ' class="mode"' if mode["mode"] == "inference_mode" else ""
        bad = ' class="bad"' if is_bad else ""
        out.append(f"<tr{row_class}><td>{MODES[mode['mode']]}</td><td{bad}>{words}</td><td class=\"time\">{time}</td>"
                   f"<td class=\"n\" data-name=\"\u00d7 normal\">{ratio}</td>"
                   f"<td class=\"n\" data-name=\"nodes\">{mode['nodes']}</td>"
                   f"<td class=\"n\" data-name=\"views\">{count_of(mode, 'views')}</td>"
                   f"<td class=\"n\" data-name=\"bumps\">{count_of(mode, 'version_bumps')}</td></tr>")
    return "\n".join(out) + "\n</tbody>\n</table>"


def held_in_words(held):
    words = [text for member, text in (("new", "new"), ("replaced", "replaced"), ("became_inference", "now an inference tensor"))
             if held[member]]
    if held["version_bumps"]:
        words.append(f"written {held['version_bumps']} time{'s' if held['version_bumps'] > 1 else ''}")
    return ", ".join(words) or "written without a version bump"


def left_behind(answer):
    mode = next(mode for mode in answer["modes"] if mode["mode"] == "inference_mode")
    if not mode["held"]:
        return "<p>Nothing: the model holds what it held before.</p>"
    rows = "".join(f"<tr><td><code>{html.escape(held['name'])}</code></td><td>{held_in_words(held)}</td></tr>\n"
                   for held in mode["held"])
    return f"<table>\n<tbody>\n{rows}</tbody>\n</table>"


def loaded_inside(answer):
    inside = answer["loaded_inside"]
    if inside["error"] is not None or "later" not in inside:
        return "The model fails inside the mode."
    later = inside["later"]["normal"]
    return (f"{inside['inference_tensors']} of {inside['tensors']} tensors are inference tensors; a run outside "
            f"{'works' if later is None else 'in normal mode fails'}.")


def beside_other(answer):
    other = answer.get("against_other")
    if other is None:
        return ""
    if "reason" in other:
        words = f"The outputs differ: {other['reason']}."
    else:
        words = f"The outputs differ by {'at most ' if other['close'] else ''}{other['largest_difference']:.3g}."
    return f"<h3>Beside {html.escape(answer['other'])}</h3>\n<p>{html.escape(words)}</p>"


def badge(advice):
    return f"<span class=\"verdict {advice.split()[1 if advice.startswith('migrate ') else 0]}\">{advice}</span>"


def source_lines(model, file):
    """Returns the lines of a source that an error names: a file of this machine, or one in the model's archive."""
    if os.path.isfile(file):
        return linecache.getlines(file)
    try:
        with zipfile.ZipFile(model) as archive:
            name = next(name for name in archive.namelist() if name.endswith("/" + file))
            return archive.read(name).decode("utf-8", "replace").splitlines()
    except (OSError, StopIteration, zipfile.BadZipFile):
        return []


def reason_of(model, reason, place):
    lines = source_lines(model, place["file"]) if has_line(place) else []
    return f"<p>{with_code(reason)}</p>" + (excerpt_of(lines, place["line"]) if lines else "")


def library_of(model, answer):
    verdict = answer["verdict"]
    out = [f"<article>\n<h2>{html.escape(answer['library'])} {badge(verdict['advice'])}</h2>"]
    out += [reason_of(model, reason, place) for reason, place in zip(verdict["reasons"], verdict["places"])]
    if not verdict["reasons"]:
        out.append("<p>InferenceMode gives the outputs of normal mode, and nothing that was tried fails afterwards.</p>")
    out += [f"<p class=\"advice\">{with_code(change)}</p>" for change in verdict["changes"]]
    out += [f"<p class=\"advice note\">{with_code(note)}</p>" for note in verdict["notes"]]
    if "error" not in answer:
        out += ["<h3>The four modes</h3>", table_of_modes(answer["modes"]),
                "<h3>What two runs in InferenceMode leave in the model</h3>", left_behind(answer),
                "<h3>Loaded inside the mode</h3>", f"<p>{loaded_inside(answer)}</p>", beside_other(answer)]
    return "\n".join(part for part in out if part) + "\n</article>"


def input_in_words(value):
    if "sizes" in value:
        return f"{value['dtype']} {value['sizes']}"
    words = {"GenericDict": "a dictionary", "Tuple": "a tuple", "String": "a text", "Int": "an integer", "Double": "a number",
             "Bool": "a bool", "Device": "a device"}
    return words.get(value["kind"], "a list" if "List" in value["kind"] else value["kind"])


def page_of_model(facts):
    answers = facts["libraries"]
    out = [head_of(f"modecheck audit of {short(facts['model'])}", STYLE + MODEL_STYLE)]
    known = next((answer for answer in answers if "inputs" in answer), None)
    if known:
        inputs = "; ".join(input_in_words(value) for value in known["inputs"]) or "none"
        mode = "training" if known["training"] else "evaluation"
        out.append(f"<p class=\"about\">in {mode} mode, with the inputs {html.escape(inputs)}</p>")
    out.append("<p class=\"summary\">" + "".join(
        f"<span>{html.escape(answer['library'])}</span><span>{badge(answer['verdict']['advice'])}</span>" for answer in answers) + "</p>")
    out += [library_of(facts["model"], answer) for answer in answers]
    out.append("<p class=\"about\">The time is the median of single runs on one thread. Nodes are those of the outputs' graph. "
               "Views that are recorded and version bumps are those of one run. The engine tells only the bumps of the inputs and "
               "of what the model holds.</p>")
    return "\n".join(out) + END


# ---- the run


def wrong_use(message):
    sys.stderr.write(f"modecheck audit: {message}\n")
    sys.exit(USAGE)


def write(file, text):
    try:
        with open(file, "w", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        wrong_use(f"{file} cannot be written: {error.strerror}; name another file")


def say(text):
    """Prints the text. A reader such as `head` may stop reading."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        wrong_use(f"standard output: cannot be written: {error.strerror}")


def read(file):
    try:
        with open(file, encoding="utf-8") as stream:
            return stream.read()
    except (OSError, UnicodeDecodeError) as error:
        wrong_use(f"{file} cannot be read: {error}")


def read_stories(file):
    """Returns what the page shows. Each line is a story, or the whole file is what `audit --python --json` wrote."""
    text = read(file)
    try:
        whole = json.loads(text)
        if "modecheck_audit" in whole:
            return whole
    except (ValueError, TypeError):
        pass
    stories = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            story = json.loads(line)
            lines_of(story)
        except (ValueError, TypeError, KeyError, AttributeError):
            wrong_use(f"{file}:{number}: this is no story. Each line is one that a program with MODECHECK_PROVENANCE=json:FILE "
                      "wrote, or the file is of `modecheck audit --python --json FILE`")
        stories.append(story)
    return {"script": short(file), "stories": stories}


def read_arguments(arguments):
    if len(arguments) < 2 or arguments[0] not in ("stories", "model"):
        wrong_use("expected `stories FILE` or `model FILE`; see the beginning of modecheck_audit_pages.py")
    files = {"--json": None, "--sarif": None, "--html": None}
    for option, value in zip(arguments[2::2], arguments[3::2]):
        if option not in files:
            wrong_use(f"there is no option {option}; there are --json FILE, --sarif FILE and --html FILE")
        files[option] = value
    return arguments[0], arguments[1], files


def main(arguments):
    if arguments == ["--check"]:
        return 0
    kind, file, files = read_arguments(arguments)
    told = None
    if kind == "model":
        facts = json.loads(read(file))
        sarif, page, code = sarif_of_model(facts), page_of_model(facts), 0
    else:
        facts = read_stories(file)
        told = "\n\n".join("\n".join(lines_of(story)) for story in facts["stories"]) or f"{file} has no story"
        sarif, page, code = sarif_of(facts["stories"]), page_of(facts), 1 if facts["stories"] else 0
    for option, text in (("--json", json.dumps(facts, indent=2)), ("--sarif", json.dumps(sarif, indent=2)), ("--html", page)):
        if files[option]:
            write(files[option], text if option == "--html" else text + "\n")
    if told is not None:
        say(told)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
