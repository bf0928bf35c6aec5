// This program is written and built as a user would do it: it includes libtorch's headers, and it needs one include
// path and one library.
#include <torch/torch.h>

#include <iostream>

namespace {

struct Net : torch::nn::Module {
  Net() : weight(register_parameter("weight", torch::ones({3, 2}))) {}
  torch::Tensor forward(const torch::Tensor& x) { return torch::linear(x, weight).relu(); }
  torch::Tensor weight;
};

torch::Tensor doubled(const torch::Tensor& self) { return self * 2; }
TORCH_LIBRARY(one_library, m) { m.def("doubled(Tensor self) -> Tensor", &doubled); }

bool expect(bool holds, const char* what) {
  if (!holds) std::cerr << "not so: " << what << '\n';
  return holds;
}

}  // namespace

int main() {
  Net net;
  const torch::Tensor loss = net.forward(torch::full({4, 2}, 0.5)).sum();
  loss.backward();
  bool ok = expect(loss.item<double>() == 12.0, "the sum of twelve ones is 12");
  ok &= expect(torch::equal(net.weight.grad(), torch::full({3, 2}, 2.0)), "each weight's gradient is 2");
  {
    const c10::InferenceMode guard;
    ok &= expect(net.forward(torch::ones({1, 2})).is_inference(), "inside the mode results are inference tensors");
  }
  // The matrix product is large enough to run on several threads, and on OpenBLAS if OpenBLAS is installed.
  const torch::Tensor large = torch::rand({300, 300}).matmul(torch::eye(300));
  ok &= expect(large.sum().item<double>() > 0, "a product of matrices");
  const auto op = c10::Dispatcher::singleton().findSchemaOrThrow("one_library::doubled", "");
  ok &= expect(op.typed<torch::Tensor(const torch::Tensor&)>().call(torch::ones(1)).item<int>() == 2,
               "a custom operator");
  try {
    TORCH_CHECK(large.dim() == 3, "a matrix has ", large.dim(), " dimensions");
    ok = expect(false, "TORCH_CHECK throws");
  } catch (const c10::Error& error) {
    ok &= expect(std::string(error.what()).find("a matrix has 2 dimensions") != std::string::npos, "its message");
  }
  if (ok) std::cout << "all is well\n";
  return ok ? 0 : 1;
}
