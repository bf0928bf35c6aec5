// Says which dtype an argument or a result of a tested function has.
#pragma once

#include <cstdint>

namespace modecheck::definitions {

enum class Kind : std::uint8_t {
  Real,   // the dtype under test
  Place,  // int64, for indices
  Small,  // int32
  Truth,  // bool
  Float,  // float32, which a function gives for integer arguments
};

}  // namespace modecheck::definitions
