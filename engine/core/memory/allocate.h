// Declares the functions with which kernels create tensors. The thread's mode decides whether a fresh tensor is an
// inference tensor (rules K1 and K4). An alias is an inference tensor if its source is one (rule K2).
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

// Returns a tensor on fresh, uninitialised storage; on the Meta device the storage has no bytes. Raises for unsupported
// dtypes, for negative sizes, and for sizes that overflow. Only InferenceMode decides whether the result is an
// inference tensor; guards that exclude dispatch keys do not (rules K1 and G5).
at::Tensor empty(c10::IntArrayRef sizes, c10::ScalarType dtype, c10::Device device);
at::Tensor empty_strided(c10::IntArrayRef sizes, c10::IntArrayRef strides, c10::ScalarType dtype, c10::Device device);

// Creates the first tensor on an existing storage, which must be big enough. The thread's mode decides whether the
// result is a normal or an inference tensor (rule K1).
at::Tensor on_storage(c10::intrusive_ptr<c10::StorageImpl> storage, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                      c10::ScalarType dtype, c10::Device device);

// Creates another tensor on a storage that already has tensors. The new tensor has its own version counter. It is an
// inference tensor if and only if the existing tensors are inference tensors (rule K3).
at::Tensor another_on(const c10::Storage& storage, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                      std::int64_t offset, c10::ScalarType dtype);

// Returns an alias of `self` without autograd history. The two share the storage and the version counter (rule V1), and
// both are normal or both are inference tensors (rule K2).
at::Tensor make_alias(const at::Tensor& self, c10::IntArrayRef sizes, c10::IntArrayRef strides, std::int64_t offset);
at::Tensor make_alias(const at::Tensor& self, c10::IntArrayRef sizes, c10::IntArrayRef strides, std::int64_t offset,
                      c10::ScalarType dtype);

// Returns an alias of `self` with the strides of a contiguous tensor. It shares storage and version counter as
// make_alias() says.
at::Tensor make_contiguous_alias(const at::Tensor& self, c10::IntArrayRef sizes, std::int64_t offset);

// Returns the smallest size in bytes of a storage that holds all elements of a tensor with this geometry; 0 if there
// are no elements. `offset` and `strides` count elements. Raises a Shape error if the number overflows.
std::size_t bytes_needed(c10::IntArrayRef sizes, c10::IntArrayRef strides, std::int64_t offset, std::size_t itemsize);

// Grows the tensor's storage to at least `nbytes` bytes. On the Meta device only the recorded size grows.
void ensure_storage(const at::Tensor& self, std::size_t nbytes);

// Returns true if no two indices address the same element and the elements fill an interval without gaps. Such a tensor
// is contiguous after its dimensions are permuted.
bool is_non_overlapping_and_dense(const at::Tensor& self);

}  // namespace modecheck::engine
