// Enters a fake mode on the calling thread, as `with fake_mode:` does in Python.
#pragma once

#include <cstdint>

#include "engine/core/memory/thread_state.h"
#include "engine/fake/fake_tensor_mode.h"

namespace modecheck::engine::fake {

// While the guard exists, operators of the thread take and make fake tensors of the mode only. An inner guard hides the
// outer one. Guards must end in the reverse order of their beginning, like all guards (rule G1). A function that sets
// the thread's included keys, such as ForceDispatchKeyGuard, takes the mode's key away: factories are then real (rule
// H).
class [[nodiscard]] FakeTensorModeGuard {
 public:
  explicit FakeTensorModeGuard(const FakeTensorMode& mode);
  ~FakeTensorModeGuard();
  FakeTensorModeGuard(const FakeTensorModeGuard&) = delete;
  FakeTensorModeGuard& operator=(const FakeTensorModeGuard&) = delete;

 private:
  std::uint32_t mode_before_;
  bool was_included_;
};

}  // namespace modecheck::engine::fake
