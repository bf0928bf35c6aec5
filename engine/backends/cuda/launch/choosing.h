// Selects elements of device tensors, by a mask or by several index tensors. The kernels of engine/backends/cpu call
// these functions for device tensors, after they have checked the arguments.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/backends/iterate/dims.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// Returns the row-major positions of the nonzero elements, as an int64 vector. The host waits for their number.
at::Tensor chosen_places(const at::Tensor& self);
// Returns the result of `nonzero`: the positions of the nonzero elements, as one coordinate per dimension.
at::Tensor chosen_coordinates(const at::Tensor& self);
// Returns true if any byte of the tensor is neither 0 nor 1. A bool tensor may have such bytes. The host waits for the
// answer.
bool has_other_bytes(const at::Tensor& tensor);

// Sets out[i] = values[places[i]] for all i. Both tensors are dense. A negative position counts from the end of
// `values`.
void take_elements(const at::Tensor& out, const at::Tensor& values, const at::Tensor& places);
// Sets out[places[i]] = values[i] for all i. `out` and `values` are dense, and no position appears twice.
void put_elements(const at::Tensor& out, const at::Tensor& values, const at::Tensor& places);

// The elements that a list of index tensors selects, as in self[i, j, :]. An undefined index tensor means a colon. All
// indices are in range.
struct IndexedElements {
  at::Tensor places;  // offsets of the selected elements, in elements; dense, in the broadcast shape of the indices
  // sizes of the result, in which the sizes of `places` replace the indexed dimensions of the tensor
  backends::Dims sizes;
  int before = 0;                 // number of result dimensions before those of `places`
  int indexed = 0;                // number of dimensions of `places`
  backends::Dims before_strides;  // strides of the tensor in the dimensions before the indexed ones
  backends::Dims after_strides;
};

// Returns the storage offsets of the elements that the index tensors select (IndexedElements::places). The result has
// the shape `shape`.
at::Tensor places_of_indices(const at::Tensor& self, const std::vector<at::Tensor>& indices, backends::DimSpan shape);
void read_indexed(const at::Tensor& out, const at::Tensor& self, const IndexedElements& what);
// Writes `values` to the selected elements, or adds them if `accumulate` is true. `values` is dense and has the sizes
// of the selected elements. If an element is selected twice, its values are written in order.
void write_indexed(const at::Tensor& self, const at::Tensor& values, const IndexedElements& what, bool accumulate);

}  // namespace modecheck::engine::cuda
