// Defines c10::guts::to_string, which writes a value as a stream does.
#pragma once

#include <sstream>
#include <string>
#include <utility>

namespace c10 {
inline namespace modecheck_v1 {
namespace guts {

template <typename Value>
std::string to_string(const Value& value) {
  std::ostringstream out;
  out << value;
  return std::move(out).str();
}

}  // namespace guts
}  // namespace modecheck_v1
}  // namespace c10
