#include "engine/autograd/accumulate_grad.h"

#include <limits>

#include "engine/core/allocate.h"
#include "engine/core/thread_state.h"
#include "engine/dispatch/call.h"

namespace modecheck::engine {
namespace {

// A leaf's grad has the leaf's strides if those are a dense permutation, and is contiguous otherwise.
bool has_wanted_layout(const at::Tensor& gradient, const at::Tensor& variable) {
  if (!gradient.sizes().equals(variable.sizes())) return false;
  if (!is_non_overlapping_and_dense(variable)) return gradient.is_contiguous();
  for (std::size_t i = 0; i < gradient.sizes().size(); ++i)
    if (gradient.sizes()[i] != 1 && gradient.strides()[i] != variable.strides()[i]) return false;
  return true;
}

at::Tensor clone_in_wanted_layout(const at::Tensor& gradient, const at::Tensor& variable) {
  if (gradient.sizes().equals(variable.sizes()) && is_non_overlapping_and_dense(variable)) {
    at::Tensor out = empty_strided(variable.sizes(), variable.strides(), gradient.scalar_type(), gradient.device());
    call<operators::copy_>(out, gradient, false);
    return out;
  }
  return call<operators::clone>(gradient, c10::MemoryFormat::Contiguous);
}

// Nobody else sees the tensor or its bytes, and nothing is remembered about it.
bool is_ours_alone(const at::Tensor& gradient) {
  return gradient.use_count() == 1 && gradient.unsafeGetTensorImpl()->storage().use_count() == 1 &&
         gradient.unsafeGetTensorImpl()->autograd_meta() == nullptr;
}

}  // namespace
}  // namespace modecheck::engine

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

AccumulateGrad::AccumulateGrad(const at::Tensor& variable)
    : Node(std::numeric_limits<std::uint64_t>::max()), variable_(materialize_autograd_meta(variable).link_) {
  add_input_metadata(variable);
}

variable_list AccumulateGrad::apply(variable_list&& gradients) {
  const at::Tensor variable = variable_->lock();
  if (!variable.defined() || !gradients[0].defined() || !variable.requires_grad()) return {};
  at::Tensor gradient = std::move(gradients[0]);
  at::Tensor& grad = materialize_autograd_meta(variable).grad_;
  if (!grad.defined()) {
    if (!thread_state.grad && is_ours_alone(gradient) && has_wanted_layout(gradient, variable))
      grad = std::move(gradient);
    else
      grad = clone_in_wanted_layout(gradient, variable);
  } else if (!thread_state.grad) {
    // In place: M2 applies to a grad that is an inference tensor. The handle keeps the grad alive if a hook drops it.
    const at::Tensor present = grad;
    call<operators::add__Tensor>(present, gradient, 1);
  } else {
    grad = call<operators::add_Tensor>(grad, gradient, 1);
  }
  return {};
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
