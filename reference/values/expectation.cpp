#include "reference/values/expectation.h"

#include <cmath>
#include <cstring>
#include <type_traits>

#include "reference/values/small_floats.h"

namespace modecheck::reference {
namespace {

template <typename Float>
bool close(double tolerance, bool exact, const std::uint8_t* expected, const std::uint8_t* actual, std::uint32_t size) {
  for (std::uint32_t at = 0; at + sizeof(Float) <= size; at += sizeof(Float)) {
    if (std::memcmp(expected + at, actual + at, sizeof(Float)) == 0) continue;
    Float a, b;
    std::memcpy(&a, expected + at, sizeof(Float));
    std::memcpy(&b, actual + at, sizeof(Float));
    const auto x = static_cast<double>(a);
    const auto y = static_cast<double>(b);
    if (std::isnan(x) && std::isnan(y)) continue;
    if (exact) return false;
    const double distance = std::abs(x - y);
    if (!(distance <= tolerance)) return false;
  }
  const std::uint32_t whole = size - size % sizeof(Float);
  return std::memcmp(expected + whole, actual + whole, size - whole) == 0;
}

}  // namespace

bool matches(const Expectation& expectation, const std::uint8_t* expected, const std::uint8_t* actual,
             std::uint32_t size) {
  if (expectation.certainty == Certainty::Unknown) return true;
  if (size == 0 || std::memcmp(expected, actual, size) == 0) return true;
  const bool exact = expectation.certainty == Certainty::Exact;
  bool out = false;
  visit_element_type(expectation.dtype, [&](auto element) {
    if constexpr (!std::is_integral_v<decltype(element)>)
      out = close<decltype(element)>(expectation.tolerance, exact, expected, actual, size);
  });
  return out;
}

}  // namespace modecheck::reference
