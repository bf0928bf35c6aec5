// The frame of the reductions along dimensions.
#pragma once

#include <cstdint>

#include "engine/backends/iterate/dims.h"
#include "engine/core/tensor.h"

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

  // Calls visit(result_offset, element_offset) for every element of `self`, in row-major order. Offsets count elements:
  // of `out` by its strides, and of `self` by its own.
  template <typename Visit>
  void run(const at::Tensor& self, const at::Tensor& out, Visit&& visit) const {
    const int rank = static_cast<int>(self.dim());
    std::int64_t out_stride[max_dims];
    std::int64_t position[max_dims];
    for (int d = 0, own = 0; d < rank; ++d) {
      position[d] = 0;
      out_stride[d] = reduces(d) ? 0 : out.strides()[static_cast<std::size_t>(own)];
      if (keepdim_ || !reduces(d)) ++own;
    }
    const std::int64_t elements = self.numel();
    std::int64_t to = 0;
    std::int64_t from = 0;
    for (std::int64_t i = 0; i < elements; ++i) {
      visit(to, from);
      for (int d = rank - 1; d >= 0; --d) {
        const auto at = static_cast<std::size_t>(d);
        from += self.strides()[at];
        to += out_stride[d];
        if (++position[d] < self.sizes()[at]) break;
        from -= self.strides()[at] * position[d];
        to -= out_stride[d] * position[d];
        position[d] = 0;
      }
    }
  }

 private:
  std::uint64_t mask_ = 0;
  bool keepdim_;
  Dims sizes_;
  std::int64_t group_ = 1;
};

}  // namespace modecheck::engine::backends
