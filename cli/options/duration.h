// Parses durations: "30s", "500ms", "5m", "1h".
#pragma once

#include <chrono>
#include <string>

namespace modecheck::cli {

// Parses one duration. Throws UsageError, which names the option.
std::chrono::milliseconds parse_duration(const std::string& text, const char* option);

}  // namespace modecheck::cli
