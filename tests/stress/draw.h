// A stream of random numbers that depends on its seed only, on every machine and with every compiler.
#pragma once

#include <cstdint>

namespace modecheck::stress {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}

  // Returns the next number of the sequence SplitMix64.
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  // Returns a number of at least 0 and less than `n`.
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  bool percent(int chance) { return below(100) < chance; }

 private:
  std::uint64_t state_;
};

}  // namespace modecheck::stress
