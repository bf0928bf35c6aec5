"""Compares two runs of a program command by command. Knows nothing of torch."""

from mismatch import Mismatch
from outcome import ARGUMENT

RETURNS = "returns"


def error_difference(predicted, real):
    """Returns how two outcomes differ, or an empty text."""
    if predicted.raised != real.raised:
        if predicted.raised:
            return f"fake raises {predicted.pattern() if predicted.kind == ARGUMENT else 'an error about ' + predicted.kind}"
        # A message belongs to the cause only where no rule of autograd or of InferenceMode rejects the command.
        return f"fake {RETURNS}, real raises {real.pattern() if real.kind == ARGUMENT else 'an error about ' + real.kind}"
    if predicted.kind != real.kind:
        return f"the error is about {predicted.kind}, of real tensors about {real.kind}"
    return ""


def missing_fields(predicted, real, unseen):
    """Returns what a step does not show of what the other one shows, except the fields `unseen`."""
    out = [f"{name} is missing" for name in real.registers if name not in predicted.registers]
    for name, fields in real.registers.items():
        other = predicted.registers.get(name, fields)
        out += [f"{field} is missing" for field in fields if field not in other and field not in unseen]
    return sorted(set(out))


def differing_fields(predicted, real):
    """Returns pairs of a field's name and the register that has it, where two steps differ."""
    out = []
    for name, fields in sorted(real.registers.items()):
        other = predicted.registers.get(name, {})
        out += [(field, name) for field in fields if field in other and other[field] != fields[field]]
    out += [(field, "") for field in real.sharing if predicted.sharing.get(field) != real.sharing[field]]
    return out


def text_of(step, field, name):
    return step.registers.get(name, {}).get(field) if name else step.sharing.get(field)


def named(field, predicted, real):
    """The name of a field that differs. It says where an error is the answer of one run only."""
    if str(predicted).startswith("raises ") and not str(real).startswith("raises "):
        return f"{field} {predicted.partition(':')[0]}"
    return f"{field} of which a real tensor has none" if str(real).startswith("raises ") else field


def step_difference(predicted, real, unseen):
    """Returns what differs and its details, or None."""
    what = error_difference(predicted.outcome, real.outcome)
    if what:
        return what, f"fake: {predicted.outcome.text()}; real: {real.outcome.text()}"
    fields = differing_fields(predicted, real)
    if not fields:
        missing = missing_fields(predicted, real, unseen)
        return (", ".join(missing), "") if missing else None
    names = ", ".join(sorted({named(field, text_of(predicted, field, name), text_of(real, field, name)) for field, name in fields}))
    after = f" after {real.outcome.pattern()}" if real.outcome.raised else ""
    details = (f"{name or 'registers'}: {field} is {text_of(predicted, field, name)}, of real tensors {text_of(real, field, name)}"
               for field, name in fields)
    return names + after, "; ".join(details)


def missing_step(predicted, real):
    """Returns the first step of the real run that the other run should have, too, and has not."""
    if not predicted:
        return None  # no tensor became fake before the end of the program
    begins, numbers = predicted[0].number, {step.number for step in predicted}
    return next((step for step in real if step.number >= begins and step.number not in numbers), None)


def compare(property_name, predicted, real, looks_at_elements=True, unseen=frozenset()):
    """Compares the steps of a run with those of a real run, which may begin earlier. Fields in `unseen` may be missing.

    Returns the first mismatch or None, why the comparison ended early, and how many commands agree. With
    `looks_at_elements` an error of the real run that needs elements ends the comparison.
    """
    by_number = {step.number: step for step in real}
    agreed = 0
    for step in predicted:
        if step.outcome.stops_a_trace:
            return None, (step.outcome.stops_a_trace, step.operator), agreed
        other = by_number.get(step.number)
        if other is None:
            return Mismatch(property_name, step.operator, "only one run has this command", "", step.number), None, agreed
        if looks_at_elements and other.outcome.needs_elements and not step.outcome.raised:
            return None, ("an error that needs elements", step.operator), agreed
        found = step_difference(step, other, unseen)
        if found:
            what, detail = found
            what += f" ({step.state})" if step.state else ""
            return Mismatch(property_name, step.operator, what, detail, step.number), None, agreed
        agreed += 1
    if missing := missing_step(predicted, real):
        return Mismatch(property_name, missing.operator, "only one run has this command", "", missing.number), None, agreed
    return None, None, agreed
