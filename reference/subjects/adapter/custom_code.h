// The code of users that programs call: custom Functions, and an operator with a kernel for backends only.
#pragma once

#include <ATen/ATen.h>
#include <torch/autograd.h>
#include <torch/library.h>

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

}  // namespace modecheck::subjects
