#include "tests/stress/guard.h"

#include <utility>

#include "ATen/core/LegacyTypeDispatch.h"
#include "c10/core/impl/LocalDispatchKeySet.h"
#include "tests/stress/defective_guards.h"
#include "torch/torch.h"

namespace modecheck::stress {

Guard::Guard(GuardKind kind, ModeModel& now, const Captured& captured, Planted planted)
    : kind_(kind), now_(&now), saved_(now) {
  begin(captured, planted);
}

void Guard::begin(const Captured& captured, Planted planted) {
  ModeModel& now = *now_;
  switch (kind_) {
    case GuardKind::InferenceModeOn:
    case GuardKind::InferenceModeOff:
      return open_inference_mode(kind_ == GuardKind::InferenceModeOn, planted);
    case GuardKind::NoGrad:
      now.grad = false;
      return hold<at::NoGradGuard>();
    case GuardKind::GradOn:
      now.grad = true;
      return hold<at::AutoGradMode>(true);
    case GuardKind::ForwardGradOff:
    case GuardKind::ForwardGradOn:
      now.forward_grad = kind_ == GuardKind::ForwardGradOn;
      return hold<at::AutoFwGradMode>(now.forward_grad);
    case GuardKind::BelowAutograd:
      return open_excluding<at::AutoDispatchBelowAutograd>(true, false, planted);
    case GuardKind::BelowADInplaceOrView:
      return open_excluding<at::AutoDispatchBelowADInplaceOrView>(true, true, planted);
    case GuardKind::NonVariableType:
      return open_excluding<at::AutoNonVariableTypeMode>(true, true, planted);
    case GuardKind::ExcludeViewKey:
      return open_excluding<c10::impl::ExcludeDispatchKeyGuard>(false, true, planted,
                                                                c10::DispatchKey::ADInplaceOrView);
    case GuardKind::IncludeViewKey:
      added_view_key_ = !now.view_key_included;
      now.view_key_included = true;
      return hold<c10::impl::IncludeDispatchKeyGuard>(c10::DispatchKey::ADInplaceOrView);
    case GuardKind::ForceKeys:
      // The keys of the captured state, without its flags.
      now.view_key_included = captured.model.view_key_included;
      now.autograd_excluded = captured.model.autograd_excluded;
      now.view_key_excluded = captured.model.view_key_excluded;
      return hold<c10::impl::ForceDispatchKeyGuard>(now.keys());
    case GuardKind::State:
      now = captured.model;
      if (planted == Planted::HandOffIsLost) return hold<at::ThreadLocalStateGuard>(at::ThreadLocalState());
      return hold<at::ThreadLocalStateGuard>(captured.state);
  }
}

void Guard::open_inference_mode(bool enabled, Planted planted) {
  now_->inference = enabled;
  now_->grad = !enabled;
  now_->forward_grad = !enabled;
  now_->view_key_included = !enabled;
  now_->autograd_excluded = enabled;
  if (planted == Planted::GuardLeaksOnException) return hold<LeakingInferenceMode>(enabled);
  if (planted == Planted::GuardRestoresOnlyGrad) return hold<HalfInferenceMode>(enabled);
  hold<c10::InferenceMode>(enabled);
}

template <typename Type, typename... Arguments>
void Guard::open_excluding(bool autograd, bool view_key, Planted planted, Arguments&&... arguments) {
  added_autograd_ = autograd && !now_->autograd_excluded;
  added_view_key_ = view_key && !now_->view_key_excluded;
  now_->autograd_excluded = now_->autograd_excluded || autograd;
  now_->view_key_excluded = now_->view_key_excluded || view_key;
  if (planted == Planted::ExcludeGuardRemovesAll && autograd && view_key)
    return hold<ForgetfulExcludeKeys>(c10::autograd_dispatch_keyset_with_ADInplaceOrView);
  hold<Type>(std::forward<Arguments>(arguments)...);
}

void Guard::end() {
  if (held_ == nullptr) return;
  held_.reset();
  ModeModel& now = *now_;
  switch (kind_) {
    case GuardKind::InferenceModeOn:
    case GuardKind::InferenceModeOff:
    case GuardKind::State:
      now = saved_;
      break;
    case GuardKind::NoGrad:
    case GuardKind::GradOn:
      now.grad = saved_.grad;
      break;
    case GuardKind::ForwardGradOff:
    case GuardKind::ForwardGradOn:
      now.forward_grad = saved_.forward_grad;
      break;
    case GuardKind::BelowAutograd:
    case GuardKind::BelowADInplaceOrView:
    case GuardKind::NonVariableType:
    case GuardKind::ExcludeViewKey:
      if (added_autograd_) now.autograd_excluded = false;
      if (added_view_key_) now.view_key_excluded = false;
      break;
    case GuardKind::IncludeViewKey:
      if (added_view_key_) now.view_key_included = false;
      break;
    case GuardKind::ForceKeys:
      now.view_key_included = saved_.view_key_included;
      now.autograd_excluded = saved_.autograd_excluded;
      now.view_key_excluded = saved_.view_key_excluded;
      break;
  }
}

}  // namespace modecheck::stress
