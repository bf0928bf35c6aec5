#include "tests/stress/mode_model.h"

#include "c10/core/AutogradState.h"

namespace modecheck::stress {

using c10::DispatchKey;
using c10::DispatchKeySet;

c10::impl::LocalDispatchKeySet ModeModel::keys() const {
  DispatchKeySet included(DispatchKey::BackendSelect);
  if (view_key_included) included = included.add(DispatchKey::ADInplaceOrView);
  DispatchKeySet excluded = c10::autocast_dispatch_keyset;
  if (autograd_excluded) excluded = excluded | c10::autograd_dispatch_keyset;
  if (view_key_excluded) excluded = excluded.add(DispatchKey::ADInplaceOrView);
  return {included, excluded};
}

std::string ModeModel::text() const {
  std::string out = inference ? "inference" : "no inference";
  out += grad ? ", grad" : ", no grad";
  out += forward_grad ? ", forward grad" : ", no forward grad";
  if (!view_key_included) out += ", ADInplaceOrView not included";
  if (view_key_excluded) out += ", ADInplaceOrView excluded";
  if (autograd_excluded) out += ", autograd excluded";
  return out;
}

std::string difference_from_thread(const ModeModel& model) {
  const c10::AutogradState flags = c10::AutogradState::get_tls_state();
  c10::impl::LocalDispatchKeySet keys = c10::impl::tls_local_dispatch_key_set();
  // call_under_fallback() includes and excludes this key around the code that it runs.
  keys.included_ = keys.included_.remove(DispatchKey::TESTING_ONLY_GenericMode);
  keys.excluded_ = keys.excluded_.remove(DispatchKey::TESTING_ONLY_GenericMode);
  const c10::impl::LocalDispatchKeySet expected = model.keys();
  if (flags.get_inference_mode() == model.inference && flags.get_grad_mode() == model.grad &&
      flags.get_fw_grad_mode() == model.forward_grad && keys.included_ == expected.included_ &&
      keys.excluded_ == expected.excluded_)
    return {};
  ModeModel seen;
  seen.inference = flags.get_inference_mode();
  seen.grad = flags.get_grad_mode();
  seen.forward_grad = flags.get_fw_grad_mode();
  seen.view_key_included = keys.included_.has(DispatchKey::ADInplaceOrView);
  seen.autograd_excluded = keys.excluded_.has_any(c10::autograd_dispatch_keyset);
  seen.view_key_excluded = keys.excluded_.has(DispatchKey::ADInplaceOrView);
  return "the thread is in the state {" + seen.text() + "} and should be in {" + model.text() + "}; its keys are " +
         std::to_string(keys.included_.raw_repr()) + " and " + std::to_string(keys.excluded_.raw_repr());
}

}  // namespace modecheck::stress
