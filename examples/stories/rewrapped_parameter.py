"""A layer wraps its weight as a Parameter in every call. The weight was computed inside the mode.

A Parameter requires grad, and outside the mode an inference tensor cannot require grad.
"""
import torch


class Scale(torch.nn.Module):
    def __init__(self, examples):
        super().__init__()
        self.weight = self.fit(examples)

    @torch.inference_mode()
    def fit(self, examples):
        return examples.std(dim=0)

    def forward(self, x):
        return x * torch.nn.Parameter(self.weight)


torch.manual_seed(0)
scale = Scale(torch.randn(10, 3))
with torch.inference_mode():
    scale(torch.ones(2, 3))
scale(torch.ones(2, 3))
