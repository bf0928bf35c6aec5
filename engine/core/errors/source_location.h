// Declares c10::SourceLocation: the function, file and line of a check or a warning.
#pragma once

#include <cstdint>
#include <ostream>

namespace c10 {
inline namespace modecheck_v1 {

struct SourceLocation {
  const char* function = "";
  const char* file = "";
  std::uint32_t line = 0;
};

inline std::ostream& operator<<(std::ostream& out, const SourceLocation& location) {
  return out << location.function << " at " << location.file << ':' << location.line;
}

}  // namespace modecheck_v1
}  // namespace c10
