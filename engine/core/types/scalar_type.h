// Declares c10::ScalarType, the enumeration of dtypes, whose numbers are libtorch's. Tensors can have twelve of these
// dtypes. No tensor can have ComplexHalf. The enumerator exists so that an operator can name it when it rejects this
// dtype.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <type_traits>

#include "engine/core/types/bfloat16.h"
#include "engine/core/types/complex.h"
#include "engine/core/types/half.h"

namespace c10 {
inline namespace modecheck_v1 {

enum class ScalarType : std::int8_t {
  Byte = 0,
  Char = 1,
  Short = 2,
  Int = 3,
  Long = 4,
  Half = 5,
  Float = 6,
  Double = 7,
  ComplexHalf = 8,
  ComplexFloat = 9,
  ComplexDouble = 10,
  Bool = 11,
  BFloat16 = 15,
  Undefined = 18,
};

constexpr ScalarType kByte = ScalarType::Byte;
constexpr ScalarType kChar = ScalarType::Char;
constexpr ScalarType kShort = ScalarType::Short;
constexpr ScalarType kInt = ScalarType::Int;
constexpr ScalarType kLong = ScalarType::Long;
constexpr ScalarType kHalf = ScalarType::Half;
constexpr ScalarType kFloat = ScalarType::Float;
constexpr ScalarType kDouble = ScalarType::Double;
constexpr ScalarType kComplexHalf = ScalarType::ComplexHalf;
constexpr ScalarType kComplexFloat = ScalarType::ComplexFloat;
constexpr ScalarType kComplexDouble = ScalarType::ComplexDouble;
constexpr ScalarType kBool = ScalarType::Bool;
constexpr ScalarType kBFloat16 = ScalarType::BFloat16;

constexpr ScalarType kUInt8 = kByte;
constexpr ScalarType kInt8 = kChar;
constexpr ScalarType kInt16 = kShort;
constexpr ScalarType kInt32 = kInt;
constexpr ScalarType kInt64 = kLong;
constexpr ScalarType kFloat16 = kHalf;
constexpr ScalarType kFloat32 = kFloat;
constexpr ScalarType kFloat64 = kDouble;
constexpr ScalarType kComplex64 = kComplexFloat;
constexpr ScalarType kComplex128 = kComplexDouble;

constexpr bool is_supported(ScalarType type) {
  return (type >= kByte && type <= kBool && type != kComplexHalf) || type == kBFloat16;
}
constexpr bool isFloatingType(ScalarType type) { return (type >= kHalf && type <= kDouble) || type == kBFloat16; }
constexpr bool isComplexType(ScalarType type) { return type >= kComplexHalf && type <= kComplexDouble; }
constexpr bool isIntegralType(ScalarType type, bool include_bool) {
  return (type >= kByte && type <= kLong) || (include_bool && type == kBool);
}
// Returns whether tensors of the dtype can require grad (rule M3): it must be floating point or complex.
constexpr bool isDifferentiableType(ScalarType type) { return isFloatingType(type) || isComplexType(type); }

constexpr std::size_t elementSize(ScalarType type) {
  switch (type) {
    case ScalarType::Byte:
    case ScalarType::Char:
    case ScalarType::Bool:
      return 1;
    case ScalarType::Short:
    case ScalarType::Half:
    case ScalarType::BFloat16:
      return 2;
    case ScalarType::Int:
    case ScalarType::Float:
    case ScalarType::ComplexHalf:
      return 4;
    case ScalarType::Long:
    case ScalarType::Double:
    case ScalarType::ComplexFloat:
      return 8;
    case ScalarType::ComplexDouble:
      return 16;
    default:
      return 0;
  }
}

constexpr const char* toString(ScalarType type) {
  switch (type) {
    case ScalarType::Byte:
      return "Byte";
    case ScalarType::Char:
      return "Char";
    case ScalarType::Short:
      return "Short";
    case ScalarType::Int:
      return "Int";
    case ScalarType::Long:
      return "Long";
    case ScalarType::Half:
      return "Half";
    case ScalarType::Float:
      return "Float";
    case ScalarType::Double:
      return "Double";
    case ScalarType::ComplexHalf:
      return "ComplexHalf";
    case ScalarType::ComplexFloat:
      return "ComplexFloat";
    case ScalarType::ComplexDouble:
      return "ComplexDouble";
    case ScalarType::Bool:
      return "Bool";
    case ScalarType::BFloat16:
      return "BFloat16";
    default:
      return "Undefined";
  }
}

inline std::ostream& operator<<(std::ostream& out, ScalarType type) { return out << toString(type); }

// Returns the complex dtype whose real and imaginary part can hold the floating-point dtype. bfloat16 maps to
// complex64, because it has the range of a float.
constexpr ScalarType toComplexType(ScalarType type) {
  switch (type) {
    case kHalf:
      return kComplexHalf;
    case kBFloat16:
    case kFloat:
      return kComplexFloat;
    case kDouble:
      return kComplexDouble;
    default:
      return isComplexType(type) ? type : ScalarType::Undefined;
  }
}
// Returns the dtype of a complex dtype's real and imaginary part, and any other dtype unchanged.
constexpr ScalarType toRealValueType(ScalarType type) {
  switch (type) {
    case kComplexHalf:
      return kHalf;
    case kComplexFloat:
      return kFloat;
    case kComplexDouble:
      return kDouble;
    default:
      return type;
  }
}

// Returns the dtype to which both dtypes can be converted. If their categories differ (bool < integer < floating <
// complex), the result has the higher category. Within a category the result is the narrowest dtype that holds both:
// float32 for float16 with bfloat16, and int16 for uint8 with int8.
constexpr ScalarType promoteTypes(ScalarType a, ScalarType b) {
  if (a == b) return a;
  if (isComplexType(a) || isComplexType(b)) {
    const ScalarType real_a = isComplexType(a) || isFloatingType(a) ? toComplexType(a) : kComplexHalf;
    const ScalarType real_b = isComplexType(b) || isFloatingType(b) ? toComplexType(b) : kComplexHalf;
    return real_a > real_b ? real_a : real_b;
  }
  if (isFloatingType(a) || isFloatingType(b)) {
    if (!isFloatingType(a)) return b;
    if (!isFloatingType(b)) return a;
    if (a == kBFloat16) return b == kHalf ? kFloat : b;
    if (b == kBFloat16) return a == kHalf ? kFloat : a;
    return a > b ? a : b;
  }
  if (a == kBool) return b;
  if (b == kBool) return a;
  if ((a == kByte && b == kChar) || (a == kChar && b == kByte)) return kShort;
  return a > b ? a : b;
}

// Returns whether a value of type `from` can be written into a tensor of type `to`. The category of `to` must not be
// lower than that of `from`, as an integer is lower than a floating-point number.
constexpr bool canCast(ScalarType from, ScalarType to) {
  if (isComplexType(from) && !isComplexType(to)) return false;
  if (isFloatingType(from) && isIntegralType(to, true)) return false;
  return from == kBool || to != kBool;
}

// The dtype of tensors whose elements have the C++ type T. It is Undefined if no dtype has that element type.
template <typename T>
struct CppTypeToScalarType {
  static constexpr ScalarType value = std::is_same_v<T, std::uint8_t>      ? kByte
                                      : std::is_same_v<T, std::int8_t>     ? kChar
                                      : std::is_same_v<T, std::int16_t>    ? kShort
                                      : std::is_same_v<T, std::int32_t>    ? kInt
                                      : std::is_same_v<T, std::int64_t>    ? kLong
                                      : std::is_same_v<T, Half>            ? kHalf
                                      : std::is_same_v<T, float>           ? kFloat
                                      : std::is_same_v<T, double>          ? kDouble
                                      : std::is_same_v<T, complex<float>>  ? kComplexFloat
                                      : std::is_same_v<T, complex<double>> ? kComplexDouble
                                      : std::is_same_v<T, bool>            ? kBool
                                      : std::is_same_v<T, BFloat16>        ? kBFloat16
                                                                           : ScalarType::Undefined;
};

}  // namespace modecheck_v1
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {
using c10::canCast;
using c10::elementSize;
using c10::isComplexType;
using c10::isFloatingType;
using c10::isIntegralType;
using c10::kBFloat16;
using c10::kBool;
using c10::kByte;
using c10::kChar;
using c10::kComplexDouble;
using c10::kComplexFloat;
using c10::kDouble;
using c10::kFloat;
using c10::kHalf;
using c10::kInt;
using c10::kLong;
using c10::kShort;
using c10::promoteTypes;
using c10::ScalarType;
using c10::toComplexType;
using c10::toRealValueType;
}  // namespace modecheck_v1
}  // namespace at
