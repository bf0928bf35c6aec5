// Makes one allocation fail on purpose, so that tests can check that a failed allocation changes nothing (rule E1). The
// engine asks this gate whenever its free lists have no block left (free_list.h). A program that also wants `new` to
// fail can define an `operator new` that asks the gate.
#pragma once

#include <cstdint>

namespace modecheck::engine {

class AllocationGate {
 public:
  // Makes allocation `number` of the calling thread fail, counted from 0 at this call. All other allocations succeed.
  static void close_before(std::int64_t number) noexcept;

  // Makes no further allocation fail. Returns whether one has failed since close_before().
  static bool open() noexcept;

  // While an object of this class lives, no allocation of the thread fails or counts: it is not the engine's work.
  class Pause {
   public:
    Pause() : left_(AllocationGate::left_) { AllocationGate::left_ = -1; }
    ~Pause() { AllocationGate::left_ = left_; }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    std::int64_t left_;
  };

  // Returns whether this allocation has to fail. Must be called before every allocation.
  static bool refuses() noexcept {
    if (left_ < 0) [[likely]]
      return false;
    return refuses_now();
  }

 private:
  static bool refuses_now() noexcept;

  // The number of allocations that still succeed before the one that fails. It is negative if no allocation is to fail.
  static thread_local std::int64_t left_;
  static thread_local bool refused_;
};

}  // namespace modecheck::engine
