// The whole mode state of a thread in one thread-local struct (rule G1). A guard saves this state, changes it, and
// restores it.
#pragma once

#include <cstdint>

#include "engine/core/memory/constant_initialized.h"
#include "engine/core/types/dispatch_key_set.h"

namespace modecheck::engine {

// The mode state that a guard saves and restores. It fits one 16-byte register.
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

// The calling thread's mode state. `constinit` on the declaration avoids the lazy-initialisation check at every access.
// The initial-exec model avoids the call of __tls_get_addr in position-independent plug-ins.
extern MODECHECK_CONSTINIT thread_local ModeState thread_state __attribute__((tls_model("initial-exec")));

// The number of the calling thread's fake mode (engine/fake/fake_tensor_mode.h). New storages of fake tensors get this
// number. It is 0 if the thread is in no fake mode and runs no operator on fake tensors.
extern MODECHECK_CONSTINIT thread_local std::uint32_t thread_fake_mode __attribute__((tls_model("initial-exec")));

}  // namespace modecheck::engine
