"""A decoder allocates its key and value caches on the first request, inside the mode, and resets them outside.

The reset runs between requests, where nobody holds the guard. Writing an inference tensor there is forbidden.
"""
import torch


class Decoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.project = torch.nn.Linear(8, 8)
        self.keys = None
        self.length = 0

    def forward(self, token):
        if self.keys is None:
            self.keys = torch.zeros(4, 8)
        self.keys[self.length] = self.project(token)
        self.length += 1
        return self.keys[: self.length].sum(dim=0)

    def reset(self):
        self.length = 0
        self.keys.zero_()


torch.manual_seed(0)
decoder = Decoder()
for request in range(2):
    with torch.inference_mode():
        for step in range(3):
            decoder(torch.randn(8))
    decoder.reset()
