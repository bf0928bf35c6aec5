#!/usr/bin/env python3
"""Makes further models for tests/parity/models_test.py: traces of the layers that most models have, and a model whose
attributes are values of all kinds. It takes the arguments of examples/models/make_models.py and writes the same files.
"""
import pathlib
import sys
from typing import Dict, List, NamedTuple, Optional, Tuple

import torch
from torch import Tensor, nn
from torch.nn import functional

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples/models"))
import make_models  # noqa: E402


class Perceptron(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Flatten(), nn.Linear(12, 8), nn.BatchNorm1d(8), nn.GELU(), nn.Dropout(0.5),
                                    nn.Linear(8, 8), nn.PReLU(8), nn.Linear(8, 3), nn.LogSoftmax(-1))

    def forward(self, x: Tensor) -> Tensor:
        return self.layers(x)


class Convolutions(nn.Module):
    """Convolutions in all of their forms, and the layers that stand between them."""

    def __init__(self):
        super().__init__()
        self.lines = nn.Sequential(nn.Conv1d(4, 6, 3, 2, 1), nn.MaxPool1d(2), nn.ConvTranspose1d(6, 4, 3, 2, 1, 1),
                                   nn.Conv1d(4, 4, 4, padding="same"), nn.AdaptiveMaxPool1d(3))
        self.images = nn.Sequential(nn.Conv2d(4, 8, 3, padding=(1, 2), dilation=2, groups=2, bias=False),
                                    nn.GroupNorm(2, 8), nn.ConvTranspose2d(8, 8, 3, 2, 1, 1, groups=4),
                                    nn.InstanceNorm2d(8), nn.Conv2d(8, 4, 3, padding="same", padding_mode="reflect"),
                                    nn.AvgPool2d(2, ceil_mode=True), nn.Upsample(scale_factor=2, mode="bilinear"),
                                    nn.Dropout2d(0.5), nn.PixelShuffle(2), nn.Hardswish())
        self.volumes = nn.Sequential(nn.Conv3d(2, 3, 2, padding="valid"), nn.BatchNorm3d(3), nn.ConvTranspose3d(3, 1, 2))

    def forward(self, line: Tensor, image: Tensor, volume: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
        return self.lines(line), self.images(image), self.volumes(volume)


class Shapes(nn.Module):
    """What a trace records where a program computes with sizes, indices and dtypes."""

    def forward(self, x: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
        n, c, h, w = x.shape
        rows = x.view(n, c * h, w).permute(0, 2, 1).reshape(n * w, -1)[:, : c // 2] * (h**0.5) / w
        places = torch.zeros(n, 3) + torch.arange(3) + torch.full((n, 1), 2.0)
        hidden = x.masked_fill((x > 0) & (x < 1) | ~(x == 0), -1e9)
        resized = functional.interpolate(x, size=(h * 2, w + 1), mode="nearest")
        return rows, places, hidden[:, [0, 1]] // 2, resized.to(torch.float64).type(x.dtype)


class Attention(nn.Module):
    """A transformer's layer. Without gradients PyTorch records one fused operator, which libtorch 1.13.1 has too."""

    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10, 8)
        self.places = nn.Parameter(torch.randn(16, 8))
        self.layer = nn.TransformerEncoderLayer(8, 2, 16, 0.1, batch_first=True)
        self.head = nn.Linear(8, 10)
        self.requires_grad_(False)

    def forward(self, tokens: Tensor) -> Tensor:
        length = tokens.size(1)
        mask = torch.full((length, length), float("-inf")).triu(1)
        return self.head(self.layer(self.words(tokens) + self.places[:length], src_mask=mask))


class Point(NamedTuple):
    x: int
    y: float


class Values(nn.Module):
    """Holds values of all kinds, so that an archive has all of them."""

    numbers: List[int]
    none_yet: List[int]
    reals: List[float]
    flags: List[bool]
    names: List[str]
    rows: List[List[int]]
    table: Dict[str, int]
    by_number: Dict[int, List[float]]
    pair: Tuple[int, Tuple[str, float]]
    maybe: Optional[int]
    present: Optional[float]
    tensors: List[Tensor]
    big: int

    def __init__(self):
        super().__init__()
        self.numbers = [3, 1, 2]
        self.none_yet = []
        self.reals = [0.5, -1.5]
        self.flags = [True, False]
        self.names = ["b", "a"]
        self.rows = [[1], [], [2, 3]]
        self.table = {"b": 1, "a": 2}
        self.by_number = {5: [1.5], -2: []}
        self.pair = (1, ("z", 2.5))
        self.maybe = None
        self.present = 0.25
        self.tensors = [torch.ones(2), torch.arange(3)]
        self.device = torch.device("cpu")
        self.big = -9223372036854775807
        self.register_buffer("state", torch.zeros(2, dtype=torch.float64))

    @torch.jit.export
    def points(self) -> List[Point]:
        return [Point(n, r) for n, r in zip(self.numbers, self.reals)]

    def forward(self, x: Tensor) -> Tuple[Tensor, Tensor]:
        total = float(sum(self.numbers)) + sum(self.reals) + len(self.none_yet) + len(self.rows[2]) * self.rows[0][0]
        for name in self.names:
            total = total * 2 + self.table[name] + (1.0 if name in self.table else 0.0)
        for key, reals in self.by_number.items():
            total += key * len(reals) + sum(reals)
        present = self.present
        if self.maybe is None and present is not None and self.flags[0] and "z" in self.pair[1][0]:
            total += present + self.pair[1][1] + float(self.big % 7) + 2**3 + 7 / 2 - 7 // -2
        text = "{} {} {}".format(self.names, total, self.device)
        points = self.points()
        for point in points:
            total += point.x * point.y
        self.state += total
        return x.to(self.device) * total + self.tensors[0].sum(), torch.tensor([len(text), self.tensors[1].numel()])


make_models.MODELS = {
    "perceptron": (Perceptron, True, lambda: [torch.randn(3, 3, 4)]),
    "block": (lambda: make_models.BasicBlock(4, 8, 2), True, lambda: [torch.randn(2, 4, 6, 6)]),
    "convolutions": (Convolutions, True,
                     lambda: [torch.randn(2, 4, 12), torch.randn(2, 4, 8, 8), torch.randn(1, 2, 4, 4, 4)]),
    "shapes": (Shapes, True, lambda: [torch.randn(2, 4, 5, 6)]),
    "long_memory": (lambda: nn.LSTM(4, 3, 2, batch_first=True, bidirectional=True, dropout=0.3), True,
                    lambda: [torch.randn(2, 5, 4)]),
    "projected": (lambda: nn.LSTM(4, 3, 2, proj_size=2), True, lambda: [torch.randn(5, 2, 4)]),
    "gates": (lambda: nn.GRU(4, 3, 2), True, lambda: [torch.randn(5, 2, 4)]),
    "cell": (lambda: nn.LSTMCell(4, 3), True, lambda: [torch.randn(2, 4)]),
    "attention": (Attention, True, lambda: [torch.tensor([[1, 2, 3, 4], [5, 6, 7, 0]])]),
    "values": (Values, False, lambda: [torch.randn(3)]),
}

if __name__ == "__main__":
    sys.exit(make_models.main())
