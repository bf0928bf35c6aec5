#!/usr/bin/env python3
"""Makes six small TorchScript models with PyPI's torch (1.13.1 or 2.x), for examples/inference_workload.cpp and the tests.

    export PYTHONPATH=$(scripts/python-torch torch==2.15.0 | tail -n 1) TORCH_USE_RTLD_GLOBAL=1
    python3 examples/models/make_models.py FOLDER [MODEL...]
    modecheck audit FOLDER/MODEL.pt --inputs FOLDER/MODEL.inputs.pt

For each model the script writes three files to FOLDER:

    MODEL.pt          the archive, as torch.jit.save writes it
    MODEL.inputs.pt   a list of tensors, as torch.save writes it: the inputs of a run
    MODEL.values.pt   a list of tensors, as torch.save writes it: the inputs, then the tensors that the model returned

The weights are random numbers of a fixed seed, so that a second run writes the same models.
"""
import os
import sys
from typing import List, Optional, Tuple

import torch
from torch import Tensor, nn
from torch.nn import functional


class Mlp(nn.Module):
    """A classifier of two hidden layers. A list of layers is unrolled, and a submodule can be absent."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(12, 16), nn.Linear(16, 16), nn.Linear(16, 5)])
        self.norm = nn.LayerNorm(16)
        self.scale: float = 0.5

    def forward(self, x: Tensor) -> Tensor:
        for i, layer in enumerate(self.layers):
            x = layer(x)
            if i < 2:
                x = functional.gelu(self.norm(x)) if i == 0 else torch.relu(x)
        return torch.log_softmax(x * self.scale, dim=-1)


class BasicBlock(nn.Module):
    def __init__(self, inner: int, outer: int, stride: int):
        super().__init__()
        self.conv1 = nn.Conv2d(inner, outer, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outer)
        self.conv2 = nn.Conv2d(outer, outer, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outer)
        self.downsample = nn.Sequential()
        if stride != 1 or inner != outer:
            self.downsample = nn.Sequential(nn.Conv2d(inner, outer, 1, stride, bias=False), nn.BatchNorm2d(outer))

    def forward(self, x: Tensor) -> Tensor:
        out = functional.relu(self.bn1(self.conv1(x)), inplace=True)
        out = self.bn2(self.conv2(out))
        out += self.downsample(x)
        return functional.relu(out)


class ResNet18(nn.Module):
    """The layers of ResNet-18 with an eighth of its channels."""

    def __init__(self, width: int = 8):
        super().__init__()
        self.conv1 = nn.Conv2d(3, width, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        blocks: List[nn.Module] = []
        inner = width
        for stage in range(4):
            outer = width * 2**stage
            blocks += [BasicBlock(inner, outer, 1 if stage == 0 else 2), BasicBlock(outer, outer, 1)]
            inner = outer
        self.blocks = nn.Sequential(*blocks)
        self.fc = nn.Linear(inner, 10)

    def forward(self, x: Tensor) -> Tensor:
        x = functional.max_pool2d(torch.relu(self.bn1(self.conv1(x))), 3, 2, 1)
        x = functional.adaptive_avg_pool2d(self.blocks(x), [1, 1])
        return self.fc(torch.flatten(x, 1))


def roi_align(features: Tensor, regions: Tensor, scale: float, pooled: int) -> Tensor:
    """Computes what examples/roi_align_kernel.h computes: the mean of each cell of each region of a feature map."""
    height, width = features.shape
    out = torch.zeros(regions.shape[0], pooled, pooled)
    for i, region in enumerate(regions.tolist()):

        def edge(low: float, high: float, index: int, size: int) -> int:
            position = scale * (low + (high - low) * index / pooled)
            return min(max(int(position + 0.5), 0), size)

        for row in range(pooled):
            for column in range(pooled):
                top, left = edge(region[1], region[3], row, height), edge(region[0], region[2], column, width)
                bottom = max(edge(region[1], region[3], row + 1, height), top + 1)
                right = max(edge(region[0], region[2], column + 1, width), left + 1)
                out[i, row, column] = features[top:bottom, left:right].mean()
    return out


class Detector(nn.Module):
    """Proposes boxes, drops those that overlap a better one, and pools each box with a custom operator."""

    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.ReLU(), nn.Conv2d(8, 8, 3, 2, 1), nn.ReLU())
        self.objectness = nn.Conv2d(8, 1, 1)
        self.deltas = nn.Conv2d(8, 4, 1)
        self.head = nn.Linear(8 * 4, 3)

    def boxes(self, deltas: Tensor) -> Tensor:
        height, width = deltas.size(1), deltas.size(2)
        y = (torch.arange(height, dtype=torch.float32) * 4 + 2).view(-1, 1).expand(height, width)
        x = (torch.arange(width, dtype=torch.float32) * 4 + 2).view(1, -1).expand(height, width)
        size = torch.sigmoid(deltas[2:]) * 8 + 4
        center = torch.stack([x, y]) + torch.tanh(deltas[:2])
        out = torch.cat([center - size / 2, center + size / 2])
        return out.flatten(1).t().clamp(min=0.0, max=32.0)

    def keep(self, boxes: Tensor, most: int) -> List[int]:
        kept: List[int] = []
        i = 0
        while i < boxes.size(0) and len(kept) < most:
            box = boxes[i]
            overlaps = False
            for j in kept:
                other = boxes[j]
                inner = (torch.minimum(box[2:], other[2:]) - torch.maximum(box[:2], other[:2])).clamp(min=0.0).prod()
                outer = (box[2:] - box[:2]).prod() + (other[2:] - other[:2]).prod() - inner
                if float(inner / outer) > 0.3:
                    overlaps = True
                    break
            if not overlaps:
                kept.append(i)
            i += 1
        return kept

    def forward(self, image: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
        assert image.dim() == 3, "the detector takes one image of three channels"
        features = self.backbone(image.unsqueeze(0))[0]
        scores = torch.sigmoid(self.objectness(features.unsqueeze(0))).flatten()
        boxes = self.boxes(self.deltas(features.unsqueeze(0))[0])
        order = torch.argsort(scores, descending=True)
        boxes, scores = boxes[order], scores[order]
        kept = torch.tensor(self.keep(boxes, 4))
        boxes, scores = boxes.index_select(0, kept), scores.index_select(0, kept)
        pooled: List[Tensor] = []
        for channel in features.unbind(0):
            pooled.append(torch.ops.modecheck_examples.roi_align(channel, boxes, 0.25, 2))
        classes = torch.softmax(self.head(torch.stack(pooled, 1).flatten(1)), -1)
        return boxes, scores, classes


class Gpt(nn.Module):
    """A transformer block that keeps the keys and values of earlier tokens, and generates tokens greedily."""

    def __init__(self, width: int = 16, heads: int = 4, words: int = 20):
        super().__init__()
        self.heads = heads
        self.words = nn.Embedding(words, width)
        self.places = nn.Embedding(32, width)
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.wide = nn.Linear(width, 4 * width)
        self.narrow = nn.Linear(4 * width, width)
        self.head = nn.Linear(width, words)
        self.register_buffer("keys", torch.zeros(1, heads, 0, width // heads))
        self.register_buffer("values", torch.zeros(1, heads, 0, width // heads))

    @torch.jit.export
    def reset(self) -> None:
        self.keys = self.keys[:, :, :0]
        self.values = self.values[:, :, :0]

    def split(self, x: Tensor) -> Tensor:
        return x.view(x.size(0), x.size(1), self.heads, x.size(2) // self.heads).transpose(1, 2)

    @torch.jit.export
    def step(self, tokens: Tensor, mask: Optional[Tensor]) -> Tensor:
        start = self.keys.size(2)
        x = self.words(tokens) + self.places(torch.arange(start, start + tokens.size(1)))
        query, key, value = self.qkv(self.norm1(x)).chunk(3, -1)
        self.keys = torch.cat([self.keys, self.split(key)], 2)
        self.values = torch.cat([self.values, self.split(value)], 2)
        scores = self.split(query) @ self.keys.transpose(-2, -1) / float(self.keys.size(-1))**0.5
        if mask is not None:
            scores = scores.masked_fill(mask, float("-inf"))
        mixed = (torch.softmax(scores, -1) @ self.values).transpose(1, 2).flatten(2)
        x = x + self.out(mixed)
        x = x + self.narrow(functional.gelu(self.wide(self.norm2(x))))
        return self.head(x[:, -1])

    def forward(self, prompt: Tensor) -> Tuple[Tensor, Tensor]:
        self.reset()
        length = prompt.size(1)
        mask = torch.ones(length, length, dtype=torch.bool).triu(1)
        logits = self.step(prompt, mask)
        tokens: List[int] = []
        for _ in range(6):
            token = torch.argmax(logits, -1, keepdim=True)
            tokens.append(int(token.item()))
            logits = self.step(token, None)
        return torch.tensor(tokens), logits


class Lstm(nn.Module):
    """A cell written out, with a loop over time that stops at each sequence's own length."""

    def __init__(self, inner: int = 6, hidden: int = 8):
        super().__init__()
        self.hidden = hidden
        self.inputs = nn.Linear(inner, 4 * hidden)
        self.states = nn.Linear(hidden, 4 * hidden, bias=False)
        self.decoder = nn.Linear(hidden, 2)

    def cell(self, x: Tensor, state: Tuple[Tensor, Tensor]) -> Tuple[Tensor, Tensor]:
        h, c = state
        gates = self.inputs(x) + self.states(h)
        i, f, g, o = gates.chunk(4, 1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(c), c

    def forward(self, x: Tensor, lengths: Tensor) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
        zeros = torch.zeros(x.size(1), self.hidden)
        state = (zeros, zeros)
        outputs: List[Tensor] = []
        for t in range(x.size(0)):
            h, c = self.cell(x[t], state)
            active = (lengths > t).unsqueeze(1)
            state = (torch.where(active, h, state[0]), torch.where(active, c, state[1]))
            outputs.append(state[0])
        return self.decoder(torch.stack(outputs)), state


class Inverted(nn.Module):
    def __init__(self, inner: int, outer: int, stride: int):
        super().__init__()
        self.same = stride == 1 and inner == outer
        self.layers = nn.Sequential(
            nn.Conv2d(inner, 3 * inner, 1, bias=False), nn.BatchNorm2d(3 * inner), nn.ReLU6(),
            nn.Conv2d(3 * inner, 3 * inner, 3, stride, 1, groups=3 * inner, bias=False), nn.BatchNorm2d(3 * inner),
            nn.Hardswish(), nn.Conv2d(3 * inner, outer, 1, bias=False), nn.BatchNorm2d(outer))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.layers(x) if self.same else self.layers(x)


class Mobile(nn.Module):
    """Inverted residual blocks of depthwise convolutions, in single precision."""

    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(3, 8, 3, 2, 1, bias=False), nn.BatchNorm2d(8), nn.ReLU6(), Inverted(8, 8, 1), Inverted(8, 12, 2),
            Inverted(12, 12, 1), nn.Conv2d(12, 24, 1), nn.Hardswish())
        self.classifier = nn.Sequential(nn.Dropout(0.2), nn.Linear(24, 10))

    def forward(self, x: Tensor) -> Tensor:
        return self.classifier(self.features(x).mean([2, 3]))


def spread_statistics(model: nn.Module) -> None:
    """Gives the running statistics of batch norms values that are not the defaults."""
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.running_mean.uniform_(-0.1, 0.1)
            module.running_var.uniform_(0.5, 1.5)


def flat(value) -> List[Tensor]:
    if isinstance(value, Tensor):
        return [value]
    return [tensor for element in value for tensor in flat(element)]


# For each model: the class, whether it is traced instead of scripted, and its inputs.
MODELS = {
    "mlp": (Mlp, False, lambda: [torch.randn(4, 12)]),
    "resnet18": (ResNet18, True, lambda: [torch.randn(2, 3, 32, 32)]),
    "detector": (Detector, False, lambda: [torch.rand(3, 32, 32)]),
    "gpt": (Gpt, False, lambda: [torch.tensor([[3, 1, 4, 1, 5]])]),
    "lstm": (Lstm, False, lambda: [torch.randn(7, 3, 6), torch.tensor([7, 4, 5])]),
    "mobile": (Mobile, True, lambda: [torch.randn(2, 3, 24, 24)]),
}


def define_roi_align() -> torch.library.Library:
    """Registers the operator that the detector names. It exists as long as the result does."""
    library = torch.library.Library("modecheck_examples", "DEF")
    library.define("roi_align(Tensor features, Tensor regions, float scale, int pooled) -> Tensor")
    library.impl("roi_align", roi_align, "CPU")
    return library


def make(name: str, folder: str) -> None:
    kind, traced, make_inputs = MODELS[name]
    torch.manual_seed(17)
    model = kind()
    with torch.no_grad():
        spread_statistics(model)
    model.eval()
    inputs = make_inputs()
    saved = torch.jit.trace(model, tuple(inputs), check_trace=False) if traced else torch.jit.script(model)
    torch.jit.save(saved, os.path.join(folder, name + ".pt"), _extra_files={"note.txt": "made by make_models.py"})
    with torch.no_grad():
        outputs = flat(saved(*inputs))
    torch.save(inputs, os.path.join(folder, name + ".inputs.pt"))
    torch.save([tensor.contiguous() for tensor in inputs + outputs], os.path.join(folder, name + ".values.pt"))


def main() -> int:
    names = sys.argv[2:] or list(MODELS)
    unknown = [name for name in names if name not in MODELS]
    if len(sys.argv) < 2 or unknown:
        print("usage: make_models.py FOLDER [MODEL...], with models of", ", ".join(MODELS), file=sys.stderr)
        return 2
    library = define_roi_align()  # keeps the operator until the models are made
    os.makedirs(sys.argv[1], exist_ok=True)
    for name in names:
        make(name, sys.argv[1])
    del library
    return 0


if __name__ == "__main__":
    sys.exit(main())
