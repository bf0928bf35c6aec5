// Multiplies and adds sizes and strides with wrap-around. Strides may overflow where a size is zero or one. Such a
// tensor has no elements, or never uses that stride, so any value is valid.
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
