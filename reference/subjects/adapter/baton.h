// Passes control between the program's own thread (slot 0) and the thread of slot 1: one of them runs at a time.
//
// Whoever waits looks for a while before it sleeps: a handover then takes a tenth of a microsecond, and passing the
// baton makes no system call unless the other one is asleep. With one processor there is nothing to look for.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace modecheck::subjects {

class Baton {
 public:
  // The slot that may run.
  int holder() const { return holder_.load(std::memory_order_acquire); }

  void pass_to(int slot) {
    // Sequentially consistent, as is counting oneself asleep and then looking at the holder: one of the two sees the
    // other.
    holder_.store(slot);
    if (asleep_.load() != 0) wake();
  }

  void wait_for(int slot) {
    while (!seen_to_hold(slot)) {
      std::unique_lock<std::mutex> lock(mutex_);
      const unsigned before = alerts_;
      asleep_.fetch_add(1);
      changed_.wait(lock, [&] { return holder_.load() == slot || alerts_ != before; });
      asleep_.fetch_sub(1);
    }
  }

  // The baton will be passed soon: who sleeps wakes up and looks, so that it is not waited for then.
  void alert() {
    if (asleep_.load() != 0) wake();
  }

 private:
  void wake() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ++alerts_;
    }
    changed_.notify_all();
  }

  bool seen_to_hold(int slot) const {
    for (int i = 0; i < spins_; ++i) {
      if (holder() == slot) return true;
      pause();
    }
    return holder() == slot;
  }

  static void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

  const int spins_ = std::thread::hardware_concurrency() > 1 ? 2000 : 0;
  std::atomic<int> holder_{0};
  std::atomic<int> asleep_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned alerts_ = 0;  // under the mutex
};

}  // namespace modecheck::subjects
