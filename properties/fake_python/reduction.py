"""Makes a program smaller as long as it shows the same mismatch."""


def without(text, begin, count):
    lines = text.splitlines(keepends=True)
    return "".join(lines[:begin] + lines[begin + count:])


def reduced(text, shows):
    """Returns the smallest program that removing lines gives, where `shows(text)` stays true. The first line is kept."""
    changed = True
    while changed:
        changed = False
        count = max((len(text.splitlines()) - 1) // 2, 1)
        while count:
            at = len(text.splitlines()) - count
            while at >= 1:
                smaller = without(text, at, count)
                if shows(smaller):
                    text, changed = smaller, True
                at -= count
            count //= 2
    return text
