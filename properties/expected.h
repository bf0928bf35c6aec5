// What a comparison needs to know of a run on the specification. `reference::ExpectedRun` makes it from the model and
// the reference values; tests make it by hand.
#pragma once

#include <cstdint>

#include "spec/trace.h"

namespace modecheck::properties {

// How far bytes are known beforehand.
enum class Exactness : std::uint8_t {
  Exact,    // these numbers (NaN equals NaN)
  Close,    // these numbers up to rounding
  Unknown,  // nothing is promised
};

struct Expected {
  const spec::Trace* trace = nullptr;
  const std::uint8_t* dropped = nullptr;  // a flag per command; null: none is dropped
  std::uint32_t count = 0;                // commands
  // Per step (the initial one first), register and {storage, gradient}; null: all are exact.
  const Exactness* exactness = nullptr;
  bool live_objects_known = true;  // false: whether something is left after the program is not judged

  Exactness exactness_of(int step, int reg, bool gradient) const {
    if (exactness == nullptr) return Exactness::Exact;
    return exactness[(static_cast<std::size_t>(step + 1) * spec::kRegisters + static_cast<std::size_t>(reg)) * 2 +
                     (gradient ? 1 : 0)];
  }
  const spec::Step& step(int index) const {
    return index < 0 ? trace->initial : trace->steps[static_cast<std::size_t>(index)];
  }
};

}  // namespace modecheck::properties
