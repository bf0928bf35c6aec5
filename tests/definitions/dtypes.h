// Says in which dtypes a function is tested.
#pragma once

#include <cstdint>

namespace modecheck::definitions {

enum class Dtypes : std::uint8_t {
  Floating,  // float64 and float32
  Numbers,   // floating and integer dtypes: float64, float32, int64, int32 and uint8
  Summed,    // floating and integer dtypes; integer arguments give an int64 result
  Divided,   // floating and integer dtypes; integer arguments give a float32 result
};

}  // namespace modecheck::definitions
