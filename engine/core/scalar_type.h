// Element types. The numbers are libtorch's; four are supported, the others exist so that a request for one is an error
// of its own and not a wrong answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>

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

constexpr ScalarType kFloat = ScalarType::Float;
constexpr ScalarType kDouble = ScalarType::Double;
constexpr ScalarType kLong = ScalarType::Long;
constexpr ScalarType kBool = ScalarType::Bool;
constexpr ScalarType kFloat32 = ScalarType::Float;
constexpr ScalarType kFloat64 = ScalarType::Double;
constexpr ScalarType kInt64 = ScalarType::Long;

constexpr bool is_supported(ScalarType type) {
  return type == kFloat || type == kDouble || type == kLong || type == kBool;
}
constexpr bool isFloatingType(ScalarType type) {
  return type == kFloat || type == kDouble || type == ScalarType::Half || type == ScalarType::BFloat16;
}
constexpr bool isComplexType(ScalarType type) {
  return type == ScalarType::ComplexHalf || type == ScalarType::ComplexFloat || type == ScalarType::ComplexDouble;
}
constexpr bool isIntegralType(ScalarType type, bool include_bool) {
  return (type >= ScalarType::Byte && type <= ScalarType::Long) || (include_bool && type == kBool);
}
// Only these can require grad (M3).
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

// The type that both can be converted to without changing category, among the four supported: bool < int64 < float32 <
// float64.
constexpr ScalarType promoteTypes(ScalarType a, ScalarType b) {
  constexpr auto rank = [](ScalarType t) { return t == kBool ? 0 : t == kLong ? 1 : t == kFloat ? 2 : 3; };
  return rank(a) >= rank(b) ? a : b;
}

// A value of type `from` can be written into a tensor of type `to`: categories (bool, integer, floating) never go down.
constexpr bool canCast(ScalarType from, ScalarType to) {
  if (isFloatingType(from) && isIntegralType(to, true)) return false;
  if (from != kBool && to == kBool) return false;
  return true;
}

}  // namespace modecheck_v1
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {
using c10::canCast;
using c10::elementSize;
using c10::isFloatingType;
using c10::isIntegralType;
using c10::kBool;
using c10::kDouble;
using c10::kFloat;
using c10::kLong;
using c10::promoteTypes;
using c10::ScalarType;
}  // namespace modecheck_v1
}  // namespace at
