// Tests the G rules: what InferenceMode and the other guards do to the state of a thread.
#include <ATen/ThreadLocalState.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <c10/core/AutogradState.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <stdexcept>
#include <thread>

#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

bool has(c10::DispatchKeySet set, c10::DispatchKey key) { return set.has(key); }

}  // namespace

TEST(Modes, G1Defaults) {
  const auto keys = c10::impl::tls_local_dispatch_key_set();
  EXPECT_EQ(keys.included_, c10::DispatchKeySet({c10::DispatchKey::BackendSelect, c10::DispatchKey::ADInplaceOrView}));
  EXPECT_FALSE(keys.excluded_.has_any(c10::autograd_dispatch_keyset));
  const auto flags = c10::AutogradState::get_tls_state();
  EXPECT_TRUE(flags.get_grad_mode());
  EXPECT_TRUE(flags.get_fw_grad_mode());
  EXPECT_FALSE(flags.get_inference_mode());
}

TEST(Modes, G2InferenceModeAndItsReverse) {
  const at::NoGradGuard no_grad;
  const c10::InferenceMode mode;
  EXPECT_FALSE(c10::GradMode::is_enabled());
  EXPECT_FALSE(has(c10::impl::tls_local_dispatch_key_set().included_, c10::DispatchKey::ADInplaceOrView));
  EXPECT_TRUE(has(c10::impl::tls_local_dispatch_key_set().excluded_, c10::DispatchKey::AutogradFunctionality));
  {
    const c10::InferenceMode outside(false);
    EXPECT_TRUE(c10::GradMode::is_enabled());
    EXPECT_TRUE(has(c10::impl::tls_local_dispatch_key_set().included_, c10::DispatchKey::ADInplaceOrView));
    EXPECT_FALSE(has(c10::impl::tls_local_dispatch_key_set().excluded_, c10::DispatchKey::AutogradFunctionality));
  }
  EXPECT_TRUE(c10::InferenceMode::is_enabled());
}

TEST(Modes, G3RestoredByAnException) {
  const ModeState before = thread_state;
  EXPECT_THROW(
      {
        const c10::InferenceMode mode;
        const at::AutoGradMode grad(true);
        const at::AutoDispatchBelowADInplaceOrView below;
        throw std::runtime_error("left");
      },
      std::runtime_error);
  EXPECT_EQ(thread_state, before);
}

TEST(Modes, G4GradModeInsideTheModeRecordsNothing) {
  const Tensor l = leaf();
  const c10::InferenceMode mode;
  const at::AutoGradMode grad(true);
  EXPECT_TRUE(c10::GradMode::is_enabled());
  EXPECT_FALSE(l.mul(l).requires_grad());
}

TEST(Modes, G5GuardsRememberWhatTheyAdded) {
  const Tensor l = leaf();
  const at::AutoDispatchBelowAutograd outer;
  {
    const at::AutoDispatchBelowADInplaceOrView inner;
    EXPECT_EQ(route([&] { l.view({6}); }), "B");
  }
  EXPECT_EQ(route([&] { l.view({6}); }), "VB");
  EXPECT_FALSE(at::empty({1}).is_inference());
}

TEST(Modes, G6ThreadsStartFromTheDefaultsAndHandOver) {
  const c10::InferenceMode mode;
  const at::ThreadLocalState captured;
  bool fresh = true;
  bool handed = false;
  std::thread([&] {
    fresh = c10::InferenceMode::is_enabled();
    const at::ThreadLocalStateGuard guard(captured);
    handed = c10::InferenceMode::is_enabled();
  }).join();
  EXPECT_FALSE(fresh);
  EXPECT_TRUE(handed);
}

TEST(Modes, G8DestroyedOutOfOrder) {
  const ModeState before = thread_state;
  auto* const first = new c10::InferenceMode;
  auto* const second = new at::NoGradGuard;
  delete first;
  EXPECT_EQ(thread_state, before);
  delete second;  // this guard restores the grad mode that it found, which is off
  EXPECT_FALSE(c10::GradMode::is_enabled());
  c10::GradMode::set_enabled(true);
}

}  // namespace modecheck::engine
