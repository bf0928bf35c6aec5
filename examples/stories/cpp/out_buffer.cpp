// A feature extractor keeps an output buffer. The buffer was made by a call inside the mode, and a call outside writes
// it.
#include <torch/torch.h>

#include <exception>
#include <iostream>

namespace {

torch::Tensor buffer;

torch::Tensor features(const torch::Tensor& x) {
  if (!buffer.defined()) {
    buffer = torch::empty_like(x);
  }
  torch::tanh_out(buffer, x);
  return buffer;
}

void extract() {
  const torch::Tensor x = torch::linspace(-1, 1, 6);
  {
    torch::InferenceMode guard;
    features(x);
  }
  features(x);
}

}  // namespace

int main() {
  try {
    extract();
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
