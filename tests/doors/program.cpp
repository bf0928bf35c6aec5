// What README.md's line for the compiler is tried on.
#include <torch/torch.h>

#include <iostream>

int main() {
  c10::InferenceMode guard;
  std::cout << torch::ones({2}).is_inference() << '\n';
}
