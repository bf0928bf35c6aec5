#include "tests/stress/custom_code.h"

#include <cstdint>
#include <utility>

#include "ATen/core/LegacyTypeDispatch.h"
#include "c10/core/impl/LocalDispatchKeySet.h"
#include "torch/library.h"

namespace modecheck::stress {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

at::Tensor Tripled::forward(AutogradContext* ctx, const at::Tensor& x, const Callbacks* callbacks) {
  ctx->saved_data["callbacks"] = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(callbacks));
  ctx->save_for_backward({x});
  if (callbacks != nullptr && callbacks->forward) callbacks->forward();
  return x * 3;
}

variable_list Tripled::backward(AutogradContext* ctx, variable_list gradients) {
  const auto* const callbacks =
      reinterpret_cast<const Callbacks*>(static_cast<std::intptr_t>(ctx->saved_data["callbacks"].toInt()));
  ctx->get_saved_variables();
  if (callbacks != nullptr && callbacks->backward) callbacks->backward();
  return {gradients[0] * 3, at::Tensor()};
}

namespace {

using c10::DispatchKey;

// What the kernels below run on this thread. The arguments of an operator cannot carry a function.
thread_local const Inside* running = nullptr;

class RunningScope {
 public:
  explicit RunningScope(const Inside& inside) : outer_(running) { running = &inside; }
  ~RunningScope() { running = outer_; }
  RunningScope(const RunningScope&) = delete;
  RunningScope& operator=(const RunningScope&) = delete;

 private:
  const Inside* outer_;
};

// Runs the function once, so that operators which it calls do not run it again.
void run_inside() {
  const Inside* const inside = std::exchange(running, nullptr);
  if (inside != nullptr && *inside) (*inside)();
}

const auto& doubled_operator() {
  static const auto op =
      c10::Dispatcher::singleton().findSchemaOrThrow("stress::doubled", "").typed<at::Tensor(const at::Tensor&)>();
  return op;
}

at::Tensor doubled_autograd(c10::DispatchKeySet keys, const at::Tensor& self) {
  const at::AutoDispatchBelowAutograd below;
  return doubled_operator().redispatch(keys & c10::after_autograd_keyset, self);
}

at::Tensor doubled_below(c10::DispatchKeySet keys, const at::Tensor& self) {
  const at::AutoDispatchBelowADInplaceOrView below;
  return doubled_operator().redispatch(keys & c10::after_ADInplaceOrView_keyset, self);
}

at::Tensor doubled_cpu(const at::Tensor& self) {
  run_inside();
  return self * 2;
}

at::Tensor backend_only_cpu(const at::Tensor& self) { return self * 2; }

void fallback(const c10::OperatorHandle& op, c10::DispatchKeySet keys, torch::jit::Stack* stack) {
  const c10::impl::ExcludeDispatchKeyGuard once(DispatchKey::TESTING_ONLY_GenericMode);
  run_inside();
  op.redispatchBoxed(keys.remove(DispatchKey::TESTING_ONLY_GenericMode), stack);
}

}  // namespace

at::Tensor call_doubled(const at::Tensor& self, const Inside& inside) {
  const RunningScope scope(inside);
  return doubled_operator().call(self);
}

at::Tensor call_under_fallback(const at::Tensor& self, const Inside& inside) {
  static const auto op =
      c10::Dispatcher::singleton().findSchemaOrThrow("stress::backend_only", "").typed<at::Tensor(const at::Tensor&)>();
  const RunningScope scope(inside);
  const c10::impl::IncludeDispatchKeyGuard mode(DispatchKey::TESTING_ONLY_GenericMode);
  return op.call(self);
}

}  // namespace modecheck::stress

TORCH_LIBRARY_FRAGMENT(stress, m) {
  m.def("doubled(Tensor self) -> Tensor");
  m.def("backend_only(Tensor self) -> Tensor");
}
TORCH_LIBRARY_IMPL(stress, CPU, m) {
  m.impl("doubled", &modecheck::stress::doubled_cpu);
  m.impl("backend_only", &modecheck::stress::backend_only_cpu);
}
TORCH_LIBRARY_IMPL(stress, ADInplaceOrView, m) { m.impl("doubled", &modecheck::stress::doubled_below); }
TORCH_LIBRARY_IMPL(stress, Autograd, m) { m.impl("doubled", &modecheck::stress::doubled_autograd); }
TORCH_LIBRARY_IMPL(_, TESTING_ONLY_GenericMode, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&modecheck::stress::fallback>());
}
