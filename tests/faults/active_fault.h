// Selects the active planted fault: the number in the environment variable MODECHECK_FAULT, or 0 for none. Only the
// copy of the sources that `plant` makes includes this header; the shipped code has no faults.
#pragma once

#include <cstdlib>

namespace modecheck::faults {

inline bool active(int fault) {
  static const int chosen = [] {
    const char* text = std::getenv("MODECHECK_FAULT");
    return text == nullptr ? 0 : std::atoi(text);
  }();
  return chosen == fault;
}

}  // namespace modecheck::faults
