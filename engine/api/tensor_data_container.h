// torch::detail::TensorDataContainer holds the argument of torch::tensor: a number, a vector or nested braced lists.
//
//   torch::tensor({{1, 2}, {3, 4}})      torch::tensor(std::vector<double>{1, 2})      torch::tensor(true)
#pragma once

#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <type_traits>
#include <vector>

#include "engine/core/tensor/tensor_options.h"

namespace torch {
inline namespace modecheck_v1 {
namespace detail {

class TensorDataContainer {
 public:
  template <typename T>
  static constexpr bool is_number = std::is_arithmetic_v<T> || c10::is_complex_number<T> ||
                                    std::is_same_v<T, c10::Half> || std::is_same_v<T, c10::BFloat16>;

  // `{}` has no elements and the default dtype.
  TensorDataContainer() : sizes_{0}, scalar_type_(c10::get_default_dtype()), kind_(Kind::List) {}
  template <typename T, typename = std::enable_if_t<is_number<T>>>
  TensorDataContainer(T value) : scalar_type_(type_of<T>()), kind_(Kind::Number), numbers_{value} {}
  // Raises unless all elements of the list have the same sizes and dtype.
  TensorDataContainer(std::initializer_list<TensorDataContainer> list);
  template <typename T, typename = std::enable_if_t<is_number<T>>>
  TensorDataContainer(c10::ArrayRef<T> values)
      : sizes_{static_cast<std::int64_t>(values.size())}, scalar_type_(type_of<T>()), kind_(Kind::Array) {
    numbers_.reserve(values.size());
    for (const T value : values) numbers_.emplace_back(value);
  }
  template <typename T, typename = std::enable_if_t<is_number<T>>>
  TensorDataContainer(const std::vector<T>& values)
      : sizes_{static_cast<std::int64_t>(values.size())}, scalar_type_(type_of<T>()), kind_(Kind::Array) {
    numbers_.reserve(values.size());
    for (const T value : values) numbers_.emplace_back(value);
  }

  bool is_scalar() const { return kind_ == Kind::Number; }
  bool is_init_list() const { return kind_ == Kind::List; }
  bool is_tensor() const { return kind_ == Kind::Array; }
  // These functions raise if the container holds another kind of argument. The braced list belongs to the caller, so
  // the returned reference is valid only while that list exists.
  const c10::Scalar& scalar() const;
  const std::initializer_list<TensorDataContainer>& init_list() const;
  at::Tensor tensor() const;

  const std::vector<std::int64_t>& sizes() const { return sizes_; }
  // The dtype of the elements' C++ type: Float for `float`, Int for `int`.
  c10::ScalarType scalar_type() const { return scalar_type_; }
  // The elements in row-major order.
  const std::vector<c10::Scalar>& numbers() const { return numbers_; }
  // Returns a tensor with the options' dtype. Without one, bools become bool and integers int64, complex numbers keep
  // their dtype, and other numbers get the default dtype. Raises if a vector of complex numbers is to become real.
  at::Tensor convert_to_tensor(at::TensorOptions options) const;

  friend std::ostream& operator<<(std::ostream& out, const TensorDataContainer& container);

 private:
  enum class Kind { Number, List, Array };

  template <typename T>
  static constexpr c10::ScalarType type_of() {
    constexpr c10::ScalarType type = c10::CppTypeToScalarType<T>::value;
    if constexpr (type != c10::ScalarType::Undefined)
      return type;
    else if constexpr (std::is_floating_point_v<T>)
      return c10::kDouble;
    else
      return sizeof(T) == 1   ? c10::ScalarType::Char
             : sizeof(T) == 2 ? c10::ScalarType::Short
             : sizeof(T) == 4 ? c10::ScalarType::Int
                              : c10::ScalarType::Long;
  }
  void print(std::ostream& out, std::size_t dim, std::size_t& next) const;

  std::vector<std::int64_t> sizes_;
  c10::ScalarType scalar_type_;
  Kind kind_;
  std::vector<c10::Scalar> numbers_;
  std::initializer_list<TensorDataContainer> list_;
};

}  // namespace detail
}  // namespace modecheck_v1
}  // namespace torch
