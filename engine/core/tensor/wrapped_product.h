// Multiplies and adds sizes and strides with wrap-around. They may overflow where a size is zero or one; such a tensor
// has no elements, or never uses the stride, so any strides are valid.
#pragma once

#include <cstdint>

namespace modecheck::engine {

constexpr std::int64_t wrapped_product(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

constexpr std::int64_t wrapped_sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

}  // namespace modecheck::engine
