#include "engine/core/memory/live_objects.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace modecheck::engine {
namespace detail {

constinit thread_local LiveCounts live_counts;

namespace {

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
  add(all.of_ended_threads, live_counts);
  all.threads.erase(found);
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
