// A RandomChoice draws random decisions with splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
// generators"; written here from the description). A seed therefore means the same programs on every machine and with
// every standard library. A step is a handful of instructions without a branch; a generator takes about ten steps per
// command.
#pragma once

#include <cstdint>

#include "properties/choice/choice.h"

namespace modecheck::properties {

// Makes one step of splitmix64: advances `state` and returns a mix of its bits.
constexpr std::uint64_t splitmix(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Returns the seed of program `index` of the campaign with seed `seed`. A program can be drawn without the programs
// before it.
constexpr std::uint64_t program_seed(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t state = seed;
  state = splitmix(state) ^ (index * 0xd1342543de82ef95u);
  return splitmix(state);
}

class RandomChoice final : public Choice {
 public:
  explicit RandomChoice(std::uint64_t seed) : state_(seed) {}

  // Scales the random number to 0 .. n-1 by multiplication. The bias, below n / 2^32, does not matter here.
  std::uint32_t below(std::uint32_t n) override {
    return static_cast<std::uint32_t>(((splitmix(state_) >> 32) * n) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace modecheck::properties
