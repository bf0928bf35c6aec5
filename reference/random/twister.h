// Computes the outputs of the random generator Mersenne Twister MT19937. The state is updated one word at a time, when
// the word is drawn.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace modecheck::reference {

class Twister {
 public:
  explicit Twister(std::uint32_t seed) { state_[0] = seed; }

  std::uint32_t next() {
    // Most calls draw only a few numbers. So the words of the initial state are computed only when they are needed.
    if (made_ < kSize) make_words(std::min(at_ + 398, kSize));
    const std::uint32_t mixed = (state_[at_] & 0x80000000u) | (state_[(at_ + 1) % kSize] & 0x7fffffffu);
    std::uint32_t out = state_[(at_ + 397) % kSize] ^ (mixed >> 1) ^ ((mixed & 1u) != 0 ? 0x9908b0dfu : 0u);
    state_[at_] = out;
    at_ = (at_ + 1) % kSize;
    out ^= out >> 11;
    out ^= (out << 7) & 0x9d2c5680u;
    out ^= (out << 15) & 0xefc60000u;
    return out ^ (out >> 18);
  }

 private:
  // Computes the words of the initial state before index `end`.
  void make_words(std::uint32_t end) {
    std::uint32_t word = state_[made_ - 1];
    for (std::uint32_t i = made_; i < end; ++i) {
      word = 1812433253u * (word ^ (word >> 30)) + i;
      state_[i] = word;
    }
    made_ = end;
  }

  static constexpr std::uint32_t kSize = 624;
  std::array<std::uint32_t, kSize> state_{};
  std::uint32_t made_ = 1;  // the number of words of the initial state that are computed
  std::uint32_t at_ = 0;
};

}  // namespace modecheck::reference
