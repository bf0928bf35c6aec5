"""A trainer shards its weights. It gathers them by `parameter.data = ...` inside the mode, and then trains on.

Assigning `.data` turned the parameter into an inference tensor without a word. The update outside the mode is
rejected.
"""
import torch

torch.manual_seed(0)
layer = torch.nn.Linear(4, 2, bias=False)
shards = [shard.clone() for shard in layer.weight.detach().chunk(2)]


def evaluate(batch):
    with torch.inference_mode():
        layer.weight.data = torch.cat(shards)
        return layer(batch)


evaluate(torch.randn(3, 4))
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
layer(torch.randn(3, 4)).sum().backward()
optimizer.step()
