// The steps of a thread that open and end guards, and that leave their scopes by exceptions.
#include <new>
#include <utility>

#include "engine/dispatch/route.h"
#include "tests/stress/actor.h"
#include "tests/stress/thrown.h"
#include "torch/torch.h"

namespace modecheck::stress {

using engine::ErrorClass;

namespace {

constexpr std::size_t most_open = 8;

// Returns the keys under which the operators of `function` ran, one letter each: A for Autograd, V for ADInplaceOrView,
// B for the backend.
std::string route_of(const std::function<void()>& function) {
  engine::RouteTrace trace;
  function();
  std::string out;
  for (const engine::RouteStep& step : trace.steps())
    out += step.key == c10::DispatchKey::Autograd ? 'A' : step.key == c10::DispatchKey::ADInplaceOrView ? 'V' : 'B';
  return out;
}

}  // namespace

std::unique_ptr<Guard> Actor::new_guard(GuardKind kind) {
  // A captured state is that of a new thread or the present one.
  const Captured captured = draw_.percent(50) ? world_.defaults : Captured(now_);
  return std::make_unique<Guard>(kind, now_, captured, world_.planted);
}

void Actor::open_guard() {
  if (!may_leave_open_ || open_.size() >= most_open) return;
  open_.push_back(new_guard(any_kind()));
  check_state("a guard was opened");
}

// Ends any of the open guards, not only the one that was opened last (G8).
void Actor::close_guard() {
  if (!may_leave_open_ || open_.empty()) return;
  const auto chosen = open_.begin() + draw_.below(static_cast<int>(open_.size()));
  const std::unique_ptr<Guard> guard = std::move(*chosen);
  open_.erase(chosen);
  guard->end();
  check_state("a guard was ended");
}

void Actor::set_grad() {
  now_.grad = draw_.percent(50);
  at::GradMode::set_enabled(now_.grad);
}

// Checks what operators do in the present state.
void Actor::probe() {
  const at::Tensor fresh = at::ones({3});
  check(fresh.is_inference() == now_.inference, "K1: a fresh tensor is of the wrong kind");
  check(!plain_.view({3}).is_inference(), "K2: a view of a normal tensor is an inference tensor");
  check(ours_.view({3}).is_inference(), "K2: a view of an inference tensor is a normal tensor");
  check(world_.inference.is_inference(), "K3: a shared inference tensor became normal");
  if (now_.is_consistent()) probe_keys();
}

void Actor::probe_keys() {
  const at::Tensor product = world_.weight * 2;
  check(product.requires_grad() == now_.records(), "S5: an operator was recorded, or was not, against the mode");
  check((product.grad_fn() != nullptr) == now_.records(), "S5: a result has a grad_fn, or has none, against the mode");

  const std::string autograd = now_.autograd_excluded ? "" : "A";
  const std::string normal_view = now_.view_key_excluded ? "" : "V";
  const bool checks_inference = now_.view_key_included && !now_.view_key_excluded;
  check(route_of([&] { plain_.view({3}); }) == autograd + normal_view + "B",
        "D3: the route of a view of a normal tensor");
  check(route_of([&] { ours_.view({3}); }) == (checks_inference ? "VB" : "B"), "D3: the route of a view in the mode");

  const auto version = plain_._version();
  check(route_of([&] { plain_.mul_(1); }) == autograd + normal_view + "B", "D3: the route of a write");
  check(plain_._version() == version + (now_.view_key_excluded ? 0 : 1), "V3: a write bumped the version wrongly");
  if (checks_inference && !now_.inference)
    check_rejected([&] { ours_.mul_(1); }, ErrorClass::InferenceWriteOutsideMode, "M2: a write outside the mode");
  else
    ours_.mul_(1);
  check_rejected([&] { static_cast<void>(ours_._version()); }, ErrorClass::InferenceVersionRead,
                 "V2: reading a version");
  check_elements(ours_, 1, "an inference tensor that was written");
}

void Actor::throw_something() {
  switch (draw_.below(4)) {
    case 0:
      throw Thrown();
    case 1:
      throw 7;
    case 2:
      throw std::bad_alloc();
    default:
      at::ones({2}).view({3});  // the engine rejects this
      check(false, "a view of the wrong size was not rejected");
      throw Thrown();
  }
}

void Actor::nest(int depth) {
  const Guard guard(any_kind(), now_, draw_.percent(50) ? world_.defaults : Captured(now_), world_.planted);
  check_state("a guard was opened in a scope");
  if (draw_.percent(20)) probe();
  if (draw_.percent(15)) open_guard();
  if (draw_.percent(15)) close_guard();
  if (depth == 0) {
    if (draw_.percent(70)) throw_something();
    return;
  }
  if (draw_.percent(60)) return nest(depth - 1);
  // Catches the exception between the guards.
  ends_normally([&] { nest(depth - 1); });
  check_state("an exception was caught between guards");
  if (draw_.percent(30)) throw_something();
}

void Actor::nest_and_catch() {
  ends_normally([&] { nest(draw_.below(6)); });
  check_state("an exception left nested guards");
}

void Actor::wander() {
  check_state("in code that the engine calls");
  for (int i = draw_.below(3); i > 0; --i) switch (draw_.below(4)) {
      case 0:
        open_guard();
        break;
      case 1:
        close_guard();
        break;
      case 2:
        probe();
        break;
      default:
        ends_normally([&] { nest(draw_.below(3)); });
        break;
    }
  if (draw_.percent(20)) nest(draw_.below(3));
  if (draw_.percent(20)) throw_something();
}

// Calls a custom operator whose kernels open the guards of G5 around the code that it runs.
void Actor::call_kernel() {
  const bool autograd = !now_.autograd_excluded;
  const bool view_key = !now_.view_key_excluded;
  const bool adds_autograd = autograd;
  const Inside inside = [&] {
    // The kernel of ADInplaceOrView excludes the autograd keys as well, as far as they are not excluded yet.
    if (autograd || view_key) now_.autograd_excluded = true;
    if (view_key) now_.view_key_excluded = true;
    wander();
  };
  at::Tensor result;
  const bool normally = ends_normally([&] { result = call_doubled(world_.input, inside); });
  // The guards of the kernels end, and each removes the keys that it has added.
  if (adds_autograd) now_.autograd_excluded = false;
  if (view_key) now_.view_key_excluded = false;
  check_state("after a custom operator");
  if (normally) check_elements(result, 2, "D5: a custom operator");
}

void Actor::call_fallback() {
  const bool outer = std::exchange(may_leave_open_, false);
  at::Tensor result;
  const bool normally = ends_normally([&] { result = call_under_fallback(world_.input, [&] { wander(); }); });
  may_leave_open_ = outer;
  check_state("after a boxed fallback");
  check(!c10::impl::tls_is_dispatch_key_included(c10::DispatchKey::TESTING_ONLY_GenericMode) &&
            !c10::impl::tls_is_dispatch_key_excluded(c10::DispatchKey::TESTING_ONLY_GenericMode),
        "G5: a guard left the key of the fallback behind");
  if (normally) check_elements(result, 2, "D5: an operator below a fallback");
}

// Calls a custom Function, whose forward runs with grad mode off (F1).
void Actor::call_function() {
  const bool grad = now_.grad;
  const bool recorded = now_.grad && !now_.inference;  // whatever keys are excluded
  const bool consistent = now_.is_consistent();
  // Guards on the heap that forward leaves open change whether its result may be recorded.
  const bool outer = std::exchange(may_leave_open_, false);
  Callbacks callbacks;
  callbacks.forward = [&] {
    now_.grad = false;
    wander();
  };
  at::Tensor result;
  const bool normally = consistent && ends_normally([&] { result = Tripled::apply(world_.weight, &callbacks); });
  may_leave_open_ = outer;
  now_.grad = grad;
  check_state("after a custom Function");
  if (!normally) return;
  check(result.requires_grad() == recorded, "F2: a custom Function was recorded, or was not, against the mode");
  check_elements(result, 3, "F1: a custom Function");
}

// Calls what must be rejected, outside the mode and in it (E1).
void Actor::reject_all() {
  const Guard normal(GuardKind::State, now_, world_.defaults, world_.planted);
  check_state("the state of a new thread");
  check_rejected([&] { world_.weight.add_(1); }, ErrorClass::LeafInPlace, "W4: a write to a leaf");
  check_rejected([&] { world_.inference.view({3}).add_(1); }, ErrorClass::InferenceWriteOutsideMode, "M2: a write");
  check_rejected([&] { static_cast<void>(world_.weight * world_.inference); }, ErrorClass::InferenceSavedForBackward,
                 "S1: a product with an inference tensor");
  check_rejected([&] { plain_.set_data(ours_); }, ErrorClass::KindChange, "K3: set_data");
  at::Tensor base = world_.weight * 1;
  at::Tensor view;
  {
    const c10::InferenceMode mode;
    view = base.view({3});
  }
  check(!view.is_inference(), "W3: a view of a normal tensor that was made in the mode");
  check_rejected([&] { view.add_(1); }, ErrorClass::ViewMadeInInferenceMode, "W4: a write to a view of the mode");
  {
    const at::NoGradGuard quiet;
    view = base.view({3});
  }
  check_rejected([&] { view.add_(1); }, ErrorClass::ViewMadeInNoGradMode, "W4: a write to a view of no-grad mode");
}

}  // namespace modecheck::stress
