// Defines functions that build strings from values.
#pragma once

#include <sstream>
#include <string>
#include <utility>

#include "engine/core/errors/source_location.h"

namespace c10 {
inline namespace modecheck_v1 {

// Writes all values to a stream, one after the other, and returns the text.
template <typename... Parts>
std::string str(const Parts&... parts) {
  std::ostringstream out;
  static_cast<void>((out << ... << parts));
  return std::move(out).str();
}

// Joins the texts of the elements with `delimiter` between them.
template <typename Container>
std::string Join(const std::string& delimiter, const Container& elements) {
  std::ostringstream out;
  bool first = true;
  for (const auto& element : elements) {
    if (!first) out << delimiter;
    out << element;
    first = false;
  }
  return std::move(out).str();
}

}  // namespace modecheck_v1
}  // namespace c10
