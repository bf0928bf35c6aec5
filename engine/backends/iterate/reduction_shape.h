// The dimensions of a reduction as plain data: what a kernel of the GPU is given in place of a ReductionLoop.
#pragma once

#include <cstdint>

#include "engine/backends/iterate/dims.h"

namespace modecheck::engine::backends {

struct ReductionShape {
  // A dimension: how far its elements are apart, counted in elements.
  struct Axis {
    std::int64_t size;
    std::int64_t step;
  };

  int kept_count = 0;
  int reduced_count = 0;
  bool columns = false;  // the fastest dimension stays: `column`
  Axis column{1, 0};
  std::int64_t column_to = 0;  // how far the results of neighbouring columns are apart
  std::int64_t results = 1;
  std::int64_t group = 1;    // elements of each
  Axis kept[max_dims] = {};  // the slowest first, without the columns
  std::int64_t kept_to[max_dims] = {};
  Axis reduced[max_dims] = {};
};

}  // namespace modecheck::engine::backends
