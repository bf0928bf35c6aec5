// What the caller of a trace demands of a symbolic size, as PyTorch's RelaxedUnspecConstraint (no range) and
// StrictMinMaxConstraint (with a range).
#pragma once

#include <optional>

#include "engine/fake/symbolic/interval.h"

namespace modecheck::engine::fake {

struct SizeConstraint {
  // Without a range, the size must only stay symbolic: the trace must not fix it to one number. With a range, the trace
  // must also be valid for all sizes of the range.
  std::optional<Interval> range;
  friend bool operator==(const SizeConstraint& a, const SizeConstraint& b) { return a.range == b.range; }
};

}  // namespace modecheck::engine::fake
