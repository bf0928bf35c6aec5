// A layer makes its weight inside the mode, and lets it require grad in every call.
#include <torch/torch.h>

#include <exception>
#include <iostream>

namespace {

torch::Tensor fit(const torch::Tensor& examples) {
  const torch::InferenceMode guard;
  torch::Tensor weight = examples.mean(0);
  return weight;
}

torch::Tensor scale(const torch::Tensor& weight, const torch::Tensor& x) {
  weight.requires_grad_();
  return x * weight;
}

}  // namespace

int main() {
  try {
    const torch::Tensor weight = fit(torch::ones({10, 3}));
    scale(weight, torch::ones({2, 3}));
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
