// The dtypes in which a function is tested.
#pragma once

#include <cstdint>

namespace modecheck::definitions {

enum class Dtypes : std::uint8_t {
  Floating,  // float64, float32
  Numbers,   // also int64, int32, uint8, with integer arguments
  Summed,    // the same, but integers give int64
  Divided,   // the same, but integers give float32
};

}  // namespace modecheck::definitions
