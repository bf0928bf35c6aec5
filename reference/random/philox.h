// Draws the random words that a CUDA device draws, with Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random
// numbers: as easy as 1, 2, 3", 2011). The key is the seed. Each counter gives a block of four words, which are used
// one after another. The high half of the counter is the number of the block within the call. The low half is the
// number of calls that have drawn since the generator was seeded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace modecheck::reference {

class Philox {
 public:
  using Block = std::array<std::uint32_t, 4>;

  Philox(std::uint64_t seed, std::uint64_t calls) : seed_(seed), calls_(calls) {}

  std::uint32_t next() {
    if (at_ == block_.size()) {
      block_ = encrypted(seed_, calls_, blocks_++);
      at_ = 0;
    }
    return block_[at_++];
  }

  // The bijection of the paper: ten rounds on the counter. After each round, each half of the key grows by its own
  // constant.
  static Block encrypted(std::uint64_t seed, std::uint64_t calls, std::uint64_t place) {
    std::uint32_t l0 = word(calls, 1);
    std::uint32_t r0 = word(calls, 0);
    std::uint32_t l1 = word(place, 1);
    std::uint32_t r1 = word(place, 0);
    std::uint32_t k0 = word(seed, 0);
    std::uint32_t k1 = word(seed, 1);
    for (int round = 1; round <= 10; ++round) {
      const std::uint64_t product0 = r0 * std::uint64_t{0xD2511F53};
      const std::uint64_t product1 = r1 * std::uint64_t{0xCD9E8D57};
      r0 = word(product1, 1) ^ l0 ^ k0;
      l0 = word(product1, 0);
      r1 = word(product0, 1) ^ l1 ^ k1;
      l1 = word(product0, 0);
      k0 += 0x9E3779B9;  // the fraction of the golden ratio, times 2^32
      k1 += 0xBB67AE85;  // the square root of three minus one, times 2^32
    }
    return {r0, l0, r1, l1};
  }

 private:
  static std::uint32_t word(std::uint64_t of, int which) { return static_cast<std::uint32_t>(of >> (32 * which)); }

  std::uint64_t seed_;
  std::uint64_t calls_;
  std::uint64_t blocks_ = 0;
  Block block_{};
  std::size_t at_ = 4;
};

}  // namespace modecheck::reference
