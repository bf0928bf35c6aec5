// Declares at::GenericPackedTensorAccessor, an accessor like TensorAccessor with its own copy of sizes and strides. It
// can therefore be copied to a device that cannot read the tensor's metadata.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/core/errors/error.h"
#include "engine/core/types/array_ref.h"

namespace at {
inline namespace modecheck_v1 {

template <typename T>
struct DefaultPtrTraits {
  using PtrType = T*;
};

template <typename T, std::size_t N, template <typename U> class PtrTraits = DefaultPtrTraits,
          typename Index = std::int64_t>
class GenericPackedTensorAccessor {
 public:
  using PtrType = typename PtrTraits<T>::PtrType;

  template <typename SourceIndex>
  GenericPackedTensorAccessor(PtrType data, const SourceIndex* sizes, const SourceIndex* strides) : data_(data) {
    for (std::size_t i = 0; i < N; ++i) {
      sizes_[i] = static_cast<Index>(sizes[i]);
      strides_[i] = static_cast<Index>(strides[i]);
    }
  }

  Index size(Index dim) const { return sizes_[dim]; }
  Index stride(Index dim) const { return strides_[dim]; }
  PtrType data() const { return data_; }

  // Returns an element if N is 1, and otherwise the accessor of the remaining dimensions. The index is not checked.
  decltype(auto) operator[](Index index) const {
    const PtrType at = data_ + index * strides_[0];
    if constexpr (N == 1)
      return (*at);
    else
      return GenericPackedTensorAccessor<T, N - 1, PtrTraits, Index>(at, sizes_ + 1, strides_ + 1);
  }
  // Returns an accessor with two dimensions swapped. Raises an Index error if one of them is out of range.
  GenericPackedTensorAccessor transpose(Index dim1, Index dim2) const {
    MODECHECK_CHECK(in_range(dim1) && in_range(dim2), modecheck::engine::ErrorClass::Index,
                    "transpose: an accessor of ", N, " dimensions has no dimensions ", dim1, " and ", dim2);
    GenericPackedTensorAccessor out = *this;
    out.sizes_[dim1] = sizes_[dim2];
    out.sizes_[dim2] = sizes_[dim1];
    out.strides_[dim1] = strides_[dim2];
    out.strides_[dim2] = strides_[dim1];
    return out;
  }

 private:
  static bool in_range(Index dim) { return dim >= 0 && dim < static_cast<Index>(N); }

  PtrType data_;
  Index sizes_[N];
  Index strides_[N];
};

template <typename T, std::size_t N, template <typename U> class PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, PtrTraits, std::int32_t>;
template <typename T, std::size_t N, template <typename U> class PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, PtrTraits, std::int64_t>;

}  // namespace modecheck_v1
}  // namespace at
