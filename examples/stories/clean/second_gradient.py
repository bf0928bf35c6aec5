"""Takes the gradient of a gradient, and steps by hand under no_grad."""
import torch

torch.manual_seed(0)
weight = torch.randn(3, requires_grad=True)
for step in range(3):
    (first,) = torch.autograd.grad((weight**3).sum(), weight, create_graph=True)
    first.square().sum().backward()
    with torch.no_grad():
        weight -= 0.001 * weight.grad
        weight.grad = None
