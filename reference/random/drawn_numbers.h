// Numbers made of random words of 32 bits, as libtorch makes them on the CPU. The words are a Mersenne Twister's, or on
// a CUDA device Philox's.
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
  // The first of two is high.
  std::uint64_t next_64() {
    const std::uint64_t high = next();
    return high << 32 | next();
  }
  // In [0, 1), with so many random bits: up to 32 of one word, else of two.
  double uniform(int bits) {
    const std::uint64_t drawn = bits > 32 ? next_64() : next();
    return std::ldexp(static_cast<double>(drawn & ((std::uint64_t{1} << bits) - 1)), -bits);
  }
  // Of the standard normal distribution; two at a time are made of two uniform ones.
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
