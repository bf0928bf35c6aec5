// c10::SourceLocation: where a check or a warning stands.
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
