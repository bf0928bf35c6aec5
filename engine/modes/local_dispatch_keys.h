// Declares functions and guards of libtorch that read and set the thread's included and excluded keys (rule G1). They
// are as unsafe as the guards of rule G5 (rule H), because nothing checks that the keys make sense.
#pragma once

#include "engine/core/memory/thread_state.h"
#include "engine/modes/exclude_keys.h"
#include "engine/modes/mode_state.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace impl {

// These functions return whether `key` is included, or excluded, on the calling thread.
inline bool tls_is_dispatch_key_included(DispatchKey key) { return modecheck::engine::thread_state.included.has(key); }
inline bool tls_is_dispatch_key_excluded(DispatchKey key) { return modecheck::engine::thread_state.excluded.has(key); }
// These functions return whether all of `keys` are included, or excluded, on the calling thread.
inline bool tls_is_dispatch_keyset_included(DispatchKeySet keys) {
  return modecheck::engine::thread_state.included.has_all(keys);
}
inline bool tls_is_dispatch_keyset_excluded(DispatchKeySet keys) {
  return modecheck::engine::thread_state.excluded.has_all(keys);
}
// These functions add `key` to the calling thread's included or excluded keys, or remove it. Nothing restores the keys
// afterwards.
inline void tls_set_dispatch_key_included(DispatchKey key, bool included) {
  DispatchKeySet& keys = modecheck::engine::thread_state.included;
  keys = included ? keys.add(key) : keys.remove(key);
}
inline void tls_set_dispatch_key_excluded(DispatchKey key, bool excluded) {
  DispatchKeySet& keys = modecheck::engine::thread_state.excluded;
  keys = excluded ? keys.add(key) : keys.remove(key);
}
// Replaces the included and excluded keys of the calling thread. Nothing restores the old keys afterwards.
inline void _force_tls_local_dispatch_key_set(LocalDispatchKeySet keys) {
  modecheck::engine::thread_state.included = keys.included_;
  modecheck::engine::thread_state.excluded = keys.excluded_;
}

// Includes `keys` on the calling thread. The guard remembers which of them it added, and removes only those at its end
// (rule G5).
class IncludeDispatchKeyGuard {
 public:
  [[nodiscard]] explicit IncludeDispatchKeyGuard(DispatchKeySet keys)
      : added_(DispatchKeySet::from_raw(keys.raw_repr() & ~modecheck::engine::thread_state.included.raw_repr())) {
    modecheck::engine::thread_state.included = modecheck::engine::thread_state.included | added_;
  }
  [[nodiscard]] explicit IncludeDispatchKeyGuard(DispatchKey key) : IncludeDispatchKeyGuard(DispatchKeySet(key)) {}
  ~IncludeDispatchKeyGuard() {
    modecheck::engine::thread_state.included = modecheck::engine::thread_state.included - added_;
  }
  IncludeDispatchKeyGuard(const IncludeDispatchKeyGuard&) = delete;
  IncludeDispatchKeyGuard& operator=(const IncludeDispatchKeyGuard&) = delete;

 private:
  DispatchKeySet added_;
};

// Replaces the thread's included and excluded keys. At its end the guard restores the keys that it has replaced.
class ForceDispatchKeyGuard {
 public:
  [[nodiscard]] explicit ForceDispatchKeyGuard(LocalDispatchKeySet keys) : saved_(tls_local_dispatch_key_set()) {
    _force_tls_local_dispatch_key_set(keys);
  }
  ~ForceDispatchKeyGuard() { _force_tls_local_dispatch_key_set(saved_); }
  ForceDispatchKeyGuard(const ForceDispatchKeyGuard&) = delete;
  ForceDispatchKeyGuard& operator=(const ForceDispatchKeyGuard&) = delete;

 private:
  LocalDispatchKeySet saved_;
};

}  // namespace impl
}  // namespace modecheck_v1
}  // namespace c10
