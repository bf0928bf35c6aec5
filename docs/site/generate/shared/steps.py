"""Shows an explained program as a list of steps."""

import re

from . import markup


def subject_name(subject, versions):
    """"PyTorch 1.13.1" for a subject of PyTorch, "our engine" for ours, and the subject itself for any other."""
    if subject == "engine:cpu":
        return "our engine"
    return f"PyTorch {versions[subject]}" if subject.startswith("torch") and subject in versions else subject


def outcome_html(outcome):
    if outcome == "ok":
        return '<span class="mc-outcome">runs</span>'
    if outcome.startswith("error "):
        return f'<span class="mc-outcome mc-raises">raises {markup.escaped(outcome[6:])}</span>'
    return f'<span class="mc-outcome mc-dropped">{markup.escaped(outcome)}</span>'


def subject_html(name, said, differs, outcome, fields=()):
    """What a subject did at a step. `fields` are those that differ after the step."""
    if differs:
        return f'<span class="mc-subject mc-differs">{markup.escaped(name)} {markup.escaped(otherwise(said, outcome, fields))}</span>'
    if said == outcome:
        return f'<span class="mc-subject mc-agrees">{markup.escaped(name)} agrees</span>'
    return f'<span class="mc-subject">{markup.escaped(name)}: {markup.escaped(said or "not judged")}</span>'


def otherwise(said, outcome, fields=()):
    """What a subject does that the specification does not allow, as the end of a sentence."""
    if said != outcome and said == "ok":
        return "runs it"
    if said != outcome and said.startswith("error "):
        return "raises " + said[6:]
    shown = ", ".join(field for field in fields if field != "outcome")
    return "differs in " + shown if shown else "differs"


def with_versions(text, versions):
    """The text with "PyTorch 1.13.1" in the place of each subject of PyTorch."""
    for subject, version in versions.items():
        text = re.sub(rf"(?<![\w-]){re.escape(subject)}\b", f"PyTorch {version}", text)
    return text


def fact_html(fact):
    fact = markup.escaped(fact).replace("-&gt;", "→")
    return re.sub(r"\b(r\d)\b", r"<b>\1</b>", fact)


def telling(facts):
    """The facts without those that follow from another one: where a gradient that comes to be lies, and its sizes."""
    fresh = {fact[:2] for fact in facts if re.fullmatch(r"r\d\.grad: none -> defined", fact)}
    return [fact for fact in facts
            if not (fact[:2] in fresh and re.match(r"r\d\.grad(\.sizes| is| shares storage with):", fact))]


def steps_html(explanation, versions):
    """An ordered list: each command and what comes of it by the rules. A step at which a subject does something else names
    what each subject does; the last line says who agrees throughout."""
    items, differing = [], set()
    fields = {}
    for one in explanation.differences:
        fields.setdefault(one.subject, [row[0] for row in one.rows])
    for step in explanation.steps:
        facts = "".join(f"<li>{fact_html(fact)}</li>" for fact in telling(step.facts))
        bad = {name for name, (_, differs) in step.subjects.items() if differs}
        differing |= bad
        subjects = "".join(subject_html(subject_name(name, versions), said, differs, step.outcome,
                                        fields.get(name, ()))
                           for name, (said, differs) in step.subjects.items()) if bad else ""
        state = ' class="mc-bad"' if bad else ""
        items.append(f'<li{state}><div class="mc-line"><code>{markup.escaped(step.command)}</code>'
                     f'{outcome_html(step.outcome)}</div>' + (f"<ul>{facts}</ul>" if facts else "") +
                     (f'<div class="mc-subjects">{subjects}</div>' if subjects else "") + "</li>")
    everyone = list(dict.fromkeys(name for step in explanation.steps for name in step.subjects))
    agreeing = [subject_name(name, versions) for name in everyone if name not in differing]
    foot = f'<p class="mc-foot">{markup.escaped(with_capital(listed(agreeing)))} {"does" if len(agreeing) == 1 else "do"} what the specification says at every step.</p>'
    return '<ol class="mc-steps">\n' + "\n".join(items) + "\n</ol>" + (foot if agreeing else "")


def listed(names):
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1] if names else ""


def with_capital(text):
    return text[:1].upper() + text[1:]
