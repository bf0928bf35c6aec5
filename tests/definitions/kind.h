// Says which dtype an argument or a result of a tested function has.
#pragma once

#include <cstdint>

namespace modecheck::definitions {

enum class Kind : std::uint8_t {
  Real,   // numbers of the dtype under test
  Place,  // indices of dtype int64
  Small,  // integers of dtype int32
  Truth,  // truth values of dtype bool
  Float,  // numbers of dtype float32, which a function gives for integer arguments
};

}  // namespace modecheck::definitions
