// Reads whole numbers from JSON that may come from anywhere.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace modecheck::properties {

// Returns the number as an unsigned integer. Throws std::invalid_argument if it is negative, has a fraction or is
// larger than `most`. nlohmann::json's own conversions wrap such numbers.
inline std::uint64_t whole_number(const nlohmann::json& value,
                                  std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most)
    throw std::invalid_argument(value.dump() + " must be a whole number from 0 to " + std::to_string(most));
  return value.get<std::uint64_t>();
}

}  // namespace modecheck::properties
