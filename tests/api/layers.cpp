// This file must not compile; CMakeLists.txt lists the errors that it must give.
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() { register_module("fc", torch::nn::Linear(784, 64)); }
  torch::nn::Linear fc{nullptr};
};

int main() {
  torch::nn::Conv2d conv(torch::nn::Conv2dOptions(1, 2, 3));
  torch::optim::SGD optimizer(Net().parameters(), 0.1);
}
