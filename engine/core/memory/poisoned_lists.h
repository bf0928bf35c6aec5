// Free lists of small blocks for builds with AddressSanitizer. The sanitizer's malloc takes as long as the rest of a
// small operator; these lists find the same errors in a fraction of the time. A freed block is poisoned: the sanitizer
// reports every access to it. It is used again only after `quarantined` younger blocks of its size are waiting behind
// it. The end of a block beyond the requested bytes is poisoned too. Every block is a malloc allocation of its own, so
// poisoned memory separates the blocks. A block that is never released is reported as a leak.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/core/memory/constant_initialized.h"

namespace modecheck::engine {

// The calling thread's lists of freed blocks. They are used only in builds with -fsanitize=address.
class PoisonedLists {
 public:
  static constexpr std::size_t granule = 64;
  static constexpr std::size_t classes = 16;  // the largest size class has blocks of 1 KiB; malloc serves larger ones
  static constexpr std::uint32_t quarantined = 128;

  // Returns a block of at least `bytes` bytes, or null if memory is out.
  static void* allocate(std::size_t bytes) noexcept;
  // Poisons and keeps a block. `bytes` must be the number that was passed to allocate(). AddressSanitizer reports a
  // second release of the block here as a use-after-poison.
  static void release(void* block, std::size_t bytes) noexcept;
  // Returns whether allocate() has already created the thread's lists.
  static bool ready() noexcept { return lists_ != nullptr; }
  // Frees all kept blocks when the thread ends. Blocks that are released afterwards are freed at once.
  static void close() noexcept;

 private:
  // The pointer to the next waiting block. It lies behind each block and is not poisoned while the block waits.
  // Otherwise LeakSanitizer, which does not follow poisoned pointers, would report waiting blocks as leaks when a
  // program ends.
  struct Link {
    void* next;
  };
  struct List {
    void* oldest;
    void* youngest;
    std::uint32_t kept;
  };

  static List* lists() noexcept;
  static Link& link_of(void* block, std::size_t whole) noexcept;
  static void* take_oldest(List& list, std::size_t whole) noexcept;
  static void append(List& list, void* block, std::size_t whole) noexcept;

  // The calling thread's lists, null before the first allocation. The thread-local object is only a pointer, because a
  // library loaded at run time has little space for initial-exec thread-local data.
  static MODECHECK_CONSTINIT thread_local List* lists_ __attribute__((tls_model("initial-exec")));
  static MODECHECK_CONSTINIT thread_local bool closed_;
};

}  // namespace modecheck::engine
