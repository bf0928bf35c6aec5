#include "engine/fake/symbolic/interval.h"

#include <algorithm>
#include <initializer_list>

#include "engine/fake/symbolic/floor_division.h"

namespace modecheck::engine::fake {
namespace {

// A product of two ends of intervals. Zero times "no bound" is zero, because every value within bounds is finite.
std::int64_t product_of_ends(std::int64_t a, std::int64_t b) {
  if (a == 0 || b == 0) return 0;
  const bool negative = (a < 0) != (b < 0);
  std::int64_t product = 0;
  const bool unbounded = a == Interval::no_lowest || a == Interval::no_highest || b == Interval::no_lowest ||
                         b == Interval::no_highest || __builtin_mul_overflow(a, b, &product);
  if (!unbounded) return product;
  return negative ? Interval::no_lowest : Interval::no_highest;
}

Interval around(std::initializer_list<std::int64_t> values) {
  const auto [lowest, highest] = std::minmax(values);
  // An end that does not fit has been replaced. If it was the only one, nothing is known on its side.
  return {lowest == Interval::no_highest ? Interval::no_lowest : lowest,
          highest == Interval::no_lowest ? Interval::no_highest : highest};
}

}  // namespace

Interval operator+(Interval a, Interval b) {
  Interval sum;
  if (a.lowest == Interval::no_lowest || b.lowest == Interval::no_lowest ||
      __builtin_add_overflow(a.lowest, b.lowest, &sum.lowest))
    sum.lowest = Interval::no_lowest;
  if (a.highest == Interval::no_highest || b.highest == Interval::no_highest ||
      __builtin_add_overflow(a.highest, b.highest, &sum.highest))
    sum.highest = Interval::no_highest;
  return sum;
}

Interval operator*(Interval a, Interval b) {
  if (a.lowest >= 0 && b.lowest >= 0)
    return around({product_of_ends(a.lowest, b.lowest), product_of_ends(a.highest, b.highest)});
  return around({product_of_ends(a.lowest, b.lowest), product_of_ends(a.lowest, b.highest),
                 product_of_ends(a.highest, b.lowest), product_of_ends(a.highest, b.highest)});
}

Interval floor_divided(Interval dividend, Interval divisor) {
  if (divisor.lowest <= 0 && divisor.highest >= 0) return {};
  if (dividend.is_bounded() && divisor.is_bounded()) {
    return around({floor_division(dividend.lowest, divisor.lowest), floor_division(dividend.lowest, divisor.highest),
                   floor_division(dividend.highest, divisor.lowest),
                   floor_division(dividend.highest, divisor.highest)});
  }
  // A positive divisor brings a value nearer to zero, or leaves it. A negative dividend stays below zero.
  if (divisor.lowest < 0) return {};
  Interval quotient;
  if (dividend.lowest >= 0)
    quotient.lowest = divisor.highest == Interval::no_highest ? 0 : dividend.lowest / divisor.highest;
  else if (dividend.lowest != Interval::no_lowest)
    quotient.lowest = floor_division(dividend.lowest, divisor.lowest);
  if (dividend.highest != Interval::no_highest)
    quotient.highest = dividend.highest >= 0 ? dividend.highest / divisor.lowest : -1;
  return quotient;
}

Interval larger_of(Interval a, Interval b) { return {std::max(a.lowest, b.lowest), std::max(a.highest, b.highest)}; }

}  // namespace modecheck::engine::fake
