// A program that the test compiles with the command in README.md.
#include <torch/torch.h>

#include <iostream>

int main() {
  c10::InferenceMode guard;
  std::cout << torch::ones({2}).is_inference() << '\n';
}
