// Defines arithmetic on single Half and BFloat16 numbers in programs: each operation computes in float and rounds. The
// engine's kernels do not use this file, because they round only once, at the end.
#pragma once

#include <cmath>
#include <type_traits>

#include "engine/core/types/bfloat16.h"
#include "engine/core/types/half.h"

namespace c10 {
inline namespace modecheck_v1 {

// Defines an arithmetic operator for Half or BFloat16. The result has type `Type` if the other operand is an integer,
// and the operand's type if it is a float or double.
#define MODECHECK_HALF_OPERATOR(Type, symbol)                                                                 \
  inline constexpr Type operator symbol(Type a, Type b) {                                                     \
    return Type(static_cast<float>(a) symbol static_cast<float>(b));                                          \
  }                                                                                                           \
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>                                   \
  constexpr auto operator symbol(Type a, T b) {                                                               \
    if constexpr (std::is_integral_v<T>)                                                                      \
      return a symbol Type(static_cast<float>(b));                                                            \
    else                                                                                                      \
      return static_cast<T>(static_cast<float>(a)) symbol b;                                                  \
  }                                                                                                           \
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>                                   \
  constexpr auto operator symbol(T a, Type b) {                                                               \
    if constexpr (std::is_integral_v<T>)                                                                      \
      return Type(static_cast<float>(a)) symbol b;                                                            \
    else                                                                                                      \
      return a symbol static_cast<T>(static_cast<float>(b));                                                  \
  }                                                                                                           \
  inline constexpr Type& operator symbol##=(Type& a, Type b) { return a = a symbol b; }                       \
  inline constexpr float& operator symbol##=(float& a, Type b) { return a = a symbol static_cast<float>(b); } \
  inline constexpr double& operator symbol##=(double& a, Type b) {                                            \
    return a = a symbol static_cast<double>(static_cast<float>(b));                                           \
  }
#define MODECHECK_ARITHMETIC(Type) \
  MODECHECK_HALF_OPERATOR(Type, +) \
  MODECHECK_HALF_OPERATOR(Type, -) \
  MODECHECK_HALF_OPERATOR(Type, *) \
  MODECHECK_HALF_OPERATOR(Type, /) \
  inline constexpr Type operator-(Type a) { return Type(-static_cast<float>(a)); }
MODECHECK_ARITHMETIC(Half)
MODECHECK_ARITHMETIC(BFloat16)
#undef MODECHECK_ARITHMETIC
#undef MODECHECK_HALF_OPERATOR

}  // namespace modecheck_v1
}  // namespace c10
