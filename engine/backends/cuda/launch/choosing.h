// Selection of elements by a mask, or by several indices at once, on the device. The kernels of engine/backends/cpu
// call these functions for device tensors, after their checks.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/backends/iterate/dims.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// The row-major positions of the nonzero elements, as an int64 vector. Waits for their number.
at::Tensor chosen_places(const at::Tensor& self);
// The same as one coordinate per dimension: the result of `nonzero`.
at::Tensor chosen_coordinates(const at::Tensor& self);
// Returns true if any byte of the tensor is neither 0 nor 1. Waits for the answer.
bool has_other_bytes(const at::Tensor& tensor);

// Sets out[i] = values[places[i]] for all i. Both tensors are dense, and negative positions count from the end.
void take_elements(const at::Tensor& out, const at::Tensor& values, const at::Tensor& places);
// Sets out[places[i]] = values[i] for all i. `out` and `values` are dense, and no position appears twice.
void put_elements(const at::Tensor& out, const at::Tensor& values, const at::Tensor& places);

// The elements that a list of index tensors selects, as in self[i, j, :]. Indices may be undefined and are in range.
struct IndexedElements {
  at::Tensor places;              // dense, of the indices' broadcast shape: offsets into the tensor, in elements
  backends::Dims sizes;           // sizes of the result: `before`, the shape of `places`, `after`
  int before = 0;                 // number of dimensions before those of `places`
  int indexed = 0;                // number of dimensions of `places`
  backends::Dims before_strides;  // strides of the tensor, as are after_strides
  backends::Dims after_strides;
};

// Computes `places` from the index tensors.
at::Tensor places_of_indices(const at::Tensor& self, const std::vector<at::Tensor>& indices, backends::DimSpan shape);
void read_indexed(const at::Tensor& out, const at::Tensor& self, const IndexedElements& what);
// `values` is dense and has the sizes of the result. If a position appears twice, its values are written one after the
// other.
void write_indexed(const at::Tensor& self, const at::Tensor& values, const IndexedElements& what, bool accumulate);

}  // namespace modecheck::engine::cuda
