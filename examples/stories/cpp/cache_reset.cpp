// A decoder makes its cache on the first request, inside the mode, and resets the newest entry outside.
#include <torch/torch.h>

#include <exception>
#include <iostream>

namespace {

struct Decoder {
  torch::Tensor keys;
  torch::Tensor newest;

  torch::Tensor forward(const torch::Tensor& token) {
    if (!keys.defined()) {
      keys = torch::zeros({4, 8});
    }
    newest = keys.select(0, 0);
    newest.copy_(token);
    return keys.sum(0);
  }

  void reset() { newest.zero_(); }
};

void serve() {
  Decoder decoder;
  for (int request = 0; request < 2; ++request) {
    {
      torch::InferenceMode guard;
      decoder.forward(torch::ones({8}));
    }
    decoder.reset();
  }
}

}  // namespace

int main() {
  try {
    serve();
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
