"""Loads batches of a normal data set, and scores them inside the mode."""
import torch
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
data = TensorDataset(torch.randn(12, 3), torch.arange(12))
model = torch.nn.Linear(3, 1)
scores = []
with torch.inference_mode():
    for batch, index in DataLoader(data, batch_size=4, shuffle=True):
        scores.append(model(batch).squeeze(-1))
print(torch.cat(scores).shape)
