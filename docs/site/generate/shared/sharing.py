"""A picture of which registers share a storage, from the steps that `modecheck explain` tells."""

import dataclasses
import re

from . import markup

ROW, WIDTH, LEFT, TENSOR = 62, 430, 64, 220


@dataclasses.dataclass
class Tensor:
    name: str
    kind: str
    sizes: str
    version: str
    storage: int
    base: str = ""
    meta: str = ""
    requires_grad: bool = False


class Registers:
    """The tensors that the registers hold after the steps so far."""

    def __init__(self, start):
        self.held = {}
        self.storages = 0
        for line in start:
            self.read(line)

    def fresh(self):
        self.storages += 1
        return self.storages

    def read(self, fact):
        """Takes over what one line says: a new tensor in a register, or a version or flag that changed."""
        made = re.match(r"(r\d): (\w+ \[[^\]]*\]), (\w+)(.*)", fact)
        moved = re.match(r"(r\d)\.version: .* -> (\S+)", fact)
        flag = re.match(r"(r\d)\.requires_grad: .* -> (true|false)", fact)
        if made:
            name, sizes, kind, rest = made.groups()
            view = re.search(r"view of (r\d|a tensor in no register) \((\w+)\)", rest)
            other = re.search(r"(?:shares storage with|the same tensor as) (r\d)", rest)
            source = view[1] if view and view[1] in self.held else other[1] if other else ""
            storage = self.held[source].storage if source in self.held else self.fresh()
            version = re.search(r"version (\S+)", rest)
            self.held[name] = Tensor(name, kind, sizes, version[1] if version else "", storage,
                                     view[1] if view else "", view[2] if view else "", "requires_grad" in rest)
        elif moved and moved[1] in self.held:
            self.held[moved[1]].version = moved[2]
        elif flag and flag[1] in self.held:
            self.held[flag[1]].requires_grad = flag[2] == "true"


def after(explanation):
    """The registers after the whole program."""
    registers = Registers(explanation.start)
    for step in explanation.steps:
        for fact in step.facts:
            registers.read(fact)
    return registers


def shown_groups(registers, program):
    """The storages that several registers of the program look at, or that the two kinds meet at: lists of tensors."""
    named = set(re.findall(r"\br\d\b", program))
    groups = {}
    for name in sorted(registers.held):
        if name in named:
            groups.setdefault(registers.held[name].storage, []).append(registers.held[name])
    if not any(len(group) > 1 for group in groups.values()):
        return []
    # A base stands above its views.
    return [sorted(group, key=lambda tensor: (tensor.base != "", tensor.name)) for _, group in sorted(groups.items())]


def tensor_svg(tensor, y):
    kind = "tensor inference" if tensor.kind == "inference" else "tensor"
    version = "no version counter" if tensor.version == "none" else f"version {tensor.version}"
    grad = ", requires grad" if tensor.requires_grad else ""
    return (f'<rect class="{kind}" x="{LEFT}" y="{y + 6}" width="{TENSOR}" height="{ROW - 14}" rx="8"/>'
            f'<text class="name" x="{LEFT + 10}" y="{y + 26}">{tensor.name}</text>'
            f'<text x="{LEFT + 36}" y="{y + 26}">{markup.escaped(tensor.sizes)}</text>'
            f'<text class="small" x="{LEFT + 10}" y="{y + 43}">{tensor.kind}{grad}, {version}</text>'
            f'<path class="link" d="M{LEFT + TENSOR} {y + ROW / 2 - 1} h36"/>')


def view_svg(from_y, to_y, meta, lane):
    """An arrow at the left side from a view to its base."""
    a, b, x = from_y + ROW / 2 - 1, to_y + ROW / 2 - 1, LEFT - 14 - 12 * lane
    return (f'<path class="view" d="M{LEFT} {a} H{x + 6} Q{x} {a} {x} {a - 6} V{b + 6 if b < a else b - 6} '
            f'Q{x} {b} {x + 6} {b} H{LEFT - 7}"/><path class="head" d="M{LEFT} {b} l-8 -4 v8 z"/>'
            f'<title>view, {markup.escaped(meta)}</title>')


def sharing_html(explanation, program):
    """A figure, or nothing if no two registers share a storage."""
    groups = shown_groups(after(explanation), program)
    if not groups:
        return ""
    parts, y, told = [], 0, []
    for number, group in enumerate(groups):
        top, places = y, {}
        for tensor in group:
            places[tensor.name] = y
            parts.append(tensor_svg(tensor, y))
            y += ROW
        lane = 0
        for tensor in group:
            if tensor.base in places:
                parts.append(view_svg(places[tensor.name], places[tensor.base], tensor.meta, lane))
                lane += 1
                told.append(f"{tensor.name} is a view of {tensor.base}, made as {tensor.meta}.")
        left = LEFT + TENSOR + 36
        parts.append(f'<rect class="storage" x="{left}" y="{top + 6}" width="{WIDTH - left - 2}" '
                     f'height="{y - top - 14}" rx="4"/><text class="small" x="{left + 12}" '
                     f'y="{(top + y) / 2 + 2}">storage {number + 1}</text>')
        y += 6
    caption = "After the last step. A box is a tensor, dashed for an inference tensor; an arrow leads from a view to its base. "
    return (f'<figure class="mc-figure mc-sharing"><svg viewBox="0 0 {WIDTH} {y}" role="img" '
            f'aria-label="which registers share a storage">{"".join(parts)}</svg>'
            f'<figcaption>{caption}{" ".join(told)}</figcaption></figure>')
