// Maps the C++ types in kernel signatures to schema types and to boxed values. Examples:
//
//   Boxed<at::TensorList>::schema_type() == "Tensor[]"
//   Boxed<c10::optional<double>>::get(value)
//
// A signature with a type that has no specialisation does not compile.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/dispatch/ivalue.h"

namespace modecheck::engine {

template <typename T>
struct Boxed {
  static_assert(
      sizeof(T) == 0,
      "a kernel's arguments and results are of the types that a schema can name: at::Tensor, int64_t, double, "
      "bool, std::string, c10::Scalar, c10::Device, c10::ScalarType, c10::Layout, c10::MemoryFormat, and "
      "lists and optionals of them");
};

// Defines how one C++ type is boxed and unboxed. `get` returns a reference if the box holds exactly this type, and
// otherwise a value or a view.
#define MODECHECK_BOXED(cpp_type, schema_text, getter)                               \
  template <>                                                                        \
  struct Boxed<cpp_type> {                                                           \
    static std::string schema_type() { return schema_text; }                         \
    static decltype(auto) get(const c10::IValue& value) { return (value.getter()); } \
  }
MODECHECK_BOXED(at::Tensor, "Tensor", toTensor);
MODECHECK_BOXED(std::int64_t, "int", toInt);
MODECHECK_BOXED(double, "float", toDouble);
MODECHECK_BOXED(bool, "bool", toBool);
MODECHECK_BOXED(std::string, "str", toStringRef);
MODECHECK_BOXED(std::string_view, "str", toStringView);
MODECHECK_BOXED(c10::Scalar, "Scalar", toScalar);
MODECHECK_BOXED(c10::Device, "Device", toDevice);
MODECHECK_BOXED(c10::ScalarType, "ScalarType", toScalarType);
MODECHECK_BOXED(c10::Layout, "Layout", toLayout);
MODECHECK_BOXED(c10::MemoryFormat, "MemoryFormat", toMemoryFormat);
MODECHECK_BOXED(std::vector<std::int64_t>, "int[]", toIntVector);
MODECHECK_BOXED(std::vector<double>, "float[]", toDoubleVector);
MODECHECK_BOXED(std::vector<bool>, "bool[]", toBoolVector);
MODECHECK_BOXED(std::vector<std::string>, "str[]", toStringVector);
MODECHECK_BOXED(std::vector<at::Tensor>, "Tensor[]", toTensorVector);
MODECHECK_BOXED(std::vector<c10::optional<at::Tensor>>, "Tensor?[]", toOptionalTensorVector);
MODECHECK_BOXED(c10::complex<double>, "complex", toComplexDouble);
MODECHECK_BOXED(std::vector<c10::complex<double>>, "complex[]", toComplexDoubleVector);
#undef MODECHECK_BOXED

// Boxes a value that is already an IValue. Dictionaries use this if the type of their values is not known at compile
// time. There is no schema type, because no schema can name an IValue.
template <>
struct Boxed<c10::IValue> {
  static const c10::IValue& get(const c10::IValue& value) { return value; }
};

// Boxes lists whose elements are stored in boxes of their own, such as lists of lists.
template <typename T>
struct Boxed<std::vector<T>> {
  static std::string schema_type() { return Boxed<T>::schema_type() + "[]"; }
  static std::vector<T> get(const c10::IValue& value) {
    std::vector<T> out;
    for (const c10::IValue& one : value.toListRef()) out.push_back(T(Boxed<T>::get(one)));
    return out;
  }
};
template <typename T, std::size_t N>
struct Boxed<std::array<T, N>> {
  static std::string schema_type() { return Boxed<T>::schema_type() + "[" + std::to_string(N) + "]"; }
  static std::array<T, N> get(const c10::IValue& value) {
    const std::vector<c10::IValue> elements = value.toListRef();
    MODECHECK_CHECK(elements.size() == N, ErrorClass::Argument, "boxed call: expected a list of ", N,
                    " elements, but got ", elements.size());
    std::array<T, N> out;
    for (std::size_t i = 0; i < N; ++i) out[i] = Boxed<T>::get(elements[i]);
    return out;
  }
};

// Unboxes a list as a view of the vector in the box.
template <typename T>
struct Boxed<c10::ArrayRef<T>> {
  static std::string schema_type() { return Boxed<std::vector<T>>::schema_type(); }
  static c10::ArrayRef<T> get(const c10::IValue& value) { return Boxed<std::vector<T>>::get(value); }
};
template <typename T>
struct Boxed<c10::List<T>> {
  static std::string schema_type() { return Boxed<std::vector<T>>::schema_type(); }
  static c10::List<T> get(const c10::IValue& value) { return c10::List<T>(Boxed<std::vector<T>>::get(value)); }
};
template <typename T>
struct Boxed<std::optional<T>> {
  static std::string schema_type() { return Boxed<T>::schema_type() + "?"; }
  static std::optional<T> get(const c10::IValue& value) {
    if (value.isNone()) return std::nullopt;
    return std::optional<T>(Boxed<T>::get(value));
  }
};
template <>
struct Boxed<c10::OptionalIntArrayRef> {
  static std::string schema_type() { return "int[]?"; }
  static c10::OptionalIntArrayRef get(const c10::IValue& value) {
    if (value.isNone()) return {};
    return c10::OptionalIntArrayRef(value.toIntVector());
  }
};

// Converts the box to the type of a kernel's parameter. For `const T&` and `at::Tensor&` the result refers to the
// object inside the box.
template <typename Parameter>
decltype(auto) unbox(c10::IValue& value) {
  using T = std::remove_cv_t<std::remove_reference_t<Parameter>>;
  if constexpr (std::is_same_v<Parameter, at::Tensor&>)
    return (value.toTensor());
  else
    return Boxed<T>::get(value);
}

}  // namespace modecheck::engine

namespace c10 {
inline namespace modecheck_v1 {

template <typename T>
T IValue::to() const {
  return T(modecheck::engine::Boxed<T>::get(*this));
}

}  // namespace modecheck_v1
}  // namespace c10
