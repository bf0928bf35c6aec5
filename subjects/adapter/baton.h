// Passes control between the thread of slot 0, which is the program's own, and the thread of slot 1. Only one of the
// two runs at a time.
//
// The waiting thread sleeps. Both threads share one processor (share_processor_with), so that passing control is a
// thread switch there, and the processor's cache keeps the program's data. Spinning on a second processor would take
// both processors from other users. It would also be slow while the second processor is busy.
#pragma once

#include <atomic>
#include <climits>
#include <thread>

#if defined(__linux__)
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace modecheck::subjects {

class Baton {
 public:
  // Returns the thread slot that may run.
  int holder() const { return holder_.load(std::memory_order_acquire); }

  void pass_to(int slot) {
    holder_.store(slot, std::memory_order_release);
#if defined(__linux__)
    syscall(SYS_futex, &holder_, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
#endif
  }

  void wait_for(int slot) {
    for (int now = holder(); now != slot; now = holder()) {
#if defined(__linux__)
      syscall(SYS_futex, &holder_, FUTEX_WAIT_PRIVATE, now, nullptr, nullptr, 0);
#else
      std::this_thread::yield();
#endif
    }
  }

  // Keeps `thread` on the processor on which this thread runs. If the system forbids that, both threads are only
  // slower.
  void share_processor_with(std::thread& thread) {
#if defined(__linux__)
    const int processor = sched_getcpu();
    if (processor < 0 || processor == shared_ || processor >= CPU_SETSIZE) return;
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(processor, &only);
    if (pthread_setaffinity_np(thread.native_handle(), sizeof only, &only) == 0) shared_ = processor;
#else
    static_cast<void>(thread);
#endif
  }

  // Lets a new thread run on any processor.
  void forget_processor() { shared_ = -1; }

 private:
  std::atomic<int> holder_{0};
  static_assert(sizeof(std::atomic<int>) == sizeof(int), "what the kernel looks at");
  int shared_ = -1;
};

}  // namespace modecheck::subjects
