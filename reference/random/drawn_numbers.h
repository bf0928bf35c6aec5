// Makes random numbers from 32-bit random words, in the same way as libtorch on the CPU. The words come from a Mersenne
// Twister (twister.h), or from Philox (philox.h) for a CUDA device.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <variant>

#include "reference/random/philox.h"
#include "reference/random/twister.h"

namespace modecheck::reference {

class DrawnNumbers {
 public:
  explicit DrawnNumbers(const std::variant<Twister, Philox>& words) : words_(words) {}

  std::uint32_t next() {
    return std::visit([](auto& words) { return words.next(); }, words_);
  }
  // Returns 64 random bits. The first of the two words becomes the high half.
  std::uint64_t next_64() {
    const std::uint64_t high = next();
    return high << 32 | next();
  }
  // Returns a random number in [0, 1) with `bits` random bits. It takes one word for up to 32 bits, and otherwise two
  // words.
  double uniform(int bits) {
    const std::uint64_t drawn = bits > 32 ? next_64() : next();
    return std::ldexp(static_cast<double>(drawn & ((std::uint64_t{1} << bits) - 1)), -bits);
  }
  // Returns a random number of the standard normal distribution. The Box-Muller method makes two from two uniform
  // numbers; the second is kept for the next call.
  double normal() {
    if (second_) {
      const double out = *second_;
      second_.reset();
      return out;
    }
    const double angle = 2 * std::numbers::pi * uniform(53);
    const double radius = std::sqrt(-2 * std::log1p(-uniform(53)));
    second_ = radius * std::sin(angle);
    return radius * std::cos(angle);
  }

 private:
  std::variant<Twister, Philox> words_;
  std::optional<double> second_;
};

}  // namespace modecheck::reference
