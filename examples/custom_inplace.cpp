// A custom in-place operator that keeps modecheck's rules (docs/RULES.md): example::scale_ multiplies a tensor by a
// number.
//
// With the CPU kernel alone the operator would write without autograd's knowledge (rule D5). It would bump no version,
// so backward would miss that a saved tensor has changed (S2). It would also write an inference tensor outside
// InferenceMode (M2). The kernels for Autograd and ADInplaceOrView prevent these faults.
#include <torch/csrc/autograd/VariableTypeUtils.h>
#include <torch/library.h>
#include <torch/torch.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace {

const auto& scale_operator() {
  static const auto op =
      c10::Dispatcher::singleton().findSchemaOrThrow("example::scale_", "").typed<at::Tensor&(at::Tensor&, double)>();
  return op;
}

// The backend kernel, which runs last, inside and outside InferenceMode. It does nothing for autograd.
at::Tensor& scale_cpu(at::Tensor& self, double factor) {
  TORCH_CHECK(self.scalar_type() == at::kFloat && self.is_contiguous(),
              "example::scale_: expected a contiguous float32 tensor, but got ", self.scalar_type(), " of sizes ",
              self.sizes(), " and strides ", self.strides());
  float* const elements = self.data_ptr<float>();
  for (std::int64_t i = 0; i < self.numel(); ++i) elements[i] = static_cast<float>(elements[i] * factor);
  return self;
}

at::Tensor& scale_meta(at::Tensor& self, double /*factor*/) { return self; }

// The ADInplaceOrView kernel. The dispatcher calls it for normal tensors always, and for inference tensors outside
// InferenceMode only.
at::Tensor& scale_check_and_bump(c10::DispatchKeySet keys, at::Tensor& self, double factor) {
  // Check before the write (rule M2): increment_version would raise too, but only after the write.
  TORCH_CHECK(!self.is_inference() || c10::InferenceMode::is_enabled(),
              "example::scale_: Inplace update to inference tensor outside InferenceMode is not allowed. Clone the "
              "tensor first, or write inside the mode.");
  {
    // With this guard, operators that the backend kernel calls neither track views nor bump versions.
    const at::AutoDispatchBelowADInplaceOrView below;
    scale_operator().redispatch(keys & c10::after_ADInplaceOrView_keyset, self, factor);
  }
  torch::autograd::increment_version(self);  // Rule V3: a write that succeeded bumps the version once.
  return self;
}

struct ScaleBackward final : torch::autograd::Node {
  double factor = 1;
  std::string name() const override { return "ScaleBackward"; }
  torch::autograd::variable_list apply(torch::autograd::variable_list&& gradients) override {
    // An undefined gradient means a gradient of zeros.
    if (!gradients[0].defined()) return {at::Tensor()};
    return {gradients[0].mul(at::full({}, factor))};
  }
};

// The Autograd kernel. The dispatcher skips it inside InferenceMode, where nothing is recorded, and for inference
// tensors.
at::Tensor& scale_autograd(c10::DispatchKeySet keys, at::Tensor& self, double factor) {
  const bool recorded = torch::autograd::compute_requires_grad(self);
  torch::autograd::check_inplace(self, recorded);  // rule W4: this check must come before the write
  std::shared_ptr<ScaleBackward> node;
  if (recorded) {
    node = std::shared_ptr<ScaleBackward>(new ScaleBackward, torch::autograd::deleteNode);
    node->add_next_edge(torch::autograd::impl::gradient_edge(self));
    node->factor = factor;
  }
  {
    const at::AutoDispatchBelowAutograd below;
    scale_operator().redispatch(keys & c10::after_autograd_keyset, self, factor);
  }
  torch::autograd::rebase_history(self, node);  // if self is a view, its base gets a new grad_fn, too
  return self;
}

}  // namespace

TORCH_LIBRARY_FRAGMENT(example, m) { m.def("scale_(Tensor(a!) self, float factor) -> Tensor(a!)"); }
TORCH_LIBRARY_IMPL(example, CPU, m) { m.impl("scale_", &scale_cpu); }
TORCH_LIBRARY_IMPL(example, Meta, m) { m.impl("scale_", &scale_meta); }
TORCH_LIBRARY_IMPL(example, ADInplaceOrView, m) { m.impl("scale_", &scale_check_and_bump); }
TORCH_LIBRARY_IMPL(example, Autograd, m) { m.impl("scale_", &scale_autograd); }
