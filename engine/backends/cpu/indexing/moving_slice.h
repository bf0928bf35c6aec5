// Defines MovingSlice, an alias of one slice of a tensor, for kernels that visit slices one after the other. The same
// alias moves from slice to slice, so that nothing is allocated after the first write (rule E1).
#pragma once

#include "engine/core/tensor/tensor.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/view.h"

namespace modecheck::engine::backends {

class MovingSlice {
 public:
  MovingSlice(const at::Tensor& whole, std::int64_t along)
      : slice_(Kernel<operators::select_int>::call(whole, along, 0)),
        begin_(whole.storage_offset()),
        stride_(whole.strides()[static_cast<std::size_t>(along)]),
        length_(whole.sizes()[static_cast<std::size_t>(along)]) {}

  const at::Tensor& at(std::int64_t place) {
    const std::int64_t from_the_front = place < 0 ? place + length_ : place;
    slice_.unsafeGetTensorImpl()->set_geometry(slice_.sizes(), slice_.strides(), begin_ + from_the_front * stride_);
    return slice_;
  }

 private:
  at::Tensor slice_;
  std::int64_t begin_;
  std::int64_t stride_;
  std::int64_t length_;
};

}  // namespace modecheck::engine::backends
