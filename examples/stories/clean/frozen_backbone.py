"""Fine-tunes a head on features that a frozen backbone makes inside the mode and that are cloned outside."""
import torch

torch.manual_seed(0)
backbone = torch.nn.Sequential(torch.nn.Linear(6, 8), torch.nn.ReLU()).requires_grad_(False)
head = torch.nn.Linear(8, 2)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
for step in range(3):
    with torch.inference_mode():
        features = backbone(torch.randn(4, 6))
    loss = head(features.clone()).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
