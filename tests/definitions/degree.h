// How a function depends on its arguments, from which its values for complex numbers follow.
#pragma once

#include <cstdint>

namespace modecheck::definitions {

enum class Degree : std::uint8_t {
  Unknown,      // not tested with complex numbers
  Linear,       // in all variables jointly: real and imaginary parts do not mix
  Multilinear,  // in each variable separately, like a product
};

}  // namespace modecheck::definitions
