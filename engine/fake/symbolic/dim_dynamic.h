// How a size becomes symbolic, as PyTorch's `DimDynamic` says it.
#pragma once

#include <cstdint>

namespace modecheck::engine::fake {

enum class DimDynamic : std::uint8_t {
  DYNAMIC,  // a symbol of its own
  DUCK,     // the symbol that sizes with the same hint share, if the shape environment allows it
  STATIC,   // the number itself
};

}  // namespace modecheck::engine::fake
