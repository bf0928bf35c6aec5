// The version counter that a normal tensor shares with all its aliases (rule V1).
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/core/memory/free_list.h"
#include "engine/core/memory/intrusive_ptr.h"
#include "engine/core/memory/live_objects.h"

namespace modecheck::engine {

class VersionCounter final : public c10::intrusive_ptr_target, public FreeListed<VersionCounter> {
 public:
  VersionCounter() { ++detail::counts().version_counters; }
  static void destroy(VersionCounter* counter) noexcept { delete counter; }

  static c10::intrusive_ptr<VersionCounter> starting_at(std::uint32_t version) {
    auto out = c10::intrusive_ptr<VersionCounter>::reclaim(new VersionCounter);
    out->version_.store(version, std::memory_order_relaxed);
    return out;
  }

  std::uint32_t current() const { return version_.load(std::memory_order_relaxed); }
  // Adds one to the version. Reading and writing are separate atomic steps. That suffices, because two threads that
  // write one tensor at the same time race anyway.
  void bump() { version_.store(version_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
  // Undoes the increments after `version` when an operator is rejected (rule E1).
  void take_back_to(std::uint32_t version) noexcept { version_.store(version, std::memory_order_relaxed); }

 private:
  friend c10::intrusive_ptr<VersionCounter>;
  ~VersionCounter() { --detail::counts().version_counters; }

  std::atomic<std::uint32_t> version_{0};
};

}  // namespace modecheck::engine
