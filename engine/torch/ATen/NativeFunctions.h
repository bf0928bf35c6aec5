// In libtorch, at::native contains the kernels of operators, which run below the dispatcher. Here it contains the
// functions of at::, which dispatch and are recorded.
#pragma once

#include "ATen/ATen.h"

namespace at {
inline namespace modecheck_v1 {
namespace native {
using namespace at;  // NOLINT: makes every function of at:: available in at::native
inline Tensor _stack(TensorList tensors, std::int64_t dim) { return at::stack(tensors, dim); }
inline bool cpu_equal(const Tensor& self, const Tensor& other) { return self.equal(other); }
inline Tensor narrow_copy_dense(const Tensor& self, std::int64_t dim, std::int64_t start, std::int64_t length) {
  return self.narrow(dim, start, length).clone(c10::MemoryFormat::Contiguous);
}
inline Tensor _stack_cpu(TensorList tensors, std::int64_t dim) { return at::stack(tensors, dim); }
}  // namespace native
}  // namespace modecheck_v1
}  // namespace at
