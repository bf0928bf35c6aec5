// Counts the tensors, storages, version counters and nodes that exist in the process. All counts are 0 when a program's
// last handle is gone.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/core/memory/constant_initialized.h"

namespace modecheck::engine {

struct LiveObjects {
  std::int64_t tensors = 0;
  std::int64_t storages = 0;
  std::int64_t version_counters = 0;
  std::int64_t nodes = 0;
  std::int64_t total() const { return tensors + storages + version_counters + nodes; }
};

LiveObjects live_objects();

namespace detail {

// A counter of one thread for one type of object, so that counting needs no lock. live_objects() sums over all threads,
// including those that have ended.
class LiveCount {
 public:
  void operator++() { add(1); }
  void operator--() { add(-1); }
  std::int64_t get() const { return value_.load(std::memory_order_relaxed); }

 private:
  // Only the owning thread writes the counter, so no read-modify-write is needed.
  void add(std::int64_t by) { value_.store(value_.load(std::memory_order_relaxed) + by, std::memory_order_relaxed); }
  std::atomic<std::int64_t> value_{0};
};

struct LiveCounts {
  LiveCount tensors;
  LiveCount storages;
  LiveCount version_counters;
  LiveCount nodes;
};
extern MODECHECK_CONSTINIT thread_local LiveCounts live_counts __attribute__((tls_model("initial-exec")));

inline LiveCounts& counts() { return live_counts; }

// Includes the calling thread's counts in the sum, also after the thread has ended. The allocator calls this before it
// allocates the thread's first object.
void register_live_counts();
void retire_live_counts() noexcept;

}  // namespace detail
}  // namespace modecheck::engine
