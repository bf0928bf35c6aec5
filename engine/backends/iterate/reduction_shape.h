// Holds the dimensions of a reduction as plain data. A GPU kernel gets this struct where a CPU kernel uses a
// ReductionLoop.
#pragma once

#include <cstdint>

#include "engine/backends/iterate/dims.h"

namespace modecheck::engine::backends {

struct ReductionShape {
  // The size of a dimension, and its stride in elements.
  struct Axis {
    std::int64_t size;
    std::int64_t step;
  };

  int kept_count = 0;
  int reduced_count = 0;
  bool columns = false;  // true if the reduction keeps the fastest dimension, which `column` then describes
  Axis column{1, 0};
  std::int64_t column_to = 0;  // the stride in the output along the dimension that `column` describes
  std::int64_t results = 1;
  std::int64_t group = 1;    // the number of elements that are reduced to each result
  Axis kept[max_dims] = {};  // the dimensions that are kept, the slowest first; `column` is not among them
  std::int64_t kept_to[max_dims] = {};
  Axis reduced[max_dims] = {};
};

}  // namespace modecheck::engine::backends
