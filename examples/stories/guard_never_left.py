"""An evaluation enters the guard by hand and returns early, so the guard stays open during training.

Nothing is recorded inside the mode. The loss has no graph, and backward says only that it does not require grad.
"""
import torch


class Evaluation:
    def __init__(self, model):
        self.model = model
        self.guard = torch.inference_mode()

    def run(self, batch):
        self.guard.__enter__()
        loss = self.model(batch).square().mean().item()
        if loss < 1e6:
            return loss
        self.guard.__exit__(None, None, None)
        return None


torch.manual_seed(0)
model = torch.nn.Linear(4, 1)
evaluation = Evaluation(model)
print("evaluated:", evaluation.run(torch.ones(2, 4)) is not None)
loss = model(torch.randn(8, 4)).square().mean()
loss.backward()
