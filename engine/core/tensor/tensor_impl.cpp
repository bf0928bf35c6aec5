#include "engine/core/tensor/tensor_impl.h"

#include <algorithm>
#include <array>
#include <vector>

#include "engine/core/errors/error.h"
#include "engine/core/errors/origin.h"
#include "engine/core/memory/thread_state.h"
#include "engine/core/tensor/wrapped_product.h"

namespace c10 {
inline namespace modecheck_v1 {

using modecheck::engine::wrapped_product;

std::uint32_t VariableVersion::current_version() const {
  MODECHECK_CHECK(enabled(), modecheck::engine::ErrorClass::InferenceVersionRead,
                  "current_version: Inference tensors do not track version counter. Make a clone outside "
                  "InferenceMode.",
                  modecheck::engine::Origin{modecheck::engine::ErrorClass::InferenceVersionRead});
  return counter_->current();
}

const TensorImpl& TensorImpl::undefined() {
  // The metadata of undefined tensors is one object for the whole program. It is never destroyed, and the count of live
  // tensors leaves it out.
  static const TensorImpl* const impl = [] {
    const auto* const made = new TensorImpl({}, {}, ScalarType::Undefined, Device(DeviceType::CPU), {});
    --modecheck::engine::detail::counts().tensors;
    return made;
  }();
  return *impl;
}

void TensorImpl::bump_version() {
  using modecheck::engine::ErrorClass;
  if (version_) {
    version_->bump();
  } else {
    MODECHECK_CHECK(
        modecheck::engine::thread_state.inference, ErrorClass::InferenceWriteOutsideMode,
        "bump_version: Inplace update to inference tensor outside InferenceMode is not allowed. You can make "
        "a clone to get a normal tensor before doing inplace update, or write inside the mode.",
        modecheck::engine::Origin{ErrorClass::InferenceWriteOutsideMode, this});
  }
}

void TensorImpl::set_contiguous_geometry(IntArrayRef sizes, std::int64_t offset) {
  const std::size_t rank = sizes.size();
  if (rank > inline_rank || dim_ > static_cast<std::int32_t>(inline_rank)) [[unlikely]] {
    std::vector<std::int64_t> strides(rank);
    std::int64_t stride = 1;
    for (std::size_t i = rank; i-- > 0;) {
      strides[i] = stride;
      stride = wrapped_product(stride, std::max<std::int64_t>(sizes[i], 1));
    }
    set_geometry(sizes, strides, offset);
    return;
  }
  std::int64_t numel = 1;
  std::int64_t stride = 1;
  for (std::size_t i = rank; i-- > 0;) {
    const std::int64_t size = sizes[i];
    inline_geometry_[i] = size;
    inline_geometry_[inline_rank + i] = stride;
    numel = wrapped_product(numel, size);
    stride = wrapped_product(stride, size > 1 ? size : 1);
  }
  dim_ = static_cast<std::int32_t>(rank);
  numel_ = numel;
  contiguous_ = true;
  offset_ = offset;
}

void TensorImpl::set_geometry(IntArrayRef sizes, IntArrayRef strides, std::int64_t offset) {
  const std::size_t rank = sizes.size();
  const bool was_inline = dim_ <= static_cast<std::int32_t>(inline_rank);
  if (rank <= inline_rank && was_inline) [[likely]] {
    std::int64_t expected = 1;
    bool contiguous = true;
    for (std::size_t i = rank; i-- > 0;) {
      const std::int64_t size = sizes[i];
      const std::int64_t stride = strides[i];
      inline_geometry_[i] = size;
      inline_geometry_[inline_rank + i] = stride;
      contiguous &= (size == 1) | (stride == expected);
      expected = wrapped_product(expected, size);
    }
    dim_ = static_cast<std::int32_t>(rank);
    numel_ = expected;
    contiguous_ = contiguous || expected == 0;
    offset_ = offset;
    return;
  }
  // The lines below allocate only if the number of dimensions exceeds inline_rank and differs from the present number.
  // If the number stays the same, the present heap array is reused.
  std::array<std::int64_t, 2 * inline_rank> few;  // NOLINT(*-member-init): the array is written before it is read
  std::int64_t* target = few.data();
  if (rank > inline_rank)
    target = static_cast<std::int32_t>(rank) == dim_ ? heap_geometry_ : new std::int64_t[2 * rank];
  std::copy_n(sizes.data(), rank, target);
  std::copy_n(strides.data(), rank, target + rank);
  if (!was_inline && target != heap_geometry_) delete[] heap_geometry_;
  if (rank > inline_rank) {
    heap_geometry_ = target;
  } else {
    std::copy_n(target, rank, inline_geometry_);
    std::copy_n(target + rank, rank, inline_geometry_ + inline_rank);
  }
  count_elements(rank, offset);
}

void TensorImpl::adopt_geometry(std::unique_ptr<std::int64_t[]> sizes_and_strides, std::size_t rank,
                                std::int64_t offset) noexcept {
  if (dim_ > static_cast<std::int32_t>(inline_rank)) delete[] heap_geometry_;
  heap_geometry_ = sizes_and_strides.release();
  count_elements(rank, offset);
}

void TensorImpl::count_elements(std::size_t rank, std::int64_t offset) noexcept {
  dim_ = static_cast<std::int32_t>(rank);
  offset_ = offset;
  numel_ = 1;
  contiguous_ = true;
  for (std::size_t i = rank; i-- > 0;) {
    contiguous_ &= sizes()[i] == 1 || strides()[i] == numel_;
    numel_ = wrapped_product(numel_, sizes()[i]);
  }
  contiguous_ |= numel_ == 0;
}

}  // namespace modecheck_v1
}  // namespace c10
