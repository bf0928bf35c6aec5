// How a function depends on its arguments: from that follows what it gives for complex numbers.
#pragma once

#include <cstdint>

namespace modecheck::witness {

enum class Degree : std::uint8_t {
  Unknown,      // it is not tried with complex numbers
  Linear,       // in all variables together: real parts come of real parts, imaginary ones of imaginary ones
  Multilinear,  // in each variable by itself, like a product
};

}  // namespace modecheck::witness
