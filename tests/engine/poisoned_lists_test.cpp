#include "engine/core/memory/poisoned_lists.h"

#include <gtest/gtest.h>
#include <sanitizer/asan_interface.h>

#include <thread>
#include <vector>

namespace modecheck::tests {
namespace {

using engine::PoisonedLists;

// Runs `body` in a new thread. Freed blocks stay in a list that belongs to a thread, so a new thread's list is empty.
template <typename Body>
void in_a_thread(const Body& body) {
  std::thread([&] {
    body();
    PoisonedLists::close();
  }).join();
}

TEST(PoisonedLists, ABlockWaitsBehindYoungerOnesOfItsSize) {
  in_a_thread([] {
    std::vector<void*> freed;
    for (std::uint32_t i = 0; i <= PoisonedLists::quarantined; ++i) freed.push_back(PoisonedLists::allocate(100));
    for (void* block : freed) PoisonedLists::release(block, 100);
    void* const other_size = PoisonedLists::allocate(200);
    void* const again = PoisonedLists::allocate(128);
    void* const fresh = PoisonedLists::allocate(65);
    EXPECT_EQ(again, freed.front());
    for (void* block : freed) EXPECT_NE(fresh, block);
    PoisonedLists::release(other_size, 200);
    PoisonedLists::release(again, 128);
    PoisonedLists::release(fresh, 65);
  });
}

#ifdef MODECHECK_POISONED_LISTS

TEST(PoisonedLists, OnlyWhatWasAskedForMayBeTouched) {
  in_a_thread([] {
    for (std::uint32_t round = 0; round <= 2 * PoisonedLists::quarantined; ++round) {
      auto* const block = static_cast<char*>(PoisonedLists::allocate(72));
      EXPECT_EQ(__asan_region_is_poisoned(block, 72), nullptr);
      EXPECT_EQ(__asan_region_is_poisoned(block, 73), block + 72);
      PoisonedLists::release(block, 72);
      EXPECT_EQ(__asan_region_is_poisoned(block, 72), block);
    }
  });
}

TEST(PoisonedListsDeathTest, AFreedBlockIsReadOrReleasedAgain) {
  EXPECT_DEATH(
      {
        auto* const block = static_cast<volatile char*>(PoisonedLists::allocate(40));
        PoisonedLists::release(const_cast<char*>(block), 40);
        static_cast<void>(block[39]);
      },
      "use-after-poison");
  EXPECT_DEATH(
      {
        void* const block = PoisonedLists::allocate(40);
        PoisonedLists::release(block, 40);
        PoisonedLists::release(block, 40);
      },
      "use-after-poison");
}

#endif

}  // namespace
}  // namespace modecheck::tests
