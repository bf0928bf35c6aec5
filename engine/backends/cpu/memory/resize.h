// Giving a tensor other sizes: what `resize_` and an `out=` argument of another shape need.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// Sets sizes and strides, keeping the offset, and grows the storage as needed, by zeros. Raises before anything changes
// if the sizes are negative or too large.
void resize_tensor(const char* name, const at::Tensor& self, c10::IntArrayRef sizes, c10::IntArrayRef strides);
// With row-major strides.
void resize_tensor(const char* name, const at::Tensor& self, c10::IntArrayRef sizes);

// For the operators that lay out their own result: an `out=` argument of the wrong shape becomes row-major, one of the
// right shape keeps its strides.
void resize_output(const char* name, const at::Tensor& out, c10::IntArrayRef sizes);

}  // namespace modecheck::engine::backends
