// Random decisions: xoshiro256** seeded by splitmix64 (both by Blackman and Vigna; written here from their published
// descriptions), so that a seed means the same programs on every machine and with every standard library.
#pragma once

#include <array>
#include <cstdint>

#include "properties/choice.h"

namespace modecheck::properties {

// One step of splitmix64: mixes `state` and moves it on.
constexpr std::uint64_t splitmix(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// The seed of program `index` of the campaign with seed `seed`: no program depends on those before it.
constexpr std::uint64_t program_seed(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t state = seed;
  state = splitmix(state) ^ (index * 0xd1342543de82ef95u);
  return splitmix(state);
}

class RandomChoice final : public Choice {
 public:
  explicit RandomChoice(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = splitmix(seed);
  }

  // By multiplication: the bias, below n / 2^32, does not matter here.
  std::uint32_t below(std::uint32_t n) override {
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(half()) * n) >> 32);
  }

 private:
  static constexpr std::uint64_t rotate(std::uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

  std::uint64_t next() {
    const std::uint64_t out = rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return out;
  }

  // Every 64 bits serve two decisions.
  std::uint32_t half() {
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    const std::uint64_t bits = next();
    spare_ = static_cast<std::uint32_t>(bits);
    has_spare_ = true;
    return static_cast<std::uint32_t>(bits >> 32);
  }

  std::array<std::uint64_t, 4> state_{};
  std::uint32_t spare_ = 0;
  bool has_spare_ = false;
};

}  // namespace modecheck::properties
