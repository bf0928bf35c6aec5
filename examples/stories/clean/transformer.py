"""Encodes a batch with a transformer layer, recorded and inside the mode."""
import torch

torch.manual_seed(0)
layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
optimizer = torch.optim.AdamW(layer.parameters(), lr=0.001)
layer(torch.randn(2, 5, 8)).mean().backward()
optimizer.step()
layer.eval()
with torch.inference_mode():
    print(layer(torch.randn(2, 5, 8)).shape)
