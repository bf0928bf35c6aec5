// Passes control between the program's own thread (slot 0) and the thread of slot 1: one of them runs at a time.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace modecheck::subjects {

class Baton {
 public:
  // The slot that may run.
  int holder() const { return holder_.load(std::memory_order_acquire); }

  void pass_to(int slot) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      holder_.store(slot, std::memory_order_release);
    }
    changed_.notify_all();
  }

  void wait_for(int slot) {
    // A command takes a microsecond or two and going to sleep takes longer, so look a few times first.
    for (int i = 0; i < spins; ++i) {
      if (holder() == slot) return;
      pause();
    }
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return holder() == slot; });
  }

 private:
  static constexpr int spins = 2000;
  static void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

  std::atomic<int> holder_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace modecheck::subjects
