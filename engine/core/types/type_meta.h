// Declares caffe2::TypeMeta, the type that Tensor::dtype() returns in libtorch. It holds a dtype, names it after its
// C++ type, and converts to ScalarType.
#pragma once

#include <cstddef>
#include <ostream>
#include <string_view>

#include "engine/core/types/array_ref.h"
#include "engine/core/types/scalar_type.h"

namespace caffe2 {
inline namespace modecheck_v1 {

class TypeMeta final {
 public:
  constexpr TypeMeta() = default;
  constexpr explicit TypeMeta(c10::ScalarType type) : type_(type) {}
  constexpr TypeMeta& operator=(c10::ScalarType type) {
    type_ = type;
    return *this;
  }
  constexpr operator c10::ScalarType() const { return type_; }

  template <typename T>
  static constexpr TypeMeta Make() {
    static_assert(c10::CppTypeToScalarType<T>::value != c10::ScalarType::Undefined,
                  "one of the supported element types");
    return TypeMeta(c10::CppTypeToScalarType<T>::value);
  }
  template <typename T>
  static constexpr std::size_t ItemSize() {
    return sizeof(T);
  }
  static constexpr TypeMeta fromScalarType(c10::ScalarType type) { return TypeMeta(type); }
  constexpr c10::ScalarType toScalarType() const { return type_; }
  constexpr bool isScalarType() const { return type_ != c10::ScalarType::Undefined; }
  constexpr bool isScalarType(c10::ScalarType type) const { return type_ == type; }
  template <typename T>
  constexpr bool Match() const {
    return type_ == c10::CppTypeToScalarType<T>::value;
  }
  constexpr std::size_t itemsize() const { return c10::elementSize(type_); }
  // Returns the name of the C++ element type, such as "float", "long int" or "c10::Half".
  constexpr std::string_view name() const {
    switch (type_) {
      case c10::kByte:
        return "unsigned char";
      case c10::kChar:
        return "signed char";
      case c10::kShort:
        return "short int";
      case c10::kInt:
        return "int";
      case c10::kLong:
        return "long int";
      case c10::kHalf:
        return "c10::Half";
      case c10::kFloat:
        return "float";
      case c10::kDouble:
        return "double";
      case c10::kComplexHalf:
        return "c10::complex<c10::Half>";
      case c10::kComplexFloat:
        return "c10::complex<float>";
      case c10::kComplexDouble:
        return "c10::complex<double>";
      case c10::kBool:
        return "bool";
      case c10::kBFloat16:
        return "c10::BFloat16";
      default:
        return "nullptr (uninitialized)";
    }
  }

 private:
  c10::ScalarType type_ = c10::ScalarType::Undefined;
};

inline std::ostream& operator<<(std::ostream& out, TypeMeta type) { return out << type.name(); }

}  // namespace modecheck_v1
}  // namespace caffe2

namespace c10 {
inline namespace modecheck_v1 {
using caffe2::TypeMeta;

constexpr ScalarType typeMetaToScalarType(TypeMeta type) { return type; }
constexpr TypeMeta scalarTypeToTypeMeta(ScalarType type) { return TypeMeta(type); }
constexpr optional<ScalarType> optTypeMetaToScalarType(optional<TypeMeta> type) {
  return type.has_value() ? optional<ScalarType>(type->toScalarType()) : nullopt;
}
}  // namespace modecheck_v1
}  // namespace c10
