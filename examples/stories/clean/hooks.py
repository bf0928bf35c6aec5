"""Registers hooks on modules and on tensors, in training and in the mode."""
import torch

torch.manual_seed(0)
seen = []
model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU())
model[0].register_forward_hook(lambda module, inputs, output: seen.append(output.detach().mean().item()))
model[0].weight.register_hook(lambda gradient: gradient * 0.5)
model(torch.ones(2, 4)).sum().backward()
with torch.inference_mode():
    model(torch.ones(2, 4))
print(len(seen), model[0].weight.grad.shape)
