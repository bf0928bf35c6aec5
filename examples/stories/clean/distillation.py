"""A teacher runs under no_grad and a student learns from it. The teacher is in no optimizer."""
import torch

torch.manual_seed(0)
teacher, student = torch.nn.Linear(5, 3), torch.nn.Linear(5, 3)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for step in range(3):
    x = torch.randn(8, 5)
    with torch.no_grad():
        target = torch.softmax(teacher(x), dim=-1)
    loss = -(target * torch.log_softmax(student(x), dim=-1)).sum(dim=-1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
