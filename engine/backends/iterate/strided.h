// Finds the addresses of the i-th elements of the operands of a pointwise kernel. A GPU kernel gets this struct where a
// CPU kernel uses a Loop.
#pragma once

#include <cstdint>

#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

struct Strided {
  static constexpr int max_rank = 8;
  static constexpr int max_operands = 4;

  int rank = 0;
  std::int64_t count = 0;                           // the number of elements of each operand after broadcasting
  std::int64_t sizes[max_rank] = {};                // the sizes of the dimensions, the innermost first
  std::int64_t steps[max_operands][max_rank] = {};  // the strides of each operand, in bytes
  char* data[max_operands] = {};

  // Writes to `at` the address of the i-th element of each operand.
  template <int operands>
  MODECHECK_HOST_DEVICE void place(std::int64_t i, char** at) const {
    for (int k = 0; k < operands; ++k) at[k] = data[k];
    for (int d = 0; d + 1 < rank; ++d) {
      const std::int64_t rest = i / sizes[d];
      const std::int64_t here = i - rest * sizes[d];
      i = rest;
      for (int k = 0; k < operands; ++k) at[k] += here * steps[k][d];
    }
    // The part of i that is left after the inner dimensions is the index in the outermost dimension. Most tensors have
    // only that dimension, because dimensions are merged.
    if (rank > 0)
      for (int k = 0; k < operands; ++k) at[k] += i * steps[k][rank - 1];
  }
};

}  // namespace modecheck::engine::backends
