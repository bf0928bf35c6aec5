"""Runs an LSTM over a stream inside the mode, with its state kept between calls, and trains another one."""
import torch

torch.manual_seed(0)
served, trained = torch.nn.LSTM(3, 5), torch.nn.LSTM(3, 5)
state = None
with torch.inference_mode():
    for step in range(3):
        _, state = served(torch.randn(2, 1, 3), state)
optimizer = torch.optim.SGD(trained.parameters(), lr=0.1)
output, _ = trained(torch.randn(4, 2, 3))
output.square().mean().backward()
torch.nn.utils.clip_grad_norm_(trained.parameters(), 1.0)
optimizer.step()
