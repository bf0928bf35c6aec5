// The guards that take kernels out of the way (G5). Unsafe by design (H): what runs below them is neither recorded nor,
// for the second, checked, tracked or counted.
#pragma once

#include "engine/core/memory/thread_state.h"

namespace modecheck::engine {

// Excludes `keys` and remembers the ones it newly added, so that nested guards of the same keys leave in any order.
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

class ExcludeDispatchKeyGuard : public modecheck::engine::ExcludeKeys {
 public:
  explicit ExcludeDispatchKeyGuard(DispatchKeySet keys) : ExcludeKeys(keys) {}
  explicit ExcludeDispatchKeyGuard(DispatchKey key) : ExcludeKeys(DispatchKeySet(key)) {}
};

}  // namespace impl
}  // namespace modecheck_v1
}  // namespace c10
