// This file must not compile; CMakeLists.txt lists the errors that it must give.
#include <torch/torch.h>

int main() {
  torch::nn::Linear layer(1, 2);
  torch::optim::LBFGS optimizer(layer->parameters(), torch::optim::LBFGSOptions(0.1));
}
