// Small blocks under AddressSanitizer. Its own malloc takes as long as the rest of a small operator; these lists find
// the same for a fraction: a freed block is poisoned, and used again only when `quarantined` younger ones of its size
// wait behind it. A block that was asked for in fewer bytes than its class has ends in poison as well. Every block
// comes from malloc by itself, so there is poison between them, and what is never released is a leak.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/core/memory/constant_initialized.h"

namespace modecheck::engine {

// Of the thread. In use only where -fsanitize=address is.
class PoisonedLists {
 public:
  static constexpr std::size_t granule = 64;
  static constexpr std::size_t classes = 16;  // up to 1 KiB; what is larger is malloc's
  static constexpr std::uint32_t quarantined = 128;

  // At least `bytes`; null if memory is out.
  static void* allocate(std::size_t bytes) noexcept;
  // `bytes` as allocate() was asked for. A block that was released before is a use after poison, reported here.
  static void release(void* block, std::size_t bytes) noexcept;
  // Whether the thread has its lists, which allocate() makes.
  static bool ready() noexcept { return lists_ != nullptr; }
  // Gives back what is kept, and keeps nothing any more: the thread ends.
  static void close() noexcept;

 private:
  // Behind a block, in no poison while the block waits: LeakSanitizer follows no pointer that is poisoned, and a thread
  // of a pool still has its lists when the program ends.
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

  // A pointer: a library that is loaded at run time has little room for thread-local data that needs no call to find.
  static MODECHECK_CONSTINIT thread_local List* lists_ __attribute__((tls_model("initial-exec")));
  static MODECHECK_CONSTINIT thread_local bool closed_;
};

}  // namespace modecheck::engine
