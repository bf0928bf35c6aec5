// torch::detail::TensorDataContainer: the braced lists, numbers and vectors that torch::tensor takes.
//
//   torch::tensor({{1, 2}, {3, 4}})      torch::tensor(std::vector<double>{1, 2})      torch::tensor(true)
#pragma once

#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <type_traits>
#include <vector>

#include "engine/core/tensor_options.h"

namespace torch {
inline namespace modecheck_v1 {
namespace detail {

class TensorDataContainer {
 public:
  // `{}`: no elements, of the default dtype.
  TensorDataContainer() : sizes_{0}, scalar_type_(c10::kFloat) {}
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  TensorDataContainer(T value) : scalar_type_(type_of<T>()), numbers_{value} {}
  // A list of lists of the same sizes and of one dtype; raises otherwise.
  TensorDataContainer(std::initializer_list<TensorDataContainer> list);
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  TensorDataContainer(c10::ArrayRef<T> values)
      : sizes_{static_cast<std::int64_t>(values.size())}, scalar_type_(type_of<T>()) {
    numbers_.reserve(values.size());
    for (const T value : values) numbers_.emplace_back(value);
    is_tensor_ = true;
  }
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  TensorDataContainer(const std::vector<T>& values)
      : sizes_{static_cast<std::int64_t>(values.size())}, scalar_type_(type_of<T>()) {
    numbers_.reserve(values.size());
    for (const T value : values) numbers_.emplace_back(value);
    is_tensor_ = true;
  }

  const std::vector<std::int64_t>& sizes() const { return sizes_; }
  // What the elements were written as: C++'s `float` is Float, its `int` Int.
  c10::ScalarType scalar_type() const { return scalar_type_; }
  // The elements in row-major order.
  const std::vector<c10::Scalar>& numbers() const { return numbers_; }
  // Of the options' dtype; without one, bools become bool, integers int64 and the rest float32.
  at::Tensor convert_to_tensor(at::TensorOptions options) const;

  friend std::ostream& operator<<(std::ostream& out, const TensorDataContainer& container);

 private:
  template <typename T>
  static constexpr c10::ScalarType type_of() {
    if constexpr (std::is_same_v<T, bool>)
      return c10::kBool;
    else if constexpr (std::is_same_v<T, float>)
      return c10::kFloat;
    else if constexpr (std::is_floating_point_v<T>)
      return c10::kDouble;
    else if constexpr (std::is_same_v<T, std::uint8_t>)
      return c10::ScalarType::Byte;
    else
      return sizeof(T) == 1   ? c10::ScalarType::Char
             : sizeof(T) == 2 ? c10::ScalarType::Short
             : sizeof(T) == 4 ? c10::ScalarType::Int
                              : c10::ScalarType::Long;
  }
  void print(std::ostream& out, std::size_t dim, std::size_t& next) const;

  std::vector<std::int64_t> sizes_;
  c10::ScalarType scalar_type_;
  std::vector<c10::Scalar> numbers_;
  bool is_tensor_ = false;  // made of an array, which is printed as one
};

}  // namespace detail
}  // namespace modecheck_v1
}  // namespace torch
