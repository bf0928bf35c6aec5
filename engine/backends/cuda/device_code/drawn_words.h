// Where the random numbers of the device come from.
//
// A generator has a seed and an offset. A call that draws takes both, and moves the offset on by one block, however
// much it draws. It reads words of 32 bits: the four of the block of Philox4x32-10 that has the generator's seed and
// offset and the subsequence 0, then the four of subsequence 1, and so on: at::Philox4_32(seed, subsequence, offset).
// Of these words numbers are made in the order of memory, as the CPU makes them of the words of its Mersenne Twister:
// up to 32 random bits are one word, more are two, of which the first is high; of complex numbers the real part comes
// first. Every normal number is one of a pair, which four words make; two parts of a complex number are such a pair. A
// permutation sorts keys of 64 bits, one a place.
//
// A thread draws what one block holds, so nothing depends on how many threads there are, on the stream or on the
// device. libtorch's numbers are others: they depend on how many multiprocessors a GPU has.
#pragma once

#include <cstdint>

#include "engine/core/types/host_device.h"
#include "engine/core/types/philox.h"

namespace modecheck::engine::cuda {

struct DrawState {
  std::uint64_t seed = 0;
  std::uint64_t offset = 0;               // in blocks
  const std::uint64_t* replay = nullptr;  // of a graph: its seed, and what its offset is added to
};

// The words of one block.
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
  // In [0, 1): so many random bits, at most 24; or 53.
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
