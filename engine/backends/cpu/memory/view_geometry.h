// The checked geometry of every view operator; `view.cpp` makes aliases of it, `in_place_view.cpp` gives it to the
// tensor itself.
#pragma once

#include "engine/backends/iterate/geometry.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

Geometry geometry_of(const char* name, const at::Tensor& self);

Geometry transposed(const char* name, const at::Tensor& self, std::int64_t dim0, std::int64_t dim1);
// `t`: rank 2 is transposed, less is left alone, more is rejected.
Geometry matrix_transposed(const char* name, const at::Tensor& self);
Geometry squeezed(const char* name, const at::Tensor& self);
Geometry squeezed(const char* name, const at::Tensor& self, std::int64_t dim);
Geometry unsqueezed(const char* name, const at::Tensor& self, std::int64_t dim);
// Any sizes and strides within the storage.
Geometry restrided(const char* name, const at::Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride,
                   c10::optional<std::int64_t> offset);

}  // namespace modecheck::engine::backends
