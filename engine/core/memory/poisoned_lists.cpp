#include "engine/core/memory/poisoned_lists.h"

#include <sanitizer/asan_interface.h>

#include <cstdlib>

namespace modecheck::engine {

constinit thread_local PoisonedLists::List* PoisonedLists::lists_ = nullptr;
constinit thread_local bool PoisonedLists::closed_ = false;

// Returns the calling thread's lists, which are created when they are first needed. Returns null if the thread is
// ending or memory is out.
PoisonedLists::List* PoisonedLists::lists() noexcept {
  if (lists_ == nullptr && !closed_) lists_ = static_cast<List*>(std::calloc(classes, sizeof(List)));
  return lists_;
}

void* PoisonedLists::allocate(std::size_t bytes) noexcept {
  if (bytes == 0) bytes = 1;
  const std::size_t index = (bytes - 1) / granule;
  if (index >= classes) return std::malloc(bytes);
  const std::size_t whole = (index + 1) * granule;
  if (List* const all = lists(); all != nullptr && all[index].kept > quarantined) {
    void* const block = take_oldest(all[index], whole);
    ASAN_UNPOISON_MEMORY_REGION(block, bytes);
    ASAN_POISON_MEMORY_REGION(static_cast<char*>(block) + whole, sizeof(Link));
    return block;
  }
  void* const block = std::malloc(whole + sizeof(Link));
  if (block != nullptr) ASAN_POISON_MEMORY_REGION(static_cast<char*>(block) + bytes, whole - bytes + sizeof(Link));
  return block;
}

void PoisonedLists::release(void* block, std::size_t bytes) noexcept {
  if (bytes == 0) bytes = 1;
  const std::size_t index = (bytes - 1) / granule;
  List* const all = lists();
  if (index >= classes || all == nullptr) return std::free(block);
  // Reading a byte makes AddressSanitizer report a block that is released twice, because the first release has poisoned
  // the block.
  static_cast<void>(*static_cast<volatile char*>(block));
  const std::size_t whole = (index + 1) * granule;
  ASAN_POISON_MEMORY_REGION(block, whole);
  ASAN_UNPOISON_MEMORY_REGION(static_cast<char*>(block) + whole, sizeof(Link));
  append(all[index], block, whole);
}

void PoisonedLists::close() noexcept {
  closed_ = true;
  for (std::size_t i = 0; lists_ != nullptr && i < classes; ++i)
    while (lists_[i].kept > 0) std::free(take_oldest(lists_[i], (i + 1) * granule));
  std::free(lists_);
  lists_ = nullptr;
}

PoisonedLists::Link& PoisonedLists::link_of(void* block, std::size_t whole) noexcept {
  return *reinterpret_cast<Link*>(static_cast<char*>(block) + whole);
}

void* PoisonedLists::take_oldest(List& list, std::size_t whole) noexcept {
  void* const block = list.oldest;
  list.oldest = link_of(block, whole).next;
  __builtin_prefetch(list.oldest);  // this block was released long ago and is no longer in the processor's cache
  --list.kept;
  return block;
}

void PoisonedLists::append(List& list, void* block, std::size_t whole) noexcept {
  link_of(block, whole).next = nullptr;
  (list.kept == 0 ? list.oldest : link_of(list.youngest, whole).next) = block;
  list.youngest = block;
  ++list.kept;
}

}  // namespace modecheck::engine
