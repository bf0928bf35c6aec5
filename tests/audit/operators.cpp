// Registers custom operators, which model_test.py lets a model call. The file is linked to the engine's worker, and is
// a shared library for libtorch's.
#include <ATen/ATen.h>
#include <torch/library.h>

namespace {

at::Tensor twice(const at::Tensor& x) { return x * 2; }

// Returns another result at each call.
at::Tensor ticked(const at::Tensor& x) {
  static int ticks = 0;
  return x + ++ticks;
}

TORCH_LIBRARY(audit_test, m) {
  m.def("twice(Tensor x) -> Tensor");
  m.def("ticked(Tensor x) -> Tensor");
}
TORCH_LIBRARY_IMPL(audit_test, CPU, m) {
  m.impl("twice", &twice);
  m.impl("ticked", &ticked);
}

}  // namespace
