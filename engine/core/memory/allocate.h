// Functions with which kernels create tensors. The thread's mode decides whether a fresh tensor is an inference tensor
// (K1, K4); an alias is one if its source is one (K2).
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

// Returns a tensor on fresh, uninitialised storage; on Meta the storage has no bytes. Raises for unsupported dtypes,
// for negative sizes, and for sizes that overflow. The guards of G5 do not decide whether it is an inference tensor.
at::Tensor empty(c10::IntArrayRef sizes, c10::ScalarType dtype, c10::Device device);
at::Tensor empty_strided(c10::IntArrayRef sizes, c10::IntArrayRef strides, c10::ScalarType dtype, c10::Device device);

// Creates the first tensor on an existing storage. The storage must be big enough. The thread's mode decides its kind
// (K1).
at::Tensor on_storage(c10::intrusive_ptr<c10::StorageImpl> storage, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                      c10::ScalarType dtype, c10::Device device);

// Creates another tensor on a storage that already has tensors. The new tensor has the storage's kind (normal or
// inference, K3) and its own version counter.
at::Tensor another_on(const c10::Storage& storage, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                      std::int64_t offset, c10::ScalarType dtype);

// Returns an alias of `self`. The two share the storage, the kind (K2) and the version counter (V1). The alias has no
// autograd history.
at::Tensor make_alias(const at::Tensor& self, c10::IntArrayRef sizes, c10::IntArrayRef strides, std::int64_t offset);
at::Tensor make_alias(const at::Tensor& self, c10::IntArrayRef sizes, c10::IntArrayRef strides, std::int64_t offset,
                      c10::ScalarType dtype);

// Returns such an alias with the strides of a contiguous tensor.
at::Tensor make_contiguous_alias(const at::Tensor& self, c10::IntArrayRef sizes, std::int64_t offset);

// Returns the bytes that a storage needs to hold the elements of this geometry; 0 if there are none.
std::size_t bytes_needed(c10::IntArrayRef sizes, c10::IntArrayRef strides, std::int64_t offset, std::size_t itemsize);

// Grows the tensor's storage to at least `nbytes`. On Meta only the recorded size grows.
void ensure_storage(const at::Tensor& self, std::size_t nbytes);

// Returns true if no two indices address the same element and the elements fill an interval without gaps. Such a tensor
// is a dense permutation of a contiguous one.
bool is_non_overlapping_and_dense(const at::Tensor& self);

}  // namespace modecheck::engine
