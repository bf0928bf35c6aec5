// A program makes twenty tensors inside the mode, copies them outside and trains on the copies: nothing is told of it.
#include <torch/torch.h>

#include <iostream>
#include <thread>
#include <vector>

namespace {

std::vector<torch::Tensor> serve() {
  const torch::InferenceMode guard;
  std::vector<torch::Tensor> out;
  for (int i = 0; i < 20; ++i) {
    torch::Tensor made = torch::ones({4, 3});
    made.select(0, 1).mul_(i);
    out.push_back(made.transpose(0, 1));
  }
  return out;
}

double train(const std::vector<torch::Tensor>& served) {
  const torch::Tensor weight = torch::ones({4}).requires_grad_();
  for (const torch::Tensor& one : served) torch::matmul(one.clone(), weight).sum().backward();
  return weight.grad().sum().item<double>();
}

}  // namespace

int main() {
  std::thread other([] { train(serve()); });
  const double sum = train(serve());
  other.join();
  std::cout << sum << '\n';
}
