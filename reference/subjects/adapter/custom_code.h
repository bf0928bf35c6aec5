// The code of users that programs call: custom Functions, an operator with a kernel for backends only, and operators
// that are registered to be checked.
#pragma once

#include <ATen/ATen.h>
#include <torch/autograd.h>
#include <torch/library.h>

#include <stdexcept>
#include <string>

#include "spec/error_class.h"

namespace modecheck::subjects {

// A real tensor is its own conjugate. Of pairs, for not every library has a name for it that makes no view.
inline at::Tensor conjugate(const at::Tensor& x) {
  if (!x.is_complex()) return x;
  const at::Tensor pairs = at::view_as_real(x).clone();
  pairs.select(-1, 1).neg_();
  return at::view_as_complex(pairs);
}

// Saves x and returns x * x.
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

// Returns its argument as it is.
struct CustomIdentity : torch::autograd::Function<CustomIdentity> {
  static at::Tensor forward(torch::autograd::AutogradContext* /*context*/, const at::Tensor& x) { return x; }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* /*context*/,
                                                 torch::autograd::variable_list gradients) {
    return {gradients[0]};
  }
};

// Returns a view of its argument.
struct CustomView : torch::autograd::Function<CustomView> {
  static at::Tensor forward(torch::autograd::AutogradContext* /*context*/, const at::Tensor& x) { return x.view_as(x); }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* /*context*/,
                                                 torch::autograd::variable_list gradients) {
    return {gradients[0]};
  }
};

// Calls modecheck::custom_operator (adapter.cpp) through the dispatcher.
inline at::Tensor custom_operator(const at::Tensor& x) {
  static const auto handle = c10::Dispatcher::singleton()
                                 .findSchemaOrThrow("modecheck::custom_operator", "")
                                 .typed<at::Tensor(const at::Tensor&)>();
  return handle.call(x);
}

// What the operator check has found (F3).
class OperatorLacks final : public std::runtime_error {
 public:
  OperatorLacks(spec::ErrorClass error, const std::string& text) : std::runtime_error(text), error_(error) {}
  spec::ErrorClass error_class() const { return error_; }

 private:
  spec::ErrorClass error_;
};

inline at::Tensor reads(const at::Tensor& x) { return x; }
inline at::Tensor& writes(at::Tensor& x) { return x; }

// An operator that has a kernel for the CPU and those that are asked for, while it lives. `kind` as in operator_check.
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
