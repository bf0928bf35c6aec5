// Keeps large freed blocks for the next tensor of a similar size. Writing to fresh memory costs a page fault for every
// 4 KiB, which takes most of the time of a large operator.
#pragma once

#include <cstddef>
#include <mutex>

namespace modecheck::engine {

// The cache of freed blocks. There is one cache for the whole process; any thread may free a block that another thread
// allocated.
class BlockCache {
 public:
  // The size in bytes of the smallest block that the cache keeps. For smaller blocks malloc is fast enough.
  static constexpr std::size_t least = std::size_t{1} << 16;
  // The most bytes that all kept blocks may have together.
  static constexpr std::size_t most_kept = std::size_t{1} << 30;

  struct Statistics {
    std::size_t kept_bytes = 0;  // the number of bytes in the blocks that are kept now
    std::size_t hits = 0;        // the number of allocations that reused a kept block
    std::size_t misses = 0;
  };

  // Returns a block of at least `bytes` bytes, aligned to 64 bytes. If memory is out, frees all kept blocks and tries
  // again. Returns null if memory is still out.
  static void* allocate(std::size_t bytes) noexcept;
  // Keeps or frees a block. `bytes` must be the number that was passed to allocate().
  static void release(void* block, std::size_t bytes) noexcept;
  // Returns all kept blocks to malloc.
  static void clear() noexcept;
  static Statistics statistics() noexcept;

 private:
  struct Block {
    Block* next;
  };
  // The number of size classes for every doubling of the size. With eight, rounding up wastes at most an eighth of a
  // block.
  static constexpr std::size_t steps = 8;
  static constexpr std::size_t doublings = 14;  // the size classes reach blocks of up to 1 GiB
  static constexpr std::size_t classes = steps * doublings;

  struct Class {
    std::size_t index;
    std::size_t capacity;  // the size of the blocks of this class in bytes
  };
  // Returns the size class of blocks of `bytes` bytes. Blocks that are too large for the last class have `index ==
  // classes` and are never kept.
  static Class class_of(std::size_t bytes) noexcept;
  static BlockCache& instance() noexcept;

  void* take(std::size_t index, std::size_t capacity) noexcept;
  bool keep(void* block, std::size_t index, std::size_t capacity) noexcept;

  std::mutex mutex_;
  Block* lists_[classes] = {};
  Statistics statistics_;
};

}  // namespace modecheck::engine
