// Which elements of tensors share a place in memory: the checks before a write.
//
// As libtorch does, only what is cheap to know is known: an expanded dimension overlaps itself, dense tensors in one
// storage overlap where their byte ranges do, and everything else is "too hard" and is let through.
#pragma once

#include "engine/backends/iterate/dims.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// A tensor, as far as overlap is concerned. `storage` is an identity, not a pointer to be read.
struct Region {
  DimSpan sizes;
  DimSpan strides;
  const void* storage = nullptr;
  std::int64_t first_byte = 0;  // of the first element, within the storage
  std::int64_t element_bytes = 1;
};

enum class Overlap : std::uint8_t { None, Partial, Full, TooHard };

// True only if it is certain that two elements share a place.
bool overlaps_itself(DimSpan sizes, DimSpan strides);

// True only if it is certain that no two elements share a place.
bool is_surely_injective(DimSpan sizes, DimSpan strides);

Overlap overlap_between(const Region& a, const Region& b);

Region region_of(const at::Tensor& tensor);
// Of what two tensors name.
Overlap overlap_of(const at::Tensor& a, const at::Tensor& b);

}  // namespace modecheck::engine::backends
