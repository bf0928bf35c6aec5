#include "engine/fake/fake_tensor_mode_guard.h"

namespace modecheck::engine::fake {
namespace {

constexpr std::uint64_t meta_bit = c10::DispatchKeySet::meta_bit;

// Includes Meta in the thread's keys or not. With it every operator reaches the part of the dispatcher that looks for
// fake tensors (engine/kernels/fake_arguments.h).
void include_meta(bool included) {
  const std::uint64_t bits = thread_state.included.raw_repr();
  thread_state.included = c10::DispatchKeySet::from_raw(included ? bits | meta_bit : bits & ~meta_bit);
}

}  // namespace

FakeTensorModeGuard::FakeTensorModeGuard(const FakeTensorMode& mode)
    : mode_before_(thread_fake_mode), was_included_((thread_state.included.raw_repr() & meta_bit) != 0) {
  thread_fake_mode = mode.number();
  include_meta(true);
}

FakeTensorModeGuard::~FakeTensorModeGuard() {
  thread_fake_mode = mode_before_;
  include_meta(was_included_);
}

}  // namespace modecheck::engine::fake
