"""Trains a small classifier and evaluates it inside the mode after each epoch."""
import torch

torch.manual_seed(0)
inputs, labels = torch.randn(32, 6), torch.randint(0, 3, (32,))
model = torch.nn.Sequential(torch.nn.Linear(6, 16), torch.nn.ReLU(), torch.nn.Linear(16, 3))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for epoch in range(3):
    model.train()
    loss = torch.nn.functional.cross_entropy(model(inputs), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    model.eval()
    with torch.inference_mode():
        accuracy = (model(inputs).argmax(dim=-1) == labels).float().mean()
        print(f"accuracy {accuracy.item():.2f}")
