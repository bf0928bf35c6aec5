// Decides whether tensors share memory, which is checked before a write. As in libtorch, the check computes little and
// does not decide every case. An expanded dimension overlaps itself, and dense tensors in one storage overlap if their
// byte ranges do. Every other case is "too hard" and is allowed.
#pragma once

#include "engine/backends/iterate/dims.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// The memory of a tensor. `storage` identifies the storage and is not dereferenced.
struct Region {
  DimSpan sizes;
  DimSpan strides;
  const void* storage = nullptr;
  std::int64_t first_byte = 0;  // the offset in bytes of the tensor's first element in its storage
  std::int64_t element_bytes = 1;
};

enum class Overlap : std::uint8_t { None, Partial, Full, TooHard };

// Returns true if it is certain that two elements of the tensor share memory. Returns false if unsure.
bool overlaps_itself(DimSpan sizes, DimSpan strides);

// Returns true if it is certain that no two elements of the tensor share memory. Returns false if unsure.
bool is_surely_injective(DimSpan sizes, DimSpan strides);

Overlap overlap_between(const Region& a, const Region& b);

Region region_of(const at::Tensor& tensor);
// Returns whether the memory of two tensors does not overlap, overlaps in part, or overlaps fully. A fourth answer says
// that this is too hard to decide.
Overlap overlap_of(const at::Tensor& a, const at::Tensor& b);

}  // namespace modecheck::engine::backends
