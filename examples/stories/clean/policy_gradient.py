"""Samples actions and old probabilities inside the mode, clones the latter, and trains the policy on them."""
import torch

torch.manual_seed(0)
policy = torch.nn.Linear(4, 3)
optimizer = torch.optim.Adam(policy.parameters(), lr=0.01)
for episode in range(2):
    states = torch.randn(10, 4)
    with torch.inference_mode():
        before = torch.log_softmax(policy(states), dim=-1)
        actions = torch.multinomial(before.exp(), 1)
    before, actions = before.clone(), actions.clone()
    for step in range(2):
        after = torch.log_softmax(policy(states), dim=-1)
        ratio = (after - before).gather(1, actions).exp()
        loss = -ratio.clamp(0.8, 1.2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
