// The program that README.md's compile command is tested with.
#include <torch/torch.h>

#include <iostream>

int main() {
  c10::InferenceMode guard;
  std::cout << torch::ones({2}).is_inference() << '\n';
}
