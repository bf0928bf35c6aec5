// The dtypes that a function is tried in.
#pragma once

#include <cstdint>

namespace modecheck::witness {

enum class Dtypes : std::uint8_t {
  Floating,  // float64, float32
  Numbers,   // int64, int32, uint8 too: of arguments that are whole numbers then
  Summed,    // the same, but what comes of integers is int64
  Divided,   // and here float32
};

}  // namespace modecheck::witness
