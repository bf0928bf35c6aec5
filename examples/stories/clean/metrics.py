"""Accumulates metrics inside the mode from tensors of a training step, and switches recording by set_grad_enabled."""
import torch

torch.manual_seed(0)
model = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
with torch.inference_mode():
    total = torch.zeros(())
for phase in ("train", "validate", "train"):
    with torch.set_grad_enabled(phase == "train"):
        loss = model(torch.randn(8, 4)).square().mean()
    if phase == "train":
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.inference_mode():
        total += loss
print(total.item() >= 0)
