"""Bar charts as SVG. Lengths are percentages and letters have a fixed size, so a chart fits a wide and a narrow screen."""

import math

from . import markup

ROW, GAP, TOP = 15, 9, 20
# Per cent of the width that the names take at the left. Longer names stand above their bars, and take nothing.
LABELS, LONGEST = 38, 20


def scale(low, high, logarithmic, left):
    """A function from a value to per cent of the width, and the values at which the grid has a line."""
    if logarithmic:
        first, last = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
        last = max(last, first + 1)
        ticks = [10.0 ** power for power in range(first, last + 1)]
        place = lambda value: (math.log10(max(value, 10.0 ** first)) - first) / (last - first)
    else:
        step = 10 ** math.floor(math.log10(high / 2)) if high > 0 else 1
        step = next(step * factor for factor in (1, 2, 5, 10) if high / (step * factor) <= 5)
        ticks = [step * i for i in range(int(math.ceil(high / step)) + 1)]
        place = lambda value: value / ticks[-1]
    return (lambda value: left + place(value) * (88 - left)), ticks


def short(value):
    """A number as an axis shows it."""
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:g}{unit}"
    return f"{value:g}"


def grid(ticks, place, height, one):
    parts = []
    # Few of a long axis get a number, so that a narrow screen has room.
    every = math.ceil(len(ticks) / 5)
    for number, tick in enumerate(ticks):
        x = f"{place(tick):.2f}%"
        parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP - 6}" y2="{height}"/>')
        if number % every == 0:
            parts.append(f'<text class="small" x="{x}" y="10" text-anchor="middle">{short(tick)}</text>')
    if one is not None:
        x = f"{place(one):.2f}%"
        parts.append(f'<line class="one" x1="{x}" x2="{x}" y1="{TOP - 6}" y2="{height}"/>')
    return parts


def bars(rows, caption, legend=(), logarithmic=False, unit="", one=None, show=None, colours=("a", "b", "c", "d")):
    """A figure with a group of bars for each row.

    rows: (name, [value, ...]), where a value is a number or None. one: a value that is a line across, from which the
    bars then begin. show: makes a text of a value. colours: a class for each series, or a function from a value to one.
    """
    values = [value for _, group in rows for value in group if value is not None]
    if not values:
        raise ValueError(f"nothing to draw: {caption}")
    positive = [value for value in values if value > 0]
    above = max(len(name) for name, _ in rows) > LONGEST
    left = 2 if above else LABELS
    place, ticks = scale(min(positive + ([one] if one else [])), max(values + ([one] if one else [])), logarithmic, left)
    show = show or (lambda value: f"{value:g}{unit}")
    count = max(len(group) for _, group in rows)
    height = TOP + len(rows) * (count * ROW + GAP + above * ROW)
    parts = grid(ticks, place, height - GAP, one)
    y = TOP
    for name, group in rows:
        if above:
            parts.append(f'<text x="{left}%" y="{y + 11}">{markup.escaped(name)}</text>')
            y += ROW
        else:
            middle = y + len(group) * ROW / 2 + 4
            parts.append(f'<text x="{left - 1}%" y="{middle}" text-anchor="end">{markup.escaped(name)}</text>')
        for series, value in enumerate(group):
            if value is None:
                continue
            begin = place(one) if one is not None else place(ticks[0])
            end = place(value)
            colour = colours(value) if callable(colours) else colours[series]
            parts.append(f'<rect class="{colour}" x="{min(begin, end):.2f}%" width="{max(abs(end - begin), .2):.2f}%" '
                         f'y="{y + series * ROW + 2}" height="{ROW - 4}" rx="2"><title>{markup.escaped(name)}: '
                         f'{markup.escaped(show(value))}</title></rect>')
            parts.append(f'<text class="small" x="{max(begin, end):.2f}%" dx="4" y="{y + series * ROW + 12}">'
                         f'{markup.escaped(show(value))}</text>')
        y += count * ROW + GAP
    keys = "".join(f'<span><i class="{colour}"></i>{markup.escaped(name)}</span>' for name, colour in zip(legend, "abcd"))
    keys = f'<div class="mc-legend">{keys}</div>' if legend else ""
    return (f'<figure class="mc-figure">{keys}<svg height="{height}" role="img" aria-label="{markup.escaped(caption)}">'
            f'{"".join(parts)}</svg><figcaption>{markup.escaped(caption)}</figcaption></figure>')


def tiles(items):
    """Figures in a row: (figure, what it counts)."""
    return '<ul class="mc-tiles">' + "".join(f"<li><b>{markup.escaped(figure)}</b><span>{markup.escaped(text)}</span></li>"
                                              for figure, text in items) + "</ul>"
