// Says in which dtypes a function is tested.
#pragma once

#include <cstdint>

namespace modecheck::definitions {

enum class Dtypes : std::uint8_t {
  Floating,  // the function is tested in float64 and float32
  Numbers,   // the function is tested in float64, float32, int64, int32 and uint8
  Summed,    // the same dtypes as Numbers, but integer arguments give an int64 result
  Divided,   // the same dtypes as Numbers, but integer arguments give a float32 result
};

}  // namespace modecheck::definitions
