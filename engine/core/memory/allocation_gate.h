// Makes one allocation fail on purpose, so that tests can check that a failed allocation changes nothing (E1). The
// engine asks this gate whenever its free lists have no block left (free_list.h). A program that also wants `new` to
// fail can define an `operator new` that asks the gate.
#pragma once

#include <cstdint>

namespace modecheck::engine {

class AllocationGate {
 public:
  // The calling thread's allocation with this number, counted from 0 from now on, fails. All others succeed.
  static void close_before(std::int64_t number) noexcept;

  // No allocation fails any more. Returns whether one has failed since close_before().
  static bool open() noexcept;

  // Must be called before every allocation. Returns whether this allocation has to fail.
  static bool refuses() noexcept {
    if (left_ < 0) [[likely]]
      return false;
    return refuses_now();
  }

 private:
  static bool refuses_now() noexcept;

  static thread_local std::int64_t left_;  // allocations that will still succeed; negative: none fails
  static thread_local bool refused_;
};

}  // namespace modecheck::engine
