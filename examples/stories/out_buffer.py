"""A feature extractor keeps an output buffer for `out=`. The buffer was made by a call inside the mode.

A later call outside the mode writes the same buffer.
"""
import torch

buffers = {}


def features(x):
    if x.shape not in buffers:
        buffers[x.shape] = torch.empty_like(x)
    return torch.tanh(x, out=buffers[x.shape])


x = torch.linspace(-1, 1, 6)
with torch.inference_mode():
    features(x)
features(x)
