// Formats numbers for people to read.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace modecheck::cli {

// Returns a number with commas between groups of three digits, for example "1,234,567".
inline std::string grouped(std::uint64_t number) {
  std::string out = fmt::format("{}", number);
  for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(out.size()) - 3; at > 0; at -= 3)
    out.insert(static_cast<std::size_t>(at), 1, ',');
  return out;
}

inline double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Returns the share of `part` in `whole`, for example "21.4 %".
inline std::string percent(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{:.1f} %", 100 * share(part, whole));
}

}  // namespace modecheck::cli
