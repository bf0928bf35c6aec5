// Implements the counter-based generator Philox4x32-10 of Salmon, Moraes, Dror and Shaw. A number depends only on the
// seed, the subsequence and the position in it, not on earlier draws. GPU threads use this generator too.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "engine/core/types/host_device.h"

namespace at {
inline namespace modecheck_v1 {

class Philox4_32 final {
 public:
  // Starts the generator at a position of a subsequence. `offset` is the position, counted in groups of four numbers.
  MODECHECK_HOST_DEVICE explicit Philox4_32(std::uint64_t seed = 67280421310721, std::uint64_t subsequence = 0,
                                            std::uint64_t offset = 0)
      : key_{low(seed), high(seed)}, counter_{0, 0, low(subsequence), high(subsequence)} {
    incr_n(offset);
  }

  MODECHECK_HOST_DEVICE std::uint32_t operator()(int rounds = 10) {
    if (next_ == 0) {
      drawn_ = four(rounds);
      incr();
    }
    const std::uint32_t out = drawn_[next_];
    next_ = (next_ + 1) % 4;
    return out;
  }
  // Returns a number of the standard normal distribution, computed from two uniform numbers.
  MODECHECK_HOST_DEVICE float randn(std::uint32_t rounds = 10) {
    const float radius = std::sqrt(-2.0F * std::log(uniform(rounds)));
    return radius * std::cos(6.2831853F * uniform(rounds));
  }
  // incr() skips one group of four numbers, and incr_n() skips `count` groups.
  MODECHECK_HOST_DEVICE void incr() { incr_n(1); }
  MODECHECK_HOST_DEVICE void incr_n(std::uint64_t count) {
    const std::uint64_t place = wide(counter_[0], counter_[1]) + count;
    if (place < count) {
      const std::uint64_t above = wide(counter_[2], counter_[3]) + 1;
      counter_[2] = low(above);
      counter_[3] = high(above);
    }
    counter_[0] = low(place);
    counter_[1] = high(place);
  }

 private:
  using Four = std::array<std::uint32_t, 4>;

  MODECHECK_HOST_DEVICE static std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
  MODECHECK_HOST_DEVICE static std::uint32_t high(std::uint64_t value) {
    return static_cast<std::uint32_t>(value >> 32);
  }
  MODECHECK_HOST_DEVICE static std::uint64_t wide(std::uint32_t low, std::uint32_t high) {
    return std::uint64_t{high} << 32 | low;
  }

  MODECHECK_HOST_DEVICE Four four(int rounds) const {
    Four x = counter_;
    std::array<std::uint32_t, 2> key = key_;
    for (int i = 0; i < rounds; ++i) {
      const std::uint64_t first = std::uint64_t{0xd2511f53U} * x[0];
      const std::uint64_t second = std::uint64_t{0xcd9e8d57U} * x[2];
      x = {high(second) ^ x[1] ^ key[0], low(second), high(first) ^ x[3] ^ key[1], low(first)};
      key = {key[0] + 0x9e3779b9U, key[1] + 0xbb67ae85U};
    }
    return x;
  }
  // Returns a uniform random number in (0, 1].
  MODECHECK_HOST_DEVICE float uniform(std::uint32_t rounds) {
    return (static_cast<float>((*this)(static_cast<int>(rounds)) >> 8) + 1.0F) * 0x1p-24F;
  }

  std::array<std::uint32_t, 2> key_;
  Four counter_;
  Four drawn_{};
  unsigned next_ = 0;
};

}  // namespace modecheck_v1
}  // namespace at
