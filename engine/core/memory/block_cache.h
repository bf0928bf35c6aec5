// Large blocks that were freed are kept for the next tensor of about their size: fresh memory costs a page fault for
// every 4 KiB that is written, which is most of what a large operator costs.
#pragma once

#include <cstddef>
#include <mutex>

namespace modecheck::engine {

// Of the process; any thread may free what another allocated.
class BlockCache {
 public:
  static constexpr std::size_t least = std::size_t{1} << 16;      // bytes of a block; malloc is good at smaller ones
  static constexpr std::size_t most_kept = std::size_t{1} << 30;  // bytes of all freed blocks together

  struct Statistics {
    std::size_t kept_bytes = 0;  // freed and waiting
    std::size_t hits = 0;        // allocations that took a kept block
    std::size_t misses = 0;
  };

  // At least `bytes`, aligned to 64; null if memory is out, even after everything kept was given back.
  static void* allocate(std::size_t bytes) noexcept;
  // `bytes` as allocate() was asked for.
  static void release(void* block, std::size_t bytes) noexcept;
  // Gives everything kept back to malloc.
  static void clear() noexcept;
  static Statistics statistics() noexcept;

 private:
  struct Block {
    Block* next;
  };
  // Eight classes for every doubling of the size: an eighth at most is given in vain.
  static constexpr std::size_t steps = 8;
  static constexpr std::size_t doublings = 14;  // up to 1 GiB
  static constexpr std::size_t classes = steps * doublings;

  struct Class {
    std::size_t index;
    std::size_t capacity;  // bytes
  };
  // Past the last class, `index` is `classes`, and such blocks are not kept.
  static Class class_of(std::size_t bytes) noexcept;
  static BlockCache& instance() noexcept;

  void* take(std::size_t index, std::size_t capacity) noexcept;
  bool keep(void* block, std::size_t index, std::size_t capacity) noexcept;

  std::mutex mutex_;
  Block* lists_[classes] = {};
  Statistics statistics_;
};

}  // namespace modecheck::engine
