// The dimensions of a reduction as plain data: a GPU kernel gets this in place of a ReductionLoop.
#pragma once

#include <cstdint>

#include "engine/backends/iterate/dims.h"

namespace modecheck::engine::backends {

struct ReductionShape {
  // A dimension and its stride, in elements.
  struct Axis {
    std::int64_t size;
    std::int64_t step;
  };

  int kept_count = 0;
  int reduced_count = 0;
  bool columns = false;  // true if the fastest dimension is kept; it is then in `column`
  Axis column{1, 0};
  std::int64_t column_to = 0;  // stride of the results of neighbouring columns
  std::int64_t results = 1;
  std::int64_t group = 1;    // number of elements for each result
  Axis kept[max_dims] = {};  // slowest first, without `column`
  std::int64_t kept_to[max_dims] = {};
  Axis reduced[max_dims] = {};
};

}  // namespace modecheck::engine::backends
