// The sizes, strides and storage offset of a tensor, stored as a value.
#pragma once

#include <cstdint>

#include "engine/autograd/graph/small_vector.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

// Describes where a tensor's elements are in its storage.
class Geometry {
 public:
  explicit Geometry(const at::Tensor& tensor);
  Geometry(c10::IntArrayRef sizes, c10::IntArrayRef strides, std::int64_t offset);
  c10::IntArrayRef sizes() const { return c10::IntArrayRef(sizes_.begin(), sizes_.size()); }
  c10::IntArrayRef strides() const { return c10::IntArrayRef(strides_.begin(), strides_.size()); }
  std::int64_t offset() const { return offset_; }
  std::int64_t numel() const { return numel_; }
  // Returns the storage position after the last element, counted in elements, or the offset if there are no elements.
  std::int64_t end() const { return end_; }
  // Calls `visit(index of the element, position in the storage)` for each element in row-major order.
  template <typename Visit>
  void each(Visit&& visit) const;
  // Returns whether every element of `other` is also an element of this geometry. May wrongly return false for large
  // tensors with gaps, because comparing them would take too long.
  bool contains(const Geometry& other) const;
  // Returns whether both are one set of elements, in whatever order of dimensions. The answer true is always right.
  bool has_elements_of(const Geometry& other) const;
  bool operator==(const Geometry& other) const;
  // Returns whether two indices may address one element. The answer true may be wrong, the answer false is always
  // right.
  bool may_overlap_itself() const;

 private:
  SmallVector<std::int64_t, 6> sizes_;
  SmallVector<std::int64_t, 6> strides_;
  std::int64_t offset_;
  std::int64_t numel_;
  std::int64_t end_;
};

template <typename Visit>
void Geometry::each(Visit&& visit) const {
  if (numel_ == 0) return;
  const std::size_t rank = sizes_.size();
  SmallVector<std::int64_t, 6> at;
  for (std::size_t i = 0; i < rank; ++i) at.emplace_back(0);
  std::int64_t place = offset_;
  for (std::int64_t index = 0; index < numel_; ++index) {
    visit(index, place);
    for (std::size_t i = rank; i-- > 0;) {
      place += strides_[i];
      if (++at[i] < sizes_[i]) break;
      place -= at[i] * strides_[i];
      at[i] = 0;
    }
  }
}

}  // namespace modecheck::engine
