// How kernels make tensors: fresh ones, whose kind the thread's mode decides (K1, K4), and aliases, which are of the
// kind of what they alias (K2).
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

// Fresh storage, uninitialised (on Meta: no bytes). Raises for unsupported dtypes, negative sizes, and sizes that
// overflow. The guards of G5 do not influence the kind.
at::Tensor empty(c10::IntArrayRef sizes, c10::ScalarType dtype, c10::Device device);
at::Tensor empty_strided(c10::IntArrayRef sizes, c10::IntArrayRef strides, c10::ScalarType dtype, c10::Device device);

// A tensor on a storage that exists already. The storage is big enough.
at::Tensor on_storage(c10::intrusive_ptr<c10::StorageImpl> storage, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                      c10::ScalarType dtype, c10::Device device);

// Another tensor on a storage that other tensors are on: of the storage's kind, with a version counter of its own.
at::Tensor another_on(const c10::Storage& storage, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                      std::int64_t offset, c10::ScalarType dtype);

// An alias of `self`: its storage, kind, and (V1) version counter; no history.
at::Tensor make_alias(const at::Tensor& self, c10::IntArrayRef sizes, c10::IntArrayRef strides, std::int64_t offset);
at::Tensor make_alias(const at::Tensor& self, c10::IntArrayRef sizes, c10::IntArrayRef strides, std::int64_t offset,
                      c10::ScalarType dtype);

// The same with the strides of a dense tensor in row-major order.
at::Tensor make_contiguous_alias(const at::Tensor& self, c10::IntArrayRef sizes, std::int64_t offset);

// The bytes that a storage needs for these elements; 0 if there are none.
std::size_t bytes_needed(c10::IntArrayRef sizes, c10::IntArrayRef strides, std::int64_t offset, std::size_t itemsize);

// Grows the tensor's storage so that its present geometry fits. On Meta only the remembered size grows.
void ensure_storage(const at::Tensor& self, std::size_t nbytes);

// No two indices name the same element, and the elements fill an interval: a dense permutation of a contiguous tensor.
bool is_non_overlapping_and_dense(const at::Tensor& self);

}  // namespace modecheck::engine
