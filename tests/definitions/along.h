// Splits the sizes of a tensor at one dimension. The three parts are the product of the sizes before that dimension,
// its own size, and the product of the sizes after it.
#pragma once

#include "tests/definitions/array.h"

namespace modecheck::definitions {

struct Along {
  std::int64_t outer = 1;
  std::int64_t length = 1;
  std::int64_t inner = 1;

  // A tensor without dimensions counts as having one dimension of size one.
  Along(const Sizes& sizes, std::int64_t d);

  std::int64_t place(std::int64_t before, std::int64_t i, std::int64_t after) const {
    return (before * length + i) * inner + after;
  }
};

}  // namespace modecheck::definitions
