#include "cli/options/duration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "cli/options/usage_error.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

// Splits a duration into its number and its unit: "1.5" and "s". The number is empty unless it is a plain decimal
// number.
std::pair<std::string, std::string> cut(const std::string& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string number = text.substr(0, end);
  const bool plain = number.find_first_of("0123456789") != std::string::npos &&
                     std::count(number.begin(), number.end(), '.') <= 1 && number.size() <= 20;
  return {plain ? number : "", text.substr(end)};
}

}  // namespace

std::chrono::milliseconds parse_duration(const std::string& text, const char* option) {
  constexpr double most = 30.0 * 24 * 3600 * 1000;  // the longest duration is thirty days
  const auto [number, unit] = cut(text);
  const double factor = unit == "ms" ? 1 : unit == "s" ? 1000 : unit == "m" ? 60'000 : unit == "h" ? 3'600'000 : 0;
  if (number.empty() || factor == 0)
    throw UsageError(fmt::format("{}: {} is no duration; write a positive number and ms, s, m or h, like 30s or 0.5s",
                                 option, spec::quoted(text)));
  const double milliseconds = std::strtod(number.c_str(), nullptr) * factor;
  if (milliseconds < 1 || milliseconds > most)
    throw UsageError(
        fmt::format("{}: {} is no time from 1ms to 720h; write one like 30s or 0.5s", option, spec::quoted(text)));
  return std::chrono::milliseconds(std::llround(milliseconds));
}

}  // namespace modecheck::cli
