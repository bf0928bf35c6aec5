// Everything a thread's mode consists of, in one thread-local struct (G1). A guard is save,
// set, restore of it.
#pragma once

#include "engine/core/memory/constant_initialized.h"
#include "engine/core/types/dispatch_key_set.h"

namespace modecheck::engine {

// A guard saves and restores exactly this: one register full.
struct alignas(16) ModeState {
  c10::DispatchKeySet included{c10::DispatchKey::BackendSelect, c10::DispatchKey::ADInplaceOrView};
  c10::DispatchKeySet excluded = c10::autocast_dispatch_keyset;
  bool inference = false;
  bool grad = true;
  bool forward_grad = true;

  bool operator==(const ModeState& other) const {
    return included == other.included && excluded == other.excluded && inference == other.inference &&
           grad == other.grad && forward_grad == other.forward_grad;
  }
};

// `constinit` on the declaration spares every access the lazy-initialisation wrapper; initial-exec spares the call of
// __tls_get_addr in the position-independent plug-ins.
extern MODECHECK_CONSTINIT thread_local ModeState thread_state __attribute__((tls_model("initial-exec")));

}  // namespace modecheck::engine
