// The first outputs of MT19937: only the part of the state is made that they need. Numbers are made of them as libtorch
// makes them on the CPU.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>

namespace modecheck::reference {

class Twister {
 public:
  explicit Twister(std::uint32_t seed) {
    state_[0] = seed;
    for (std::uint32_t i = 1; i < kSize; ++i) state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + i;
  }

  std::uint32_t next() {
    const std::uint32_t mixed = (state_[at_] & 0x80000000u) | (state_[(at_ + 1) % kSize] & 0x7fffffffu);
    std::uint32_t out = state_[(at_ + 397) % kSize] ^ (mixed >> 1) ^ ((mixed & 1u) != 0 ? 0x9908b0dfu : 0u);
    state_[at_] = out;
    at_ = (at_ + 1) % kSize;
    out ^= out >> 11;
    out ^= (out << 7) & 0x9d2c5680u;
    out ^= (out << 15) & 0xefc60000u;
    return out ^ (out >> 18);
  }
  // The first of two is high.
  std::uint64_t next_64() {
    const std::uint64_t high = next();
    return high << 32 | next();
  }
  // In [0, 1), with so many random bits: up to 32 of one output, else of two.
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
  static constexpr std::uint32_t kSize = 624;
  std::array<std::uint32_t, kSize> state_;
  std::uint32_t at_ = 0;
  std::optional<double> second_;
};

}  // namespace modecheck::reference
