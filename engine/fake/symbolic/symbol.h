// A symbol: a number that a trace does not know, such as a size of an input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/fake/symbolic/expression.h"
#include "engine/fake/symbolic/interval.h"

namespace modecheck::engine::fake {

struct Symbol {
  AtomId atom = 0;
  std::optional<std::int64_t> hint;  // the value in the traced call; an unbacked symbol has none
  // What the kernels of the trace take for an unbacked symbol. No question may be answered by it.
  std::optional<std::int64_t> stand_in;
  bool is_size = false;  // whether an unbacked symbol is the size of a tensor
  Interval range;
  std::vector<std::string> sources;  // where the number comes from, such as "x.size()[0]"; the first made the symbol
};

}  // namespace modecheck::engine::fake
