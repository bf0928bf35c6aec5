#include "engine/core/memory/free_list.h"

#include <cstdlib>

#include "engine/core/errors/error.h"
#include "engine/core/memory/allocation_gate.h"
#include "engine/core/memory/block_cache.h"
#include "engine/core/memory/live_objects.h"
#include "engine/core/memory/provenance.h"
#include "engine/core/memory/thread_allocator.h"
#ifdef MODECHECK_POISONED_LISTS
#include "engine/core/memory/poisoned_lists.h"
#endif

namespace modecheck::engine {

constinit thread_local FreeLists::List FreeLists::lists_[FreeLists::classes] = {};

ThreadAllocator::ThreadAllocator() {
  detail::register_live_counts();
#ifndef MODECHECK_NO_FREE_LISTS
  // The limits stay 0 if births are noted, so that every block is allocated and released by the slow paths.
  if (Provenance::on()) return;
  for (FreeLists::List& list : FreeLists::lists_) list.limit = FreeLists::most_kept_of_a_class;
#endif
}

ThreadAllocator::~ThreadAllocator() {
  FreeLists::drain();
  detail::retire_live_counts();
}

void ThreadAllocator::start() {
  thread_local ThreadAllocator of_this_thread;
  static_cast<void>(of_this_thread);
}

void* ThreadAllocator::allocate_tensor_slowly(std::size_t bytes, const void* source) {
  void* const block = FreeLists::allocate_slowly(bytes);
  if (Provenance::on()) [[unlikely]]
    Provenance::note_birth(block, source);
  return block;
}

namespace {

// Sets up the calling thread's data on the thread's first call. Every allocation that the free lists cannot serve calls
// this function. PoisonedLists::ready() comes first, because it needs no function call.
void start_thread() {
#ifdef MODECHECK_POISONED_LISTS
  if (PoisonedLists::ready()) return;
#endif
  ThreadAllocator::start();
}

}  // namespace

void* FreeLists::allocate_slowly(std::size_t bytes) {
  start_thread();
  if (AllocationGate::refuses()) [[unlikely]]
    raise(ErrorClass::OutOfMemory, "cannot allocate ", bytes, " bytes: made to fail");
#ifdef MODECHECK_NO_FREE_LISTS
#ifdef MODECHECK_POISONED_LISTS
  void* const block = PoisonedLists::allocate(bytes);
#else
  // malloc's alignment suffices here, because builds with sanitizers do not need blocks aligned to 64 bytes. An aligned
  // allocation would cost extra space under a sanitizer.
  void* const block = std::malloc(bytes == 0 ? 1 : bytes);
#endif
  if (block == nullptr) raise(ErrorClass::OutOfMemory, "cannot allocate ", bytes, " bytes");
#else
  void* block = nullptr;
  if (bytes >= BlockCache::least) {
    block = BlockCache::allocate(bytes);
    if (block == nullptr) raise(ErrorClass::OutOfMemory, "cannot allocate ", bytes, " bytes");
  } else if (posix_memalign(&block, granule, bytes == 0 ? 1 : bytes) != 0) {
    raise(ErrorClass::OutOfMemory, "cannot allocate ", bytes, " bytes");
  }
#endif
  return block;
}

void FreeLists::release_slowly(void* block, [[maybe_unused]] std::size_t bytes) noexcept {
  start_thread();
  detail::add_late_counts();
  if (Provenance::on()) [[unlikely]]
    Provenance::note_death(block);
#ifndef MODECHECK_NO_FREE_LISTS
  if (bytes >= BlockCache::least) return BlockCache::release(block, bytes);
#endif
#ifdef MODECHECK_POISONED_LISTS
  PoisonedLists::release(block, bytes);
#else
  std::free(block);
#endif
}

// Returns the thread's kept blocks to malloc. Blocks that are released afterwards go straight back to malloc, because
// the limit of every list is 0.
void FreeLists::drain() noexcept {
#ifdef MODECHECK_POISONED_LISTS
  PoisonedLists::close();
#endif
  give_back();
}

void FreeLists::keep_none() noexcept {
  start_thread();  // without this call, a later allocation would set up the thread's data and raise the limits again
  give_back();
}

void FreeLists::give_back() noexcept {
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
