// Declares at::TensorAccessor, which indexes the elements of a tensor of known dtype and number of dimensions without
// checks: `a[i][j]`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/core/types/array_ref.h"

namespace at {
inline namespace modecheck_v1 {

// An accessor of N dimensions. It borrows the elements, sizes and strides, so the tensor must outlive the accessor and
// must not be resized.
template <typename T, std::size_t N>
class TensorAccessor {
 public:
  TensorAccessor(T* data, const std::int64_t* sizes, const std::int64_t* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}

  c10::IntArrayRef sizes() const { return {sizes_, N}; }
  c10::IntArrayRef strides() const { return {strides_, N}; }
  std::int64_t size(std::int64_t dim) const { return sizes_[dim]; }
  std::int64_t stride(std::int64_t dim) const { return strides_[dim]; }
  T* data() const { return data_; }

  // Returns an element if N is 1, and otherwise the accessor of the remaining dimensions. The index is not checked.
  decltype(auto) operator[](std::int64_t index) const {
    T* const at = data_ + index * strides_[0];
    if constexpr (N == 1)
      return (*at);
    else
      return TensorAccessor<T, N - 1>(at, sizes_ + 1, strides_ + 1);
  }

 private:
  T* data_;
  const std::int64_t* sizes_;
  const std::int64_t* strides_;
};

}  // namespace modecheck_v1
}  // namespace at
