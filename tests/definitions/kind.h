// The dtype class of an argument or a result.
#pragma once

#include <cstdint>

namespace modecheck::definitions {

enum class Kind : std::uint8_t {
  Real,   // the dtype under test
  Place,  // int64
  Small,  // int32
  Truth,  // bool
  Float,  // always float32: the result of integer input
};

}  // namespace modecheck::definitions
