"""Trains with batch norm and evaluates inside the mode; running statistics are normal tensors."""
import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Conv2d(1, 4, 3), torch.nn.BatchNorm2d(4), torch.nn.ReLU(), torch.nn.Flatten())
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
for epoch in range(2):
    model.train()
    optimizer.zero_grad()
    model(torch.randn(4, 1, 6, 6)).square().mean().backward()
    optimizer.step()
    with torch.inference_mode():
        model.train()
        model(torch.randn(4, 1, 6, 6))
        model.eval()
        model(torch.randn(4, 1, 6, 6))
