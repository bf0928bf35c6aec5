#include "engine/core/free_list.h"

#include <cstdlib>

#include "engine/core/error.h"

namespace modecheck::engine {

constinit thread_local FreeLists::List FreeLists::lists_[FreeLists::classes] = {};

// Its destructor runs at the thread's end; later releases go straight back to malloc (limit 0).
struct FreeListDrain {
  FreeListDrain() {
    for (FreeLists::List& list : FreeLists::lists_) list.limit = FreeLists::most_kept_of_a_class;
  }
  ~FreeListDrain() { FreeLists::drain(); }
};

void* FreeLists::allocate_slowly(std::size_t bytes) {
#ifndef MODECHECK_NO_FREE_LISTS
  thread_local FreeListDrain drain_at_thread_end;
  static_cast<void>(drain_at_thread_end);
#endif
  void* block = nullptr;
  if (posix_memalign(&block, granule, bytes == 0 ? 1 : bytes) != 0)
    raise(ErrorClass::OutOfMemory, "cannot allocate ", bytes, " bytes");
  return block;
}

void FreeLists::release_slowly(void* block) noexcept { std::free(block); }

void FreeLists::drain() noexcept {
  for (List& list : lists_) {
    list.limit = 0;
    while (list.head != nullptr) {
      Block* const block = list.head;
      list.head = block->next;
      std::free(block);
    }
    list.kept = 0;
  }
}

}  // namespace modecheck::engine
