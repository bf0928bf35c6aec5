"""A trainer copies its weights for a moving average inside the mode, and updates the average under no_grad.

The copies are inference tensors. The guard no_grad does not allow writing them; only the mode does.
"""
import torch


class MovingAverage:
    def __init__(self, model):
        with torch.inference_mode():
            self.shadow = [parameter.clone() for parameter in model.parameters()]

    @torch.no_grad()
    def update(self, model):
        for average, parameter in zip(self.shadow, model.parameters()):
            average.mul_(0.9).add_(parameter, alpha=0.1)


torch.manual_seed(0)
model = torch.nn.Linear(3, 3)
average = MovingAverage(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model(torch.randn(2, 3)).sum().backward()
optimizer.step()
average.update(model)
