#include "engine/core/memory/live_objects.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

#include "engine/core/memory/thread_allocator.h"

namespace modecheck::engine {
namespace detail {

constinit thread_local LiveCounts live_counts;

namespace {

// Whether the calling thread's counts are in the sum of ended threads, because the thread's allocator was destroyed.
constinit thread_local bool retired = false;

struct AllCounts {
  std::mutex mutex;
  std::vector<const LiveCounts*> threads;
  LiveObjects of_ended_threads;
};

// Returns the counts of all threads. The object is never destroyed, because threads may end after main() has returned.
AllCounts& all_counts() {
  static auto* const all = new AllCounts;
  return *all;
}

void add(LiveObjects& sum, const LiveCounts& counts) {
  sum.tensors += counts.tensors.get();
  sum.storages += counts.storages.get();
  sum.version_counters += counts.version_counters.get();
  sum.nodes += counts.nodes.get();
}

// Moves the calling thread's counts to the sum of ended threads.
void move_counts(AllCounts& all) {
  add(all.of_ended_threads, live_counts);
  new (&live_counts) LiveCounts;
}

}  // namespace

void register_live_counts() {
  AllCounts& all = all_counts();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (std::find(all.threads.begin(), all.threads.end(), &live_counts) == all.threads.end())
    all.threads.push_back(&live_counts);
}

// Adds the counts of an ending thread to the sum of ended threads. The counts must not be lost, because other threads
// may still destroy objects that the ending thread made.
void retire_live_counts() noexcept {
  AllCounts& all = all_counts();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto found = std::find(all.threads.begin(), all.threads.end(), &live_counts);
  if (found == all.threads.end()) return;
  all.threads.erase(found);
  move_counts(all);
  retired = true;
}

void add_late_counts() noexcept {
  if (!retired) return;
  AllCounts& all = all_counts();
  const std::lock_guard<std::mutex> lock(all.mutex);
  move_counts(all);
}

}  // namespace detail

LiveObjects live_objects() {
  detail::AllCounts& all = detail::all_counts();
  const std::lock_guard<std::mutex> lock(all.mutex);
  LiveObjects out = all.of_ended_threads;
  for (const detail::LiveCounts* thread : all.threads) detail::add(out, *thread);
  return out;
}

}  // namespace modecheck::engine
