// A custom view operator that keeps modecheck's rules (docs/RULES.md): example::every_other returns every second
// element of a vector.
//
// With the CPU kernel alone its results would be aliases that autograd does not know of (rule D5). A write to one alias
// would not reach the history of the other (W4, W5). The ADInplaceOrView kernel makes the results tracked views (W1),
// and the Autograd kernel records them.
#include <torch/csrc/autograd/VariableTypeUtils.h>
#include <torch/library.h>
#include <torch/torch.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

const auto& every_other_operator() {
  static const auto op =
      c10::Dispatcher::singleton().findSchemaOrThrow("example::every_other", "").typed<at::Tensor(const at::Tensor&)>();
  return op;
}

// This kernel serves all backends, because it uses sizes and strides only.
at::Tensor every_other_strided(const at::Tensor& self) {
  TORCH_CHECK(self.dim() == 1, "example::every_other: expected a vector, but got sizes ", self.sizes());
  return self.as_strided({(self.numel() + 1) / 2}, {2 * self.stride(0)}, self.storage_offset());
}

// The ADInplaceOrView kernel. The dispatcher calls it for normal tensors always, and for inference tensors outside
// InferenceMode only. For a view of an inference tensor as_view records nothing (rule W6).
at::Tensor every_other_track(c10::DispatchKeySet keys, const at::Tensor& self) {
  at::Tensor view;
  {
    // Without this guard the as_strided in the backend kernel would be a tracked view with a history of its own.
    const at::AutoDispatchBelowADInplaceOrView below;
    view = every_other_operator().redispatch(keys & c10::after_ADInplaceOrView_keyset, self);
  }
  const auto made = c10::InferenceMode::is_enabled() ? torch::autograd::CreationMeta::INFERENCE_MODE
                    : at::GradMode::is_enabled()     ? torch::autograd::CreationMeta::DEFAULT
                                                     : torch::autograd::CreationMeta::NO_GRAD_MODE;
  return torch::autograd::as_view(self, view, /*is_bw_differentiable=*/true, /*is_fw_differentiable=*/true,
                                  /*view_func=*/nullptr, made);
}

struct EveryOtherBackward final : torch::autograd::Node {
  std::vector<std::int64_t> sizes;
  std::string name() const override { return "EveryOtherBackward"; }
  torch::autograd::variable_list apply(torch::autograd::variable_list&& gradients) override {
    if (!gradients[0].defined()) return {at::Tensor()};
    // The derivative: elements of the input that the view leaves out get a gradient of zero.
    const at::Tensor gradient = at::zeros(sizes, gradients[0].options());
    every_other_operator().call(gradient).copy_(gradients[0]);
    return {gradient};
  }
};

at::Tensor every_other_autograd(c10::DispatchKeySet keys, const at::Tensor& self) {
  std::shared_ptr<EveryOtherBackward> node;
  if (torch::autograd::compute_requires_grad(self)) {
    node = std::shared_ptr<EveryOtherBackward>(new EveryOtherBackward, torch::autograd::deleteNode);
    node->add_next_edge(torch::autograd::impl::gradient_edge(self));
    node->sizes = self.sizes().vec();
  }
  at::Tensor view;
  {
    const at::AutoDispatchBelowAutograd below;
    view = every_other_operator().redispatch(keys & c10::after_autograd_keyset, self);
  }
  torch::autograd::set_history(view, node);
  return view;
}

}  // namespace

TORCH_LIBRARY_FRAGMENT(example, m) { m.def("every_other(Tensor(a) self) -> Tensor(a)"); }
TORCH_LIBRARY_IMPL(example, CompositeExplicitAutograd, m) { m.impl("every_other", &every_other_strided); }
TORCH_LIBRARY_IMPL(example, ADInplaceOrView, m) { m.impl("every_other", &every_other_track); }
TORCH_LIBRARY_IMPL(example, Autograd, m) { m.impl("every_other", &every_other_autograd); }
