// The frame of the reductions along dimensions.
#pragma once

#include <cstdint>

#include "engine/backends/iterate/dims.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// Which dimensions go, as a bit mask, and what remains.
class Reduction {
 public:
  // No list, or an empty one, means all dimensions.
  Reduction(const char* name, const at::Tensor& self, c10::IntArrayRef dims, bool keepdim);

  bool reduces(int dimension) const { return (mask_ >> dimension & 1) != 0; }
  const Dims& sizes() const { return sizes_; }
  // How many elements become one.
  std::int64_t group_size() const { return group_; }

 private:
  std::uint64_t mask_ = 0;
  Dims sizes_;
  std::int64_t group_ = 1;
};

}  // namespace modecheck::engine::backends
