"""An encoder runs inside the mode, its features are cloned outside, and the optimizer is to train the encoder too.

PyTorch's message about saved inference tensors advises a clone. The clone removes the error, and with it the only
sign that no gradient reaches the encoder. PyTorch reports nothing.
"""
import torch

torch.manual_seed(0)
encoder = torch.nn.Linear(6, 4)
head = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)


@torch.inference_mode()
def encode(batch):
    return torch.tanh(encoder(batch))


for step in range(3):
    features = encode(torch.randn(8, 6)).clone()
    loss = head(features).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
