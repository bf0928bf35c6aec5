"""A server builds its model inside the mode and later loads new weights from a thread that does not hold the guard.

Every parameter of the model is an inference tensor, so `load_state_dict` may not write it outside the mode.
"""
import torch


def build():
    return torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU(), torch.nn.Linear(4, 2))


torch.manual_seed(0)
with torch.inference_mode():
    served = build()
    served(torch.ones(1, 4))

new_weights = build().state_dict()
served.load_state_dict(new_weights)
