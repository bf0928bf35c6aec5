// A MeetingRate says how often programs of a search met something, and what can be concluded if others do not.
#pragma once

#include <cstdint>
#include <optional>

namespace modecheck::properties {

struct MeetingRate {
  std::uint64_t programs = 0;  // the number of programs that were searched
  std::uint64_t met = 0;       // how many of them met it

  // Returns the confidence with which `clean` programs that did not meet it say that it is gone, or met more rarely. It
  // is 1 - (programs / (programs + clean))^met: if nothing had changed, each program that met it would be among the
  // first `programs` by chance. This is the conditional test of Przyborowski and Wilenski (1940) for two rates. So it
  // allows for a rate that few meetings measured.
  double confidence_of_absence(std::uint64_t clean) const;

  // Returns the lowest number of clean programs for which confidence_of_absence is `confidence`, or std::nullopt if the
  // measurement never met it.
  std::optional<std::uint64_t> programs_until_gone(double confidence) const;
};

}  // namespace modecheck::properties
