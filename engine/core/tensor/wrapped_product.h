// Products of sizes that may overflow: where one size is zero there are no elements, and strides of any number do.
#pragma once

#include <cstdint>

namespace modecheck::engine {

constexpr std::int64_t wrapped_product(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

}  // namespace modecheck::engine
