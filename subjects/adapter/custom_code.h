// The user code that programs call: custom Functions, a custom operator with kernels for backends only, and custom
// operators that are registered to be checked.
#pragma once

#include <ATen/ATen.h>
#include <torch/autograd.h>
#include <torch/csrc/autograd/VariableTypeUtils.h>
#include <torch/library.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "spec/interface/error_class.h"

namespace modecheck::subjects {

// Returns the conjugate of x; a real tensor is its own conjugate. The function works on pairs of real numbers, because
// not every library has a conjugate that makes no view.
inline at::Tensor conjugate(const at::Tensor& x) {
  if (!x.is_complex()) return x;
  const at::Tensor pairs = at::view_as_real(x).clone();
  pairs.select(-1, 1).neg_();
  return at::view_as_complex(pairs);
}

// A custom Function that saves x and returns x * x.
struct CustomSquare : torch::autograd::Function<CustomSquare> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x) {
    context->save_for_backward({x});
    return x.mul(x);
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    return {gradients[0].mul(conjugate(context->get_saved_variables()[0])).mul(2)};
  }
};

// A custom Function that returns its argument unchanged.
struct CustomIdentity : torch::autograd::Function<CustomIdentity> {
  static at::Tensor forward(torch::autograd::AutogradContext* /*context*/, const at::Tensor& x) { return x; }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* /*context*/,
                                                 torch::autograd::variable_list gradients) {
    return {gradients[0]};
  }
};

// A custom Function that returns a view of its argument.
struct CustomView : torch::autograd::Function<CustomView> {
  static at::Tensor forward(torch::autograd::AutogradContext* /*context*/, const at::Tensor& x) { return x.view_as(x); }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* /*context*/,
                                                 torch::autograd::variable_list gradients) {
    return {gradients[0]};
  }
};

// A custom Function that doubles its argument in place and returns it.
struct CustomDirty : torch::autograd::Function<CustomDirty> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, at::Tensor x) {
    x.mul_(2);
    context->mark_dirty({x});
    return x;
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* /*context*/,
                                                 torch::autograd::variable_list gradients) {
    return {gradients[0].mul(2)};
  }
};

// Runs a double backward. Let g be the gradient of `self` with respect to `input`. Returns the gradient of g.sum() with
// respect to `second`, or zeros if g does not depend on `second`.
inline at::Tensor grad_twice(const at::Tensor& self, const at::Tensor& input, const at::Tensor& second,
                             const at::Tensor& seed) {
  using torch::autograd::grad;
  // Reading grad_fn regenerates a stale view in any case. If `second` does not require grad, the call of grad raises
  // the library's error, whether or not the first gradient has a graph.
  static_cast<void>(second.grad_fn());
  if (!second.requires_grad()) static_cast<void>(grad({self}, {second}, {seed}, /*retain_graph=*/true));
  const at::Tensor first = grad({self}, {input}, {seed}, /*retain_graph=*/true, /*create_graph=*/true)[0];
  at::Tensor out;
  if (first.requires_grad())
    out = grad({first}, {second}, {at::ones_like(first)}, /*retain_graph=*/true, /*create_graph=*/false,
               /*allow_unused=*/true)[0];
  if (!out.defined()) return at::zeros_like(second, {}, c10::MemoryFormat::Contiguous);
  return out.detach().clone(c10::MemoryFormat::Contiguous);
}

using CustomWrite = at::Tensor&(at::Tensor&);

// Returns the operator modecheck::custom_write, custom_write_counted or custom_write_recorded (adapter.cpp). All three
// double x in place. They have 0, 1 or 2 kernels of their own above the backend's.
inline c10::TypedOperatorHandle<CustomWrite> custom_write_of(std::int64_t kernels) {
  const auto find = [](const char* name) {
    return c10::Dispatcher::singleton().findSchemaOrThrow(name, "").typed<CustomWrite>();
  };
  static const auto plain = find("modecheck::custom_write");
  static const auto counted = find("modecheck::custom_write_counted");
  static const auto recorded = find("modecheck::custom_write_recorded");
  return kernels == 1 ? counted : kernels == 2 ? recorded : plain;
}

inline void custom_write(at::Tensor x, std::int64_t kernels) { custom_write_of(kernels).call(x); }

// custom_write's kernel for backends, which does nothing for autograd and versions.
inline at::Tensor& doubled(at::Tensor& x) {
  const at::AutoDispatchBelowADInplaceOrView below;
  return x.mul_(2);
}

// custom_write's kernel for ADInplaceOrView.
template <std::int64_t kernels>
at::Tensor& doubled_and_counted(at::Tensor& x) {
  // Check rule M2 before the write: increment_version raises for an inference tensor outside InferenceMode. Inside
  // InferenceMode it does nothing to an inference tensor.
  if (x.is_inference()) torch::autograd::increment_version(x);
  {
    const at::AutoDispatchBelowADInplaceOrView below;
    custom_write_of(kernels).call(x);
  }
  if (!x.is_inference()) torch::autograd::increment_version(x);
  return x;
}

struct DoubledBackward final : torch::autograd::Node {
  torch::autograd::variable_list apply(torch::autograd::variable_list&& gradients) override {
    if (!gradients[0].defined()) return {at::Tensor()};
    return {gradients[0].mul(2)};
  }
};

// Makes a node of the autograd graph. The type of the pointer differs between versions of libtorch.
template <typename T>
void make_node(std::shared_ptr<torch::autograd::Node>& out) {
  out = std::shared_ptr<T>(new T, [](T* node) { deleteNode(node); });
}
template <typename T>
void make_node(c10::intrusive_ptr<torch::autograd::Node>& out) {
  out = c10::make_intrusive<T>();
}

// custom_write's kernel for Autograd.
inline at::Tensor& doubled_and_recorded(at::Tensor& x) {
  const bool recorded = torch::autograd::compute_requires_grad(x);
  torch::autograd::check_inplace(x, recorded);
  decltype(torch::autograd::Edge::function) node;
  if (recorded) {
    make_node<DoubledBackward>(node);
    node->add_next_edge(torch::autograd::impl::gradient_edge(x));
  }
  {
    const at::AutoDispatchBelowAutograd below;
    custom_write_of(2).call(x);
  }
  torch::autograd::rebase_history(x, node);
  return x;
}

// Calls modecheck::custom_operator (adapter.cpp) through the dispatcher.
inline at::Tensor custom_operator(const at::Tensor& x) {
  static const auto handle = c10::Dispatcher::singleton()
                                 .findSchemaOrThrow("modecheck::custom_operator", "")
                                 .typed<at::Tensor(const at::Tensor&)>();
  return handle.call(x);
}

// Thrown if the operator check finds a missing kernel (rule F3).
class OperatorLacks final : public std::runtime_error {
 public:
  OperatorLacks(spec::ErrorClass error, const std::string& text) : std::runtime_error(text), error_(error) {}
  spec::ErrorClass error_class() const { return error_; }

 private:
  spec::ErrorClass error_;
};

inline at::Tensor reads(const at::Tensor& x) { return x; }
inline at::Tensor& writes(at::Tensor& x) { return x; }

// Registers a custom operator with a kernel for the CPU and the requested further kernels. The operator lives as long
// as the returned library. `kind` has the meaning that the command operator_check gives it.
inline torch::Library operator_of(std::int64_t kind, bool adinplaceorview, bool autograd) {
  torch::Library library(torch::Library::FRAGMENT, "modecheck_checked", c10::nullopt, __FILE__, __LINE__);
  library.def(kind == 1   ? "checked(Tensor(a!) self) -> Tensor(a!)"
              : kind == 2 ? "checked(Tensor(a) self) -> Tensor(a)"
                          : "checked(Tensor self) -> Tensor");
  const auto implement = [&](c10::DispatchKey key) {
    if (kind == 1)
      library.impl("checked", torch::dispatch(key, TORCH_FN(writes)));
    else
      library.impl("checked", torch::dispatch(key, TORCH_FN(reads)));
  };
  implement(c10::DispatchKey::CPU);
  if (adinplaceorview) implement(c10::DispatchKey::ADInplaceOrView);
  if (autograd) implement(c10::DispatchKey::Autograd);
  return library;
}

}  // namespace modecheck::subjects
