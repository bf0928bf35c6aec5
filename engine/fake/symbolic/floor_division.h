// Division that rounds towards minus infinity, as Python's `//` does.
#pragma once

#include <cstdint>

namespace modecheck::engine::fake {

// `divisor` must not be zero, and the quotient must fit std::int64_t.
constexpr std::int64_t floor_division(std::int64_t dividend, std::int64_t divisor) {
  const std::int64_t quotient = dividend / divisor;
  return dividend % divisor != 0 && (dividend < 0) != (divisor < 0) ? quotient - 1 : quotient;
}

}  // namespace modecheck::engine::fake
