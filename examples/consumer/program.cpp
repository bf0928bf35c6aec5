// Shows what InferenceMode promises, in code for the libtorch C++ API. Tensors made inside the mode do no bookkeeping
// for autograd, and autograd refuses to save them.
#include <torch/torch.h>

#include <iostream>

int main() {
  const torch::Tensor weight = torch::ones({2, 2}, torch::requires_grad());
  torch::Tensor made_inside;
  {
    const c10::InferenceMode guard;
    made_inside = torch::ones({2, 2}) * 3;
  }
  bool rejected = false;
  try {
    const torch::Tensor saved = weight * made_inside;
  } catch (const c10::Error& error) {
    std::cout << error.what_without_backtrace() << '\n';
    rejected = true;
  }
  std::cout << "is_inference: " << made_inside.is_inference() << ", rejected: " << rejected << '\n';
  return made_inside.is_inference() && rejected ? 0 : 1;
}
