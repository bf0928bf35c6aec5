#include "cli/duration.h"

#include <fmt/format.h>

#include <charconv>

#include "cli/usage_error.h"

namespace modecheck::cli {

std::chrono::milliseconds parse_duration(const std::string& text, const char* option) {
  constexpr std::int64_t most = 30LL * 24 * 3600 * 1000;  // thirty days
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(end, text.data() + text.size());
  const std::int64_t factor = unit == "ms"  ? 1
                              : unit == "s" ? 1000
                              : unit == "m" ? 60'000
                              : unit == "h" ? 3'600'000
                                            : 0;
  if (error != std::errc{} || factor == 0 || number <= 0 || number > most / factor)
    throw UsageError(
        fmt::format("{}: '{}' is no duration; write a positive number and ms, s, m or h, like 30s", option, text));
  return std::chrono::milliseconds(number * factor);
}

}  // namespace modecheck::cli
