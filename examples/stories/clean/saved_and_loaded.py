"""Saves a checkpoint, loads it outside the mode, serves it inside, and goes on training."""
import io

import torch

torch.manual_seed(0)
model = torch.nn.Linear(4, 2)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
model(torch.randn(3, 4)).sum().backward()
optimizer.step()
file = io.BytesIO()
torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, file)
file.seek(0)
saved = torch.load(file)
model.load_state_dict(saved["model"])
optimizer.load_state_dict(saved["optimizer"])
with torch.inference_mode():
    model(torch.randn(3, 4))
optimizer.zero_grad()
model(torch.randn(3, 4)).sum().backward()
optimizer.step()
