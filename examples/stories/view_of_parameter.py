"""A script takes a row of an embedding inside the mode and changes the row outside.

The row is a view of a normal tensor. Autograd cannot tell whether the write is to be recorded, and rejects it.
"""
import torch

torch.manual_seed(0)
embedding = torch.nn.Embedding(5, 3)
with torch.inference_mode():
    padding = embedding.weight[0]
    print("the padding row sums to", padding.sum().item())

padding.zero_()
