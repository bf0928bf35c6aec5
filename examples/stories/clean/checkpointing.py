"""Recomputes activations in backward, with both forms of torch.utils.checkpoint."""
import torch
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
block = torch.nn.Sequential(torch.nn.Linear(6, 6), torch.nn.Tanh())
head = torch.nn.Linear(6, 1)
optimizer = torch.optim.SGD([*block.parameters(), *head.parameters()], lr=0.1)
for reentrant in (True, False):
    x = torch.randn(4, 6, requires_grad=True)
    optimizer.zero_grad()
    head(checkpoint(block, x, use_reentrant=reentrant)).mean().backward()
    optimizer.step()
