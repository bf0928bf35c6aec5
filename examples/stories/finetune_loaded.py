"""A script loads a checkpoint inside the mode, evaluates it, and then fine-tunes the same model.

Loading inside the mode made every parameter an inference tensor. The first training step needs the weights for
backward.
"""
import io

import torch

torch.manual_seed(0)
checkpoint = io.BytesIO()
torch.save(torch.nn.Linear(6, 3).state_dict(), checkpoint)
checkpoint.seek(0)


def load():
    model = torch.nn.Linear(6, 3)
    model.load_state_dict(torch.load(checkpoint))
    return model


with torch.inference_mode():
    model = load()
    model(torch.ones(2, 6)).argmax(dim=-1)

optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss = model(torch.randn(5, 6)).square().mean()
loss.backward()
optimizer.step()
