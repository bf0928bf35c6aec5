// Sets up the free lists of a thread, and allocates the blocks of tensors.
#pragma once

#include <cstddef>

#include "engine/core/memory/free_list.h"

namespace modecheck::engine {

namespace detail {

// Adds the changes of the calling thread's counts to the sum of live_objects() if the thread's ThreadAllocator has been
// destroyed already. Objects that are thread-local or static may release their tensors after that. Every release of a
// block by the slow path calls this function, and after the allocator's end all releases take that path.
void add_late_counts() noexcept;

}  // namespace detail

// Sets up the data that a thread needs before it allocates its first block, and releases the data when the thread ends.
struct ThreadAllocator {
  ThreadAllocator();
  ~ThreadAllocator();
  static void start();

  // Allocates a block of `bytes` bytes for a TensorImpl as FreeLists::allocate() does. If births are noted, notes the
  // birth with `source` (provenance.h). Only the slow path reads `source`.
  template <std::size_t bytes>
  [[gnu::returns_nonnull]] static void* allocate_tensor([[maybe_unused]] const void* source) {
#ifdef MODECHECK_NO_FREE_LISTS
    return allocate_tensor_slowly(bytes, source);
#else
    constexpr std::size_t index = (bytes - 1) / FreeLists::granule;
    static_assert(index < FreeLists::classes);
    FreeLists::List& list = FreeLists::lists_[index];
    if (list.head == nullptr) [[unlikely]]
      return allocate_tensor_slowly((index + 1) * FreeLists::granule, source);
    FreeLists::Block* const block = list.head;
    list.head = block->next;
    --list.kept;
    return block;
#endif
  }

 private:
  [[gnu::cold, gnu::returns_nonnull]] static void* allocate_tensor_slowly(std::size_t bytes, const void* source);
};

}  // namespace modecheck::engine
