// Defines Reduction, which holds the dimensions that a reduction operator reduces, and the sizes of its result.
#pragma once

#include <cstdint>

#include "engine/backends/iterate/dims.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// The reduced dimensions of a reduction, as a bit mask, and the sizes of its result.
class Reduction {
 public:
  // Checks `dims`. An empty list means all dimensions.
  Reduction(const char* name, const at::Tensor& self, c10::IntArrayRef dims, bool keepdim);

  bool reduces(int dimension) const { return (mask_ >> dimension & 1) != 0; }
  const Dims& sizes() const { return sizes_; }
  // Returns the number of elements that are reduced to one result.
  std::int64_t group_size() const { return group_; }

 private:
  std::uint64_t mask_ = 0;
  Dims sizes_;
  std::int64_t group_ = 1;
};

}  // namespace modecheck::engine::backends
