"""Q-learning: the target comes from the same network under no_grad, and the prediction is recorded."""
import torch

torch.manual_seed(0)
network = torch.nn.Linear(4, 2)
optimizer = torch.optim.RMSprop(network.parameters(), lr=0.01)
for step in range(3):
    state, following, reward = torch.randn(6, 4), torch.randn(6, 4), torch.randn(6)
    with torch.no_grad():
        target = reward + 0.9 * network(following).amax(dim=-1)
    loss = (network(state)[:, 0] - target).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
