// Declares the guards that exclude dispatch keys (rule G5). They are unsafe by design (rule H), because the excluded
// kernels do not run. Under AutoDispatchBelowAutograd operators record nothing. Under AutoDispatchBelowADInplaceOrView
// operators also check no writes, track no views and bump no versions.
#pragma once

#include "engine/core/memory/thread_state.h"

namespace modecheck::engine {

// Excludes `keys` on the calling thread. At its end the guard removes only those keys from the excluded set that the
// guard itself has added. Nested guards of the same keys can therefore end in any order.
class ExcludeKeys {
 public:
  explicit ExcludeKeys(c10::DispatchKeySet keys)
      : added_(c10::DispatchKeySet::from_raw(keys.raw_repr() & ~thread_state.excluded.raw_repr())) {
    thread_state.excluded = thread_state.excluded | added_;
  }
  ~ExcludeKeys() { thread_state.excluded = thread_state.excluded - added_; }
  ExcludeKeys(const ExcludeKeys&) = delete;
  ExcludeKeys& operator=(const ExcludeKeys&) = delete;

 private:
  c10::DispatchKeySet added_;
};

}  // namespace modecheck::engine

namespace c10 {
inline namespace modecheck_v1 {
namespace impl {

// Excludes the given keys for the lifetime of the guard. libtorch's guard of this name is as unsafe as the guards of
// rule G5 (rule H).
class ExcludeDispatchKeyGuard : public modecheck::engine::ExcludeKeys {
 public:
  [[nodiscard]] explicit ExcludeDispatchKeyGuard(DispatchKeySet keys) : ExcludeKeys(keys) {}
  [[nodiscard]] explicit ExcludeDispatchKeyGuard(DispatchKey key) : ExcludeKeys(DispatchKeySet(key)) {}
};

}  // namespace impl
}  // namespace modecheck_v1
}  // namespace c10
