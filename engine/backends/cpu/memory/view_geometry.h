// Computes the geometry of the result of every view operator, and checks the arguments. `view.cpp` makes aliases with
// the geometry, and `in_place_view.cpp` sets it on the tensor itself.
#pragma once

#include "engine/backends/iterate/geometry.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

Geometry geometry_of(const char* name, const at::Tensor& self);

Geometry transposed(const char* name, const at::Tensor& self, std::int64_t dim0, std::int64_t dim1);
// Returns the sizes and strides of the result of `t`, which transposes a matrix and does not change a tensor of fewer
// dimensions. Raises if the tensor has more than two dimensions.
Geometry matrix_transposed(const char* name, const at::Tensor& self);
Geometry squeezed(const char* name, const at::Tensor& self);
Geometry squeezed(const char* name, const at::Tensor& self, std::int64_t dim);
Geometry unsqueezed(const char* name, const at::Tensor& self, std::int64_t dim);
// Returns the sizes, strides and offset of the result of `as_strided`. Raises if an element of the result would lie
// beyond the end of the storage.
Geometry restrided(const char* name, const at::Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride,
                   c10::optional<std::int64_t> offset);

}  // namespace modecheck::engine::backends
