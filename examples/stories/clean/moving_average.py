"""Keeps a moving average of the weights, made and updated under no_grad."""
import copy

import torch

torch.manual_seed(0)
model = torch.nn.Linear(4, 4)
average = copy.deepcopy(model).requires_grad_(False)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
for step in range(3):
    optimizer.zero_grad()
    model(torch.randn(8, 4)).square().mean().backward()
    optimizer.step()
    with torch.no_grad():
        for mean, parameter in zip(average.parameters(), model.parameters()):
            mean.mul_(0.9).add_(parameter, alpha=0.1)
with torch.inference_mode():
    average(torch.ones(1, 4))
