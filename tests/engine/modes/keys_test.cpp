// Tests rules G1, G5 and K5: a program reads and sets the dispatch keys of a thread, and reads those of a tensor.
#include <ATen/ThreadLocalState.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <torch/script.h>

#include <sstream>
#include <thread>

#include "tests/engine/support.h"

namespace modecheck::engine {

using c10::DispatchKey;
using c10::DispatchKeySet;

TEST(Keys, K5OfTensorsAsText) {
  EXPECT_EQ(toString(normal().key_set()), "DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU)");
  EXPECT_EQ(toString(inference().key_set()), "DispatchKeySet(CPU)");
  EXPECT_EQ(toString(at::empty({1}, at::kMeta).key_set()), "DispatchKeySet(Meta, ADInplaceOrView, AutogradMeta)");
  EXPECT_EQ(toString(DispatchKeySet()), "DispatchKeySet()");
  std::ostringstream out;
  out << c10::impl::tls_local_dispatch_key_set().included_ << ' ' << DispatchKey::AutogradCPU;
  EXPECT_EQ(out.str(), "DispatchKeySet(BackendSelect, ADInplaceOrView) AutogradCPU");
  EXPECT_TRUE(normal().key_set().has(DispatchKey::AutogradCPU));
  EXPECT_FALSE(inference().key_set().has(DispatchKey::AutogradCPU));
}

TEST(Keys, G1TheThreadsKeys) {
  EXPECT_TRUE(c10::impl::tls_is_dispatch_key_included(DispatchKey::ADInplaceOrView));
  EXPECT_FALSE(c10::impl::tls_is_dispatch_keyset_excluded(c10::autograd_dispatch_keyset));
  {
    const c10::InferenceMode mode;
    EXPECT_FALSE(c10::impl::tls_is_dispatch_key_included(DispatchKey::ADInplaceOrView));
    EXPECT_TRUE(c10::impl::tls_is_dispatch_keyset_excluded(c10::autograd_dispatch_keyset));
    // Rule G7: no mode excludes ADInplaceOrView.
    EXPECT_FALSE(c10::impl::tls_is_dispatch_key_excluded(DispatchKey::ADInplaceOrView));
    std::thread([] { EXPECT_TRUE(c10::impl::tls_is_dispatch_key_included(DispatchKey::ADInplaceOrView)); }).join();
  }
  c10::impl::tls_set_dispatch_key_excluded(DispatchKey::AutogradFunctionality, true);
  EXPECT_EQ(route([] { normal().add(normal()); }), "BBB");
  c10::impl::tls_set_dispatch_key_excluded(DispatchKey::AutogradFunctionality, false);
  c10::impl::tls_set_dispatch_key_included(DispatchKey::ADInplaceOrView, false);
  EXPECT_EQ(route([i = inference()] { i.view({6}); }), "B");
  c10::impl::tls_set_dispatch_key_included(DispatchKey::ADInplaceOrView, true);
  EXPECT_EQ(thread_state, ModeState());
}

TEST(Keys, G5GuardsRememberWhatTheyAdded) {
  const ModeState before = thread_state;
  {
    const c10::impl::IncludeDispatchKeyGuard again(DispatchKey::ADInplaceOrView);
    const c10::impl::IncludeDispatchKeyGuard mode(DispatchKey::TESTING_ONLY_GenericMode);
    const c10::impl::ExcludeDispatchKeyGuard excluded(c10::autograd_dispatch_keyset);
    EXPECT_TRUE(c10::impl::tls_is_dispatch_key_included(DispatchKey::TESTING_ONLY_GenericMode));
    const c10::impl::ForceDispatchKeyGuard forced({DispatchKeySet(), DispatchKeySet()});
    EXPECT_FALSE(c10::impl::tls_is_dispatch_key_included(DispatchKey::ADInplaceOrView));
  }
  EXPECT_EQ(thread_state, before);
}

TEST(Keys, D2WhatLiesBelowAKey) {
  const DispatchKeySet all = normal().key_set();
  EXPECT_EQ(all & c10::after_autograd_keyset, DispatchKeySet({DispatchKey::CPU, DispatchKey::ADInplaceOrView}));
  EXPECT_EQ(all & c10::after_ADInplaceOrView_keyset, DispatchKeySet(DispatchKey::CPU));
}

TEST(Keys, G6TheStateOfAThreadOnAnother) {
  c10::InferenceMode mode;
  const at::ThreadLocalState state;
  std::thread([&state] {
    {
      const at::ThreadLocalStateGuard guard(state);
      EXPECT_TRUE(c10::InferenceMode::is_enabled());
      EXPECT_FALSE(at::GradMode::is_enabled());
    }
    EXPECT_FALSE(c10::InferenceMode::is_enabled());
  }).join();
}

}  // namespace modecheck::engine
