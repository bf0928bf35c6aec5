// Computes how many bytes of its storage a tensor with given sizes and strides uses.
#pragma once

#include "engine/backends/iterate/dims.h"

namespace modecheck::engine::backends {

// The number of bytes from the start of a storage to the end of the last element that a tensor reaches. It is zero for
// a tensor without elements, whatever its offset. `overflow` is set if the number does not fit into 63 bits; a tensor
// of this size cannot exist.
struct ReachedBytes {
  std::uint64_t bytes = 0;
  bool overflow = false;
};

// Computes the bytes that a tensor reaches in its storage. Sizes and strides must be non-negative.
inline ReachedBytes reached_bytes(DimSpan sizes, DimSpan strides, std::int64_t offset, int element_bytes) {
  std::uint64_t last = 1;
  bool overflow = false;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0) return {};
    std::uint64_t span = 0;
    overflow = __builtin_mul_overflow(static_cast<std::uint64_t>(strides[i]), static_cast<std::uint64_t>(sizes[i] - 1),
                                      &span) ||
               overflow;
    overflow = __builtin_add_overflow(last, span, &last) || overflow;
  }
  overflow = __builtin_add_overflow(last, static_cast<std::uint64_t>(offset), &last) || overflow;
  overflow = __builtin_mul_overflow(last, static_cast<std::uint64_t>(element_bytes), &last) || overflow;
  return {last, overflow || (last >> 63) != 0};
}

}  // namespace modecheck::engine::backends
