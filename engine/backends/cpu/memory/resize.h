// Declares functions that resize tensors, for `resize_` and for `out=` arguments of another shape than the result.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// Sets sizes and strides of `self`, keeps the offset, and grows the storage by zeros as needed. Raises before anything
// changes if the sizes are too large.
void resize_tensor(const char* name, const at::Tensor& self, c10::IntArrayRef sizes, c10::IntArrayRef strides);
// Resizes `self` to `sizes` with row-major strides. Raises for negative sizes, too.
void resize_tensor(const char* name, const at::Tensor& self, c10::IntArrayRef sizes);

// Resizes `out` for an operator that chooses the layout of its result. If `out` has another shape than the result, its
// strides become row-major. Otherwise `out` keeps its strides.
void resize_output(const char* name, const at::Tensor& out, c10::IntArrayRef sizes);

}  // namespace modecheck::engine::backends
