"""A server warms up inside inference mode and serves under no_grad. Both share a workspace.

The warm-up allocated the workspace, so the workspace is an inference tensor. Requests may not write it under no_grad.
"""
import torch


class Server:
    def __init__(self):
        self.model = torch.nn.Linear(4, 4)
        self.workspace = None

    def run(self, request):
        if self.workspace is None:
            self.workspace = torch.empty(8, 4)
        self.workspace[: len(request)].copy_(request)
        return self.model(self.workspace)[: len(request)]

    def warm_up(self):
        with torch.inference_mode():
            self.run(torch.zeros(1, 4))

    @torch.no_grad()
    def serve(self, request):
        return self.run(request)


torch.manual_seed(0)
server = Server()
server.warm_up()
server.serve(torch.randn(3, 4))
