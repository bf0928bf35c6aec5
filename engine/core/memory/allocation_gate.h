// Makes one allocation fail on purpose, so that what a failure leaves behind can be looked at (E1: nothing). The
// engine's own blocks ask the gate once the free lists keep nothing (free_list.h); a program that wants `new` to fail
// too defines an `operator new` that asks it.
#pragma once

#include <cstdint>

namespace modecheck::engine {

class AllocationGate {
 public:
  // Of the calling thread's allocations from now on the one of this number fails, the first being 0; the others do not.
  static void close_before(std::int64_t number) noexcept;

  // No allocation fails any more. Whether one has since the gate was closed.
  static bool open() noexcept;

  // Asked before every allocation: whether it is the one that has to fail.
  static bool refuses() noexcept {
    if (left_ < 0) [[likely]]
      return false;
    return refuses_now();
  }

 private:
  static bool refuses_now() noexcept;

  static thread_local std::int64_t left_;  // allocations that succeed before the one that fails; below zero: none fails
  static thread_local bool refused_;
};

}  // namespace modecheck::engine
