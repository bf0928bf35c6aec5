// A library of five custom operators, each with a fault that modecheck finds. mended.cpp has them without the faults.
// Build and judge it as docs/OWN_OPERATORS.md shows.
#include <torch/library.h>
#include <torch/torch.h>

namespace {

// Writes its argument. It has a kernel for the CPU only, so that nothing bumps the version of what it writes.
at::Tensor& twice_(at::Tensor& self) {
  float* const data = self.data_ptr<float>();
  for (std::int64_t i = 0; i < self.numel(); ++i) data[i] *= 2;
  return self;
}

// Returns a view. Below ADInplaceOrView, where it makes it, views are not tracked.
at::Tensor first(const at::Tensor& self) {
  const at::AutoDispatchBelowADInplaceOrView guard;
  return self.select(0, 0);
}

// Returns its argument, which its schema does not say.
at::Tensor contiguous(const at::Tensor& self) { return self.contiguous(); }

// Writes its argument, which its schema does not say, and as if it lay densely. A graph that saved the argument
// computes a wrong gradient.
at::Tensor normalised(const at::Tensor& self) {
  const at::NoGradGuard guard;
  const at::Tensor sum = self.sum();
  float* const data = self.data_ptr<float>();
  for (std::int64_t i = 0; i < self.numel(); ++i) data[i] /= sum.item<float>();
  return self.clone();
}

// Multiplies two tensors. It keeps the second in a member of its own for backward, where nothing checks its version.
struct Product : torch::autograd::Function<Product> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& self,
                            const at::Tensor& factor) {
    context->saved_data["factor"] = factor;
    return self * factor;
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    return {gradients[0] * context->saved_data["factor"].toTensor(), at::Tensor()};
  }
};
at::Tensor product(const at::Tensor& self, const at::Tensor& factor) { return Product::apply(self, factor); }

}  // namespace

TORCH_LIBRARY(faulty, library) {
  library.def("twice_(Tensor(a!) self) -> Tensor(a!)");
  library.def("first(Tensor(a) self) -> Tensor(a)");
  library.def("contiguous(Tensor self) -> Tensor");
  library.def("normalised(Tensor self) -> Tensor");
  library.def("product(Tensor self, Tensor factor) -> Tensor");
}

TORCH_LIBRARY_IMPL(faulty, CPU, library) {
  library.impl("twice_", twice_);
  library.impl("first", first);
}

// These kernels are for all keys, those of autograd included.
TORCH_LIBRARY_IMPL(faulty, CompositeImplicitAutograd, library) {
  library.impl("contiguous", contiguous);
  library.impl("normalised", normalised);
  library.impl("product", product);
}
