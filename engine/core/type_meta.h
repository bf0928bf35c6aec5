// caffe2::TypeMeta: what libtorch's Tensor::dtype() returns. A dtype here; each converts to the other.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/core/scalar_type.h"

namespace caffe2 {
inline namespace modecheck_v1 {

class TypeMeta final {
 public:
  constexpr TypeMeta() = default;
  constexpr TypeMeta(c10::ScalarType type) : type_(type) {}
  constexpr operator c10::ScalarType() const { return type_; }

  template <typename T>
  static constexpr TypeMeta Make() {
    static_assert(c10::CppTypeToScalarType<T>::value != c10::ScalarType::Undefined,
                  "one of the supported element types");
    return c10::CppTypeToScalarType<T>::value;
  }
  static constexpr TypeMeta fromScalarType(c10::ScalarType type) { return type; }
  constexpr c10::ScalarType toScalarType() const { return type_; }
  constexpr bool isScalarType() const { return type_ != c10::ScalarType::Undefined; }
  constexpr bool isScalarType(c10::ScalarType type) const { return type_ == type; }
  template <typename T>
  constexpr bool Match() const {
    return type_ == c10::CppTypeToScalarType<T>::value;
  }
  constexpr std::size_t itemsize() const { return c10::elementSize(type_); }
  constexpr std::string_view name() const { return c10::toString(type_); }

 private:
  c10::ScalarType type_ = c10::ScalarType::Undefined;
};

}  // namespace modecheck_v1
}  // namespace caffe2

namespace c10 {
inline namespace modecheck_v1 {
using caffe2::TypeMeta;

constexpr ScalarType typeMetaToScalarType(TypeMeta type) { return type; }
constexpr ScalarType scalarTypeToTypeMeta(ScalarType type) { return type; }
}  // namespace modecheck_v1
}  // namespace c10
