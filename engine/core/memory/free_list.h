// Keeps small freed blocks in lists per thread, because operators allocate and free them all the time. Large blocks are
// kept for the whole process (block_cache.h). The macro MODECHECK_NO_FREE_LISTS, which is defined under sanitizers,
// turns off the lists and that cache. Every block is then a separate allocation, or comes from poisoned_lists.h under
// AddressSanitizer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include "engine/core/memory/constant_initialized.h"

namespace modecheck::engine {

// The free lists of a thread. Size classes are multiples of 64 bytes. Blocks are aligned to 64 bytes, so that they can
// hold tensor data too.
class FreeLists {
 public:
  static constexpr std::size_t granule = 64;
  static constexpr std::size_t classes = 16;  // the largest size class has blocks of 1 KiB
  static constexpr std::uint32_t most_kept_of_a_class = 256;

  static void* allocate(std::size_t bytes) {
#ifndef MODECHECK_NO_FREE_LISTS
    const std::size_t index = (bytes - 1) / granule;
    if (index < classes) [[likely]] {
      List& list = lists_[index];
      if (list.head != nullptr) [[likely]] {
        Block* const block = list.head;
        list.head = block->next;
        --list.kept;
        return block;
      }
      return allocate_slowly((index + 1) * granule);
    }
#endif
    return allocate_slowly(bytes);
  }

  static void release(void* block, std::size_t bytes) noexcept {
#ifndef MODECHECK_NO_FREE_LISTS
    const std::size_t index = (bytes - 1) / granule;
    if (index < classes) [[likely]] {
      List& list = lists_[index];
      if (list.kept < list.limit) [[likely]] {
        list.head = ::new (block) Block{list.head};
        ++list.kept;
        return;
      }
    }
#endif
    release_slowly(block, bytes);
  }

  // Stops keeping small blocks on the calling thread. Every allocation then goes to malloc and can be made to fail
  // (allocation_gate.h).
  static void keep_none() noexcept;

 private:
  struct Block {
    Block* next;
  };
  struct List {
    Block* head;
    std::uint32_t kept;
    // The most blocks that this list keeps. It is 0 before the thread's first allocation and after the thread has
    // ended.
    std::uint32_t limit;
  };

  static void* allocate_slowly(std::size_t bytes);
  static void release_slowly(void* block, std::size_t bytes) noexcept;
  static void drain() noexcept;
  static void give_back() noexcept;
  friend struct ThreadAllocator;

  static MODECHECK_CONSTINIT thread_local List lists_[classes] __attribute__((tls_model("initial-exec")));
};

// A base class that gives `T` an operator new and delete that use the free lists.
template <typename T>
class FreeListed {
 public:
  static void* operator new(std::size_t bytes) { return FreeLists::allocate(bytes); }
  static void operator delete(void* block, std::size_t bytes) noexcept { FreeLists::release(block, bytes); }
};

}  // namespace modecheck::engine
