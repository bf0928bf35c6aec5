// The smallest and the largest value that an expression can have. The ends of std::int64_t stand for "no bound".
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace modecheck::engine::fake {

struct Interval {
  static constexpr std::int64_t no_lowest = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t no_highest = std::numeric_limits<std::int64_t>::max();

  std::int64_t lowest = no_lowest;
  std::int64_t highest = no_highest;

  static constexpr Interval of(std::int64_t value) { return {value, value}; }
  constexpr bool is_bounded() const { return lowest != no_lowest && highest != no_highest; }
  constexpr Interval intersection(Interval other) const {
    return {std::max(lowest, other.lowest), std::min(highest, other.highest)};
  }
  friend constexpr bool operator==(Interval a, Interval b) { return a.lowest == b.lowest && a.highest == b.highest; }
  friend constexpr bool operator!=(Interval a, Interval b) { return !(a == b); }
};

// The bounds of a sum, a product, a quotient and a maximum of two values within bounds. A bound that does not fit
// std::int64_t becomes "no bound".
Interval operator+(Interval a, Interval b);
Interval operator*(Interval a, Interval b);
// Rounds towards minus infinity. The bounds of `divisor` must not include zero, else nothing is known of the quotient.
Interval floor_divided(Interval dividend, Interval divisor);
Interval larger_of(Interval a, Interval b);

}  // namespace modecheck::engine::fake
