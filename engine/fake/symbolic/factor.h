// A power of an atom: a symbol, a floor division or a maximum (atoms.h).
#pragma once

#include <compare>
#include <cstdint>

namespace modecheck::engine::fake {

using AtomId = std::uint32_t;

// The power is at least one.
struct Factor {
  AtomId atom = 0;
  std::uint32_t power = 1;

  friend auto operator<=>(const Factor&, const Factor&) = default;
};

}  // namespace modecheck::engine::fake
