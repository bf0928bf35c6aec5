#include "engine/core/tensor_impl.h"

namespace c10 {
inline namespace modecheck_v1 {

void TensorImpl::set_geometry(IntArrayRef sizes, IntArrayRef strides, std::int64_t offset) {
  const std::size_t rank = sizes.size();
  const bool was_inline = dim_ <= static_cast<std::int64_t>(inline_rank);
  std::int64_t* target = inline_geometry_;
  std::size_t apart = inline_rank;
  if (rank > inline_rank || !was_inline) [[unlikely]] {
    // A fresh array, because the arguments may lie in the present one.
    target = new std::int64_t[2 * rank + 1];
    apart = rank;
  }
  std::int64_t numel = 1;
  std::int64_t expected = 1;
  bool contiguous = true;
  for (std::size_t i = rank; i-- > 0;) {
    const std::int64_t size = sizes[i];
    const std::int64_t stride = strides[i];
    target[i] = size;
    target[apart + i] = stride;
    numel *= size;
    if (size != 1) {
      contiguous &= stride == expected;
      expected *= size;
    }
  }
  if (rank > inline_rank || !was_inline) [[unlikely]] {
    if (!was_inline) delete[] heap_geometry_;
    if (rank > inline_rank) {
      heap_geometry_ = target;
    } else {
      for (std::size_t i = 0; i < rank; ++i) {
        inline_geometry_[i] = target[i];
        inline_geometry_[inline_rank + i] = target[rank + i];
      }
      delete[] target;
    }
  }
  dim_ = static_cast<std::int64_t>(rank);
  numel_ = numel;
  contiguous_ = contiguous || numel == 0;
  offset_ = offset;
}

}  // namespace modecheck_v1
}  // namespace c10
