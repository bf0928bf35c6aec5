"""A reward model scores samples inside inference mode, and the policy is trained on the scores.

The scores are only numbers to the author. To autograd they are a factor of the loss, and the product must save its
factors for backward. An inference tensor cannot be saved.
"""
import torch

torch.manual_seed(0)
policy = torch.nn.Linear(8, 4)
reward_model = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)


def score(actions):
    with torch.inference_mode():
        return reward_model(actions).squeeze(-1)


observations = torch.randn(16, 8)
logits = policy(observations)
rewards = score(logits)
log_probs = torch.log_softmax(logits, dim=-1).amax(dim=-1)
loss = -(rewards * log_probs).mean()
loss.backward()
optimizer.step()
