#include "properties/known/meeting_rate.h"

#include <cmath>

namespace modecheck::properties {

double MeetingRate::confidence_of_absence(std::uint64_t clean) const {
  if (programs == 0) return 0;
  const double ratio = static_cast<double>(clean) / static_cast<double>(programs);
  return -std::expm1(-static_cast<double>(met) * std::log1p(ratio));
}

std::optional<std::uint64_t> MeetingRate::programs_until_gone(double confidence) const {
  if (met == 0 || programs == 0) return std::nullopt;
  const double ratio = std::expm1(-std::log1p(-confidence) / static_cast<double>(met));
  // A little less, so that rounding does not turn a whole number into the next one.
  return static_cast<std::uint64_t>(std::ceil(static_cast<double>(programs) * ratio * (1 - 1e-12)));
}

}  // namespace modecheck::properties
