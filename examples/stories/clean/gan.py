"""A generator and a discriminator with two optimizers. The generator makes samples under no_grad for one of them."""
import torch

torch.manual_seed(0)
generator, discriminator = torch.nn.Linear(2, 4), torch.nn.Linear(4, 1)
first = torch.optim.Adam(discriminator.parameters(), lr=0.01)
second = torch.optim.Adam(generator.parameters(), lr=0.01)
for step in range(3):
    with torch.no_grad():
        fake = generator(torch.randn(8, 2))
    first.zero_grad()
    (discriminator(fake).mean() - discriminator(torch.randn(8, 4)).mean()).backward()
    first.step()
    second.zero_grad()
    (-discriminator(generator(torch.randn(8, 2))).mean()).backward()
    second.step()
