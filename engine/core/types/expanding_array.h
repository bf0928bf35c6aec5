// Declares torch::ExpandingArray, which holds one value for each of D dimensions. A program gives D values, or one
// value for all dimensions: `ExpandingArray<2>({3, 4})`, `ExpandingArray<2>(3)`.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <vector>

#include "engine/core/errors/error.h"
#include "engine/core/types/array_ref.h"

namespace torch {
inline namespace modecheck_v1 {

template <std::size_t D, typename T = std::int64_t>
class ExpandingArray {
 public:
  // These constructors take one value for each dimension. They raise unless there are exactly D values.
  ExpandingArray(std::initializer_list<T> values) : ExpandingArray(c10::ArrayRef<T>(values)) {}
  ExpandingArray(const std::vector<T>& values) : ExpandingArray(c10::ArrayRef<T>(values)) {}
  ExpandingArray(c10::ArrayRef<T> values) {
    MODECHECK_CHECK(values.size() == D, modecheck::engine::ErrorClass::Argument, "Expected ", D,
                    " values, but instead got ", values.size());
    std::copy(values.begin(), values.end(), values_.begin());
  }
  ExpandingArray(T value) { values_.fill(value); }
  ExpandingArray(const std::array<T, D>& values) : values_(values) {}

  std::array<T, D>& operator*() { return values_; }
  const std::array<T, D>& operator*() const { return values_; }
  std::array<T, D>* operator->() { return &values_; }
  const std::array<T, D>* operator->() const { return &values_; }
  operator c10::ArrayRef<T>() const { return values_; }
  std::size_t size() const noexcept { return D; }

 protected:
  std::array<T, D> values_;
};

// Prints the values as a list. An array with one dimension prints as a number.
template <std::size_t D, typename T>
std::ostream& operator<<(std::ostream& out, const ExpandingArray<D, T>& array) {
  if (array.size() == 1) return out << (*array)[0];
  return out << c10::ArrayRef<T>(*array);
}

}  // namespace modecheck_v1
}  // namespace torch
