// A program takes a row of a parameter inside the mode and changes the row outside.
#include <torch/torch.h>

#include <exception>
#include <iostream>

namespace {

torch::Tensor padding_row(const torch::Tensor& weight) {
  torch::InferenceMode guard;
  torch::Tensor row = weight.select(0, 0);
  return row;
}

void clear_padding() {
  const torch::Tensor weight = torch::ones({5, 3}).requires_grad_();
  const torch::Tensor row = padding_row(weight);
  row.zero_();
}

}  // namespace

int main() {
  try {
    clear_padding();
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
