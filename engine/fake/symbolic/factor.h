// A power of an atom: a symbol, a floor division or a maximum (atoms.h).
#pragma once

#include <cstdint>

namespace modecheck::engine::fake {

using AtomId = std::uint32_t;

// The power is at least one.
struct Factor {
  AtomId atom = 0;
  std::uint32_t power = 1;

  friend bool operator==(const Factor& a, const Factor& b) { return a.atom == b.atom && a.power == b.power; }
  friend bool operator!=(const Factor& a, const Factor& b) { return !(a == b); }
  friend bool operator<(const Factor& a, const Factor& b) {
    return a.atom != b.atom ? a.atom < b.atom : a.power < b.power;
  }
};

}  // namespace modecheck::engine::fake
