// What an argument or a result is made of.
#pragma once

#include <cstdint>

namespace modecheck::witness {

enum class Kind : std::uint8_t {
  Real,   // of the dtype that is tried
  Place,  // int64
  Small,  // int32
  Truth,  // bool
  Float,  // float32 whatever is tried: what integers become
};

}  // namespace modecheck::witness
