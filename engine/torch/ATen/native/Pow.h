// Defines powers of integers.
#pragma once

#include <type_traits>

namespace at {
inline namespace modecheck_v1 {
namespace native {

// Returns the base to the power of an integer exponent, by repeated squaring. It computes in unsigned arithmetic, so
// that an overflow wraps. With a negative exponent the result is 1 or -1 if the base is 1 or -1. For all other bases
// the true power is a fraction, and the result is 0.
template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>
T powi(T base, T exponent) {
  if constexpr (std::is_signed_v<T>) {
    if (exponent < 0) {
      if (base == 1) return 1;
      return base == -1 ? static_cast<T>(exponent % 2 == 0 ? 1 : -1) : T(0);
    }
  }
  using Wide = std::conditional_t<sizeof(T) < sizeof(unsigned), unsigned, std::make_unsigned_t<T>>;
  Wide result = 1;
  auto factor = static_cast<Wide>(base);
  for (auto left = static_cast<Wide>(exponent); left != 0; left >>= 1) {
    if ((left & 1) != 0) result *= factor;
    factor *= factor;
  }
  return static_cast<T>(result);
}

}  // namespace native
}  // namespace modecheck_v1
}  // namespace at
