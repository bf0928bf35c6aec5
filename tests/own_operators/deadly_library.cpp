// A library with one operator that ends the process, and one without a fault.
#include <torch/library.h>
#include <torch/torch.h>

#include <csignal>

namespace {

at::Tensor crash(const at::Tensor& self) {
  std::raise(SIGSEGV);
  return self.clone();
}
at::Tensor same_value(const at::Tensor& self) { return self.clone(); }

}  // namespace

TORCH_LIBRARY(deadly, library) {
  library.def("crash(Tensor self) -> Tensor");
  library.def("same_value(Tensor self) -> Tensor");
}

TORCH_LIBRARY_IMPL(deadly, CompositeImplicitAutograd, library) {
  library.impl("crash", crash);
  library.impl("same_value", same_value);
}
