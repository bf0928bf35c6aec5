// Multiplies sizes with wrap-around. A product may overflow where another size is zero; such a tensor has no elements,
// so any strides are valid.
#pragma once

#include <cstdint>

namespace modecheck::engine {

constexpr std::int64_t wrapped_product(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

}  // namespace modecheck::engine
