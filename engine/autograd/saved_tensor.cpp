#include "engine/autograd/saved_tensor.h"

#include "engine/autograd/accumulate_grad.h"
#include "engine/core/allocate.h"
#include "engine/core/thread_state.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/catalogue.h"

namespace modecheck::engine {

void SavedTensor::check(const at::Tensor& tensor, std::string_view op) {
  MODECHECK_CHECK(!tensor.is_inference(), ErrorClass::InferenceSavedForBackward, op,
                  ": Inference tensors cannot be saved for backward. To work around you can make a clone to get a "
                  "normal tensor and use it in autograd. (sizes ",
                  tensor.sizes(), ")");
}

void SavedTensor::save_constant(const at::Tensor& tensor) {
  alias_ = make_alias(tensor, tensor.sizes(), tensor.strides(), tensor.storage_offset());
  // S2, also where the alias that a view operator makes would count for itself (H).
  if (thread_state.excluded.has(c10::DispatchKey::ADInplaceOrView)) [[unlikely]]
    alias_.unsafeGetTensorImpl()->set_version_counter(tensor.unsafeGetTensorImpl()->version_counter());
  version_ = version_of(tensor);
}

void SavedTensor::save(const at::Tensor& tensor, HistoryTransaction& transaction) {
  save_constant(tensor);
  if (tensor.unsafeGetTensorImpl()->autograd_meta() != nullptr) edge_ = gradient_edge(tensor, transaction);
}

void SavedTensor::save_copy(const at::Tensor& tensor, HistoryTransaction& transaction) {
  alias_ = Kernel<operators::clone>::call(tensor, c10::nullopt);
  if (tensor.unsafeGetTensorImpl()->autograd_meta() != nullptr) edge_ = gradient_edge(tensor, transaction);
}

void SavedTensor::save_result(const at::Tensor& tensor, std::uint32_t output_nr) {
  alias_ = make_alias(tensor, tensor.sizes(), tensor.strides(), tensor.storage_offset());
  // S2, also where the alias that a view operator makes would count for itself (H).
  if (thread_state.excluded.has(c10::DispatchKey::ADInplaceOrView)) [[unlikely]]
    alias_.unsafeGetTensorImpl()->set_version_counter(tensor.unsafeGetTensorImpl()->version_counter());
  version_ = version_of(tensor);
  is_result_ = true;
  edge_.input_nr = output_nr;
}

void SavedTensor::check_version(const Node& node) const {
  if (!alias_.defined()) return;
  const std::uint32_t current = version_of(alias_);
  MODECHECK_CHECK(current == version_, ErrorClass::BackwardSavedTensorModified, node.name(),
                  ": one of the variables needed for gradient computation has been modified by an inplace operation: [",
                  alias_.scalar_type(), " ", alias_.sizes(), "] is at version ", current, "; expected version ",
                  version_, " instead. Make a clone of the tensor before writing it");
}

at::Tensor SavedTensor::get(const Node& owner) const {
  // The gradient's own history matters only when backward is recorded.
  if (!alias_.defined() || !thread_state.grad || (!is_result_ && !edge_.is_valid())) return alias_;
  return unpack(owner);
}

at::Tensor SavedTensor::unpack(const Node& owner) const {
  if (!alias_.defined()) return {};
  at::Tensor out = make_alias(alias_, alias_.sizes(), alias_.strides(), alias_.storage_offset());
  if (!is_result_ && !edge_.is_valid()) return out;
  AutogradMeta& meta = materialize_autograd_meta(out);
  if (is_result_) {
    meta.grad_fn_ = NodePtr::retained(const_cast<Node*>(&owner));
    meta.output_nr_ = edge_.input_nr;
  } else if (dynamic_cast<torch::autograd::AccumulateGrad*>(edge_.function.get()) != nullptr) {
    meta.requires_grad_ = true;
    meta.grad_accumulator_.store(NodePtr(edge_.function).release(), std::memory_order_release);
  } else {
    meta.grad_fn_ = edge_.function;
    meta.output_nr_ = edge_.input_nr;
  }
  return out;
}

}  // namespace modecheck::engine
