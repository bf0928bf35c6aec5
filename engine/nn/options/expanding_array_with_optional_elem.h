// Declares torch::ExpandingArrayWithOptionalElem, an ExpandingArray in which some values may be left out.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <vector>

#include "engine/core/types/expanding_array.h"

namespace torch {
inline namespace modecheck_v1 {

template <std::size_t D, typename T = std::int64_t>
class ExpandingArrayWithOptionalElem : public ExpandingArray<D, c10::optional<T>> {
 public:
  using ExpandingArray<D, c10::optional<T>>::ExpandingArray;

  // These constructors take one value for each dimension, all of them present. They raise unless there are exactly D.
  ExpandingArrayWithOptionalElem(std::initializer_list<T> values)
      : ExpandingArrayWithOptionalElem(c10::ArrayRef<T>(values)) {}
  ExpandingArrayWithOptionalElem(const std::vector<T>& values)
      : ExpandingArrayWithOptionalElem(c10::ArrayRef<T>(values)) {}
  ExpandingArrayWithOptionalElem(c10::ArrayRef<T> values)
      : ExpandingArray<D, c10::optional<T>>(std::vector<c10::optional<T>>(values.begin(), values.end())) {}
  ExpandingArrayWithOptionalElem(T value) : ExpandingArray<D, c10::optional<T>>(c10::optional<T>(value)) {}
};

// Prints the values as a list, with "None" for a value that is left out. One value prints without brackets.
template <std::size_t D, typename T>
std::ostream& operator<<(std::ostream& out, const ExpandingArrayWithOptionalElem<D, T>& array) {
  if (D > 1) out << "[";
  for (std::size_t i = 0; i < D; ++i) {
    if (i > 0) out << ", ";
    if ((*array)[i].has_value())
      out << *(*array)[i];
    else
      out << "None";
  }
  return D > 1 ? out << "]" : out;
}

}  // namespace modecheck_v1
}  // namespace torch
