// Passes control between the program's own thread (slot 0) and the thread of slot 1: one of them runs at a time.
//
// Who waits sleeps. Both threads share one processor (share_processor_with): passing the baton is a switch between
// threads there, with all that the program has in the processor's cache. To look for the baton from another processor
// takes both of them from whoever else could use them, and as long as that one is busy elsewhere.
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
  // The slot that may run.
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

  // Keeps `thread` on the processor that this one runs on. Where that is not allowed the two are only slower.
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

  // Of a new thread nothing is known yet.
  void forget_processor() { shared_ = -1; }

 private:
  std::atomic<int> holder_{0};
  static_assert(sizeof(std::atomic<int>) == sizeof(int), "what the kernel looks at");
  int shared_ = -1;
};

}  // namespace modecheck::subjects
