#include "engine/autograd/graph/accumulate_grad.h"

#include <exception>
#include <limits>

#include "engine/core/errors/origin.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/memory/thread_state.h"
#include "engine/dispatch/call.h"
#include "engine/tracing/symbolic_tracer.h"
#include "spec/operators/copy.h"
#include "spec/operators/pointwise.h"

namespace modecheck::engine {
namespace {

// Returns whether a gradient has the strides that a leaf's grad gets. These are the leaf's strides if the leaf is
// non-overlapping and dense, and contiguous strides otherwise. The strides of dimensions of size 1 are compared too, so
// that the layout does not depend on whether the gradient had to be copied.
bool has_wanted_layout(const at::Tensor& gradient, const at::Tensor& variable) {
  if (!gradient.sizes().equals(variable.sizes())) return false;
  if (!is_non_overlapping_and_dense(variable)) return gradient.is_contiguous();
  for (std::size_t i = 0; i < gradient.sizes().size(); ++i)
    if (gradient.strides()[i] != variable.strides()[i]) return false;
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

// Returns whether the gradient can become the leaf's grad without a copy. Nothing else may refer to the gradient or its
// storage, and autograd must store nothing about it. It must not be a slice of a larger storage.
bool is_ours_alone(const at::Tensor& gradient) {
  const std::size_t bytes = static_cast<std::size_t>(gradient.numel()) * gradient.itemsize();
  return gradient.storage_offset() == 0 && gradient.unsafeGetTensorImpl()->storage()->nbytes() == bytes &&
         gradient.use_count() == 1 && gradient.unsafeGetTensorImpl()->storage().use_count() == 1 &&
         gradient.unsafeGetTensorImpl()->autograd_meta() == nullptr;
}

void note_sum(const at::Tensor& present, const at::Tensor& variable) {
  if (SymbolicTracer* const tracer = SymbolicTracer::of(present); tracer != nullptr) [[unlikely]]
    tracer->note_sum(present, variable);
}

}  // namespace
}  // namespace modecheck::engine

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

using namespace modecheck::engine;  // NOLINT: this file implements functions of libtorch's namespaces

AccumulateGrad::AccumulateGrad(const at::Tensor& variable, const at::Tensor& data)
    : Node(std::numeric_limits<std::uint64_t>::max()), variable_(materialize_autograd_meta(variable).link_) {
  add_input_metadata(data);
}

variable_list AccumulateGrad::apply(variable_list&& gradients) {
  if (!gradients[0].defined()) return {};
  const std::lock_guard<std::mutex> guard(mutex_);
  const at::Tensor variable = variable_->lock();
  if (!variable.defined()) {
    if (gone_required_grad_) accumulate_without_leaf(gradients[0]);
    return {};
  }
  if (!get_autograd_meta(variable)->requires_grad_) return {};
  // A leaf may have been written in place since this graph was recorded, so that it now has a grad_fn. Such a tensor is
  // no longer a leaf and accumulates no gradient.
  if (get_autograd_meta(variable)->grad_fn_) return {};
  at::Tensor gradient = std::move(gradients[0]);
  at::Tensor& grad = materialize_autograd_meta(variable).grad_;
  const bool is_made = !grad.defined() || thread_state.grad;
  if (grad.defined()) note_sum(grad, variable);
  if (!grad.defined()) {
    if (!thread_state.grad && is_ours_alone(gradient) && has_wanted_layout(gradient, variable))
      grad = std::move(gradient);
    else
      grad = clone_in_wanted_layout(gradient, variable);
  } else if (!thread_state.grad) {
    // The gradient is added to the existing grad in place. If that grad is an inference tensor, rule M2 therefore
    // applies. `present` keeps the grad alive if a hook drops it.
    const at::Tensor present = grad;
    // The incoming gradient may be an alias of the grad with other strides. It is copied, because the addition would
    // overwrite it.
    if (gradient.is_alias_of(present)) gradient = call<operators::clone>(gradient, c10::nullopt);
    call<operators::add__Tensor>(present, gradient, 1);
  } else {
    grad = call<operators::add_Tensor>(grad, gradient, 1);
  }
  if (SymbolicTracer* const tracer = is_made ? SymbolicTracer::of(grad) : nullptr; tracer != nullptr) [[unlikely]]
    tracer->note_gradient(grad, variable);
  return {};
}

bool AccumulateGrad::adds_to(const at::Tensor& gradient) const {
  const at::Tensor variable = variable_->lock();
  const at::Tensor grad = variable.defined() ? variable.grad() : grad_of_the_gone();
  return grad.defined() && grad.is_alias_of(gradient);
}

void AccumulateGrad::outlive(const AutogradMeta& gone) noexcept {
  if (gone.link_ != variable_) return;
  gone_required_grad_ = gone.requires_grad_;
  const at::Tensor& grad = gone.grad_;
  if (!grad.defined()) return;
  kind_of_the_gone_ = grad.is_inference() ? Kind::Inference : Kind::Normal;
  try {
    grad_of_the_gone_ = link_to(grad);
    grad_of_the_gone_->leave_alias();
  } catch (const std::exception&) {
    const c10::TensorImpl& impl = *grad.unsafeGetTensorImpl();
    // If the grad has more than inline_rank dimensions, a copy of its geometry would need memory, which has just run
    // out.
    if (grad.dim() <= static_cast<std::int64_t>(c10::TensorImpl::inline_rank))
      bytes_of_the_gone_.emplace(
          Bytes{impl.storage(), impl.counter(), Geometry(grad), impl.key_set(), impl.dtype(), impl.device()});
  }
}

at::Tensor AccumulateGrad::Bytes::alias() const {
  at::Tensor out(
      c10::intrusive_ptr<c10::TensorImpl>::reclaim(new c10::TensorImpl(storage, keys, dtype, device, counter)));
  out.unsafeGetTensorImpl()->set_geometry(geometry.sizes(), geometry.strides(), geometry.offset());
  return out;
}

at::Tensor AccumulateGrad::grad_of_the_gone() const {
  if (grad_of_the_gone_) return grad_of_the_gone_->lock_or_alias();
  return bytes_of_the_gone_ ? bytes_of_the_gone_->alias() : at::Tensor();
}

// Adds a gradient to the grad of a destroyed leaf, as far as a program can still read the result. An existing grad is
// added to, because another handle may refer to it. If the leaf had no grad, none is made, because no handle could
// refer to a new one. Only the kind of the missing grad (normal or inference tensor) is stored, because rule M2 may
// reject the next addition.
void AccumulateGrad::accumulate_without_leaf(const at::Tensor& gradient) {
  if (thread_state.grad) return;  // a recorded sum would be a new grad to which no handle can refer
  const at::Tensor grad = grad_of_the_gone();
  if (grad.defined()) {
    call<operators::add__Tensor>(
        grad, gradient.is_alias_of(grad) ? call<operators::clone>(gradient, c10::nullopt) : gradient, 1);
  } else if (kind_of_the_gone_ == Kind::None) {
    kind_of_the_gone_ = thread_state.inference ? Kind::Inference : Kind::Normal;
  } else {
    MODECHECK_CHECK(kind_of_the_gone_ == Kind::Normal || thread_state.inference ||
                        thread_state.excluded.has(c10::DispatchKey::ADInplaceOrView),
                    ErrorClass::InferenceWriteOutsideMode,
                    "add_.Tensor: Inplace update to inference tensor outside InferenceMode is not allowed: the "
                    "gradient of a leaf was allocated inside it. Clear the gradient, or run backward inside the mode.",
                    modecheck::engine::Origin{ErrorClass::InferenceWriteOutsideMode});
  }
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch

namespace modecheck::engine {

at::Tensor leaf_of(const Node& node) {
  const auto* const end = dynamic_cast<const torch::autograd::AccumulateGrad*>(&node);
  return end == nullptr ? at::Tensor() : end->variable();
}

}  // namespace modecheck::engine
