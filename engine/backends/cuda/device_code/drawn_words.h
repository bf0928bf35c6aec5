// Defines where the random numbers of the CUDA device come from.
//
// A generator has a seed and an offset. A call that draws random numbers reads the seed and the offset. It then
// advances the offset by one block, however much it draws. The call reads words of 32 bits. The first four words are
// the block at::Philox4_32(seed, subsequence, offset) of Philox4x32-10 with subsequence 0. The next four have
// subsequence 1, and so on.
//
// Numbers are made from these words in memory order, as the CPU makes them from the words of its Mersenne Twister. Up
// to 32 random bits take one word. More bits take two words, the high one first. For complex numbers the real part
// comes first. Four words make a pair of normal numbers; the two parts of a complex number are such a pair. A
// permutation sorts keys of 64 bits, one for each position.
//
// Each thread draws the numbers of one block, so the result does not depend on the number of threads, the stream or the
// device. libtorch's numbers differ: they depend on the number of multiprocessors of the GPU.
#pragma once

#include <cstdint>

#include "engine/core/types/host_device.h"
#include "engine/core/types/philox.h"

namespace modecheck::engine::cuda {

struct DrawState {
  std::uint64_t seed = 0;
  std::uint64_t offset = 0;  // the offset of the generator, counted in Philox blocks
  // If a CUDA graph is captured, points to the seed and offset of a replay, to which `offset` is added. Otherwise null.
  const std::uint64_t* replay = nullptr;
};

// Draws the 32-bit words of one Philox block one after the other, and makes random numbers from them.
class DrawnWords {
 public:
  MODECHECK_HOST_DEVICE DrawnWords(const DrawState& state, std::int64_t block)
      : words_(state.replay == nullptr ? state.seed : state.replay[0], static_cast<std::uint64_t>(block),
               state.replay == nullptr ? state.offset : state.replay[1] + state.offset) {}

  MODECHECK_HOST_DEVICE std::uint32_t draw_32() { return words_(); }
  MODECHECK_HOST_DEVICE std::uint64_t draw_64() {
    const std::uint64_t high = words_();
    return high << 32 | words_();
  }
  // uniform_float and uniform_double return a random number that is uniformly distributed in [0, 1). uniform_float uses
  // `bits` random bits, at most 24. uniform_double uses 53 random bits.
  MODECHECK_HOST_DEVICE float uniform_float(int bits) {
    const std::uint32_t range = std::uint32_t{1} << bits;
    return static_cast<float>(draw_32() & (range - 1)) / static_cast<float>(range);
  }
  MODECHECK_HOST_DEVICE double uniform_double() {
    return static_cast<double>(draw_64() & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
  }

 private:
  at::Philox4_32 words_;
};

}  // namespace modecheck::engine::cuda
