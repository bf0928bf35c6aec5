#include "engine/core/live_objects.h"

#include <mutex>

namespace modecheck::engine {
namespace detail {

constinit thread_local LiveCounts* live_counts = nullptr;

namespace {
std::mutex all_counts_mutex;
LiveCounts* all_counts = nullptr;
}  // namespace

// A thread's counts outlive it: what it made, another thread may destroy.
LiveCounts* register_thread_counts() {
  auto* const mine = new LiveCounts;
  const std::lock_guard<std::mutex> lock(all_counts_mutex);
  mine->next = all_counts;
  all_counts = mine;
  live_counts = mine;
  return mine;
}

}  // namespace detail

LiveObjects live_objects() {
  const std::lock_guard<std::mutex> lock(detail::all_counts_mutex);
  LiveObjects out;
  for (const detail::LiveCounts* thread = detail::all_counts; thread != nullptr; thread = thread->next) {
    out.tensors += thread->tensors.get();
    out.storages += thread->storages.get();
    out.version_counters += thread->version_counters.get();
    out.nodes += thread->nodes.get();
  }
  return out;
}

}  // namespace modecheck::engine
