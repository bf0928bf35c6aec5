// Elements that are chosen by a mask or by several indices at once, on the device: what the kernels of
// engine/backends/cpu call for tensors that are there, after their checks.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/backends/iterate/dims.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// The row-major places of the elements that are not zero, as a vector of int64: waits to know how many there are.
at::Tensor chosen_places(const at::Tensor& self);
// The same, dimension by dimension: what `nonzero` returns.
at::Tensor chosen_coordinates(const at::Tensor& self);
// Whether any of a tensor of bytes is neither zero nor one, for which this waits.
bool has_other_bytes(const at::Tensor& tensor);

// out[i] = values[places[i]], for all places; both are dense, and negative places count from the end.
void take_elements(const at::Tensor& out, const at::Tensor& values, const at::Tensor& places);
// out[places[i]] = values[i], for all places. `out` and `values` are dense, and no place is there twice.
void put_elements(const at::Tensor& out, const at::Tensor& values, const at::Tensor& places);

// Elements that `indices`, one per dimension and some of them undefined, name together in a tensor. All are in range.
struct IndexedElements {
  at::Tensor places;              // of the indices, dense: how far they lead, counted in elements
  backends::Dims sizes;           // of all that is indexed: `before`, the places, `after`
  int before = 0;                 // dimensions in front of the places
  int indexed = 0;                // dimensions that the places have
  backends::Dims before_strides;  // of the tensor, as the next
  backends::Dims after_strides;
};

// Where the indices lead together.
at::Tensor places_of_indices(const at::Tensor& self, const std::vector<at::Tensor>& indices, backends::DimSpan shape);
void read_indexed(const at::Tensor& out, const at::Tensor& self, const IndexedElements& what);
// `values` is dense and of the sizes of what is indexed. Places that are there twice are written one after the other.
void write_indexed(const at::Tensor& self, const at::Tensor& values, const IndexedElements& what, bool accumulate);

}  // namespace modecheck::engine::cuda
