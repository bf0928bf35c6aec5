// Says how a function depends on its arguments. The definition for complex numbers follows from that.
#pragma once

#include <cstdint>

namespace modecheck::definitions {

enum class Degree : std::uint8_t {
  Unknown,      // the function is not tested with complex numbers
  Linear,       // the function is linear in all variables jointly, so real and imaginary parts do not mix
  Multilinear,  // the function is linear in each variable separately, as a product is
};

}  // namespace modecheck::definitions
