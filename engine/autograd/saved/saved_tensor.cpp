#include "engine/autograd/saved/saved_tensor.h"

#include "engine/autograd/graph/accumulate_grad.h"
#include "engine/autograd/graph/default_engine.h"
#include "engine/autograd/saved/unpacked_tensors.h"
#include "engine/core/errors/origin.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/memory/thread_state.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/kernel.h"
#include "engine/modes/grad_mode.h"
#include "spec/operators/catalogue.h"

namespace modecheck::engine {

constinit std::atomic<bool> default_saved_tensor_hooks{false};

namespace {

bool default_hooks_wanted() { return default_saved_tensor_hooks.load(std::memory_order_relaxed); }

}  // namespace

void SavedTensor::check(const at::Tensor& tensor, std::string_view op) {
  MODECHECK_CHECK(!tensor.is_inference(), ErrorClass::InferenceSavedForBackward, op,
                  ": Inference tensors cannot be saved for backward. To work around you can make a clone to get a "
                  "normal tensor and use it in autograd. (sizes ",
                  tensor.sizes(), ")", Origin{ErrorClass::InferenceSavedForBackward, tensor.unsafeGetTensorImpl()});
}

void SavedTensor::keep_alias(const at::Tensor& tensor) {
  alias_ = make_alias(tensor, tensor.sizes(), tensor.strides(), tensor.storage_offset());
  // The saved alias shares the saved tensor's version counter (rule S2). That holds even below a guard that gives other
  // aliases a version counter of their own (rule H).
  if (thread_state.excluded.has(c10::DispatchKey::ADInplaceOrView)) [[unlikely]]
    alias_.unsafeGetTensorImpl()->set_version_counter(tensor.unsafeGetTensorImpl()->counter());
}

void SavedTensor::save_constant(const at::Tensor& tensor) {
  keep_alias(tensor);
  version_ = version_of(tensor);
  if (default_hooks_wanted()) [[unlikely]]
    pack_by_default();
}

void SavedTensor::save(const at::Tensor& tensor, HistoryTransaction& transaction) {
  save_constant(tensor);
  if (tensor.unsafeGetTensorImpl()->autograd_meta() != nullptr) edge_ = gradient_edge(tensor, transaction);
}

void SavedTensor::save_copy(const at::Tensor& tensor, HistoryTransaction& transaction) {
  alias_ = KernelAnywhere<operators::clone>::call(tensor, c10::nullopt);
  if (default_hooks_wanted()) [[unlikely]]
    pack_by_default();
  if (tensor.unsafeGetTensorImpl()->autograd_meta() != nullptr) edge_ = gradient_edge(tensor, transaction);
}

void SavedTensor::save_result(const at::Tensor& tensor, std::uint32_t output_nr) {
  check(tensor, "the result");
  stage_result(tensor);
  save_staged_result(output_nr);
}

void SavedTensor::stage_result(const at::Tensor& tensor) {
  keep_alias(tensor);
  if (default_hooks_wanted()) [[unlikely]]
    stage_hooks(torch::autograd::Engine::get_default_engine().get_default_saved_variable_hooks());
}

void SavedTensor::save_staged_result(std::uint32_t output_nr) {
  version_ = version_of(alias_);
  is_result_ = true;
  edge_.input_nr = output_nr;
  if (packed_ != nullptr) [[unlikely]]
    pack();
}

void SavedTensor::pack_by_default() {
  std::unique_ptr<torch::autograd::SavedVariableHooks> hooks =
      torch::autograd::Engine::get_default_engine().get_default_saved_variable_hooks();
  if (hooks != nullptr) register_hooks(std::move(hooks));
}

void SavedTensor::register_hooks(std::unique_ptr<torch::autograd::SavedVariableHooks> hooks) {
  MODECHECK_CHECK(hooks != nullptr, ErrorClass::Argument, "register_hooks: the hooks are a null pointer");
  MODECHECK_CHECK(packed_ == nullptr, ErrorClass::Argument,
                  "register_hooks: Calling register_hooks on a saved tensor whose hooks have already been set. Only "
                  "one pair of hooks is allowed at a time");
  MODECHECK_CHECK(alias_.defined(), ErrorClass::BackwardGraphFreed,
                  "register_hooks: Calling register_hooks on a saved tensor after it has been freed. Specify "
                  "retain_graph=true for the backward that freed it");
  stage_hooks(std::move(hooks));
  pack();
}

// Does all that needs memory before the pack hook runs. The pack hook gets an alias of its own, so it may change the
// flags and sizes of its argument.
void SavedTensor::stage_hooks(std::unique_ptr<torch::autograd::SavedVariableHooks> hooks) {
  if (hooks == nullptr) return;
  const c10::AutoGradMode quiet(false);
  packed_ = std::make_unique<PackedTensor>(
      PackedTensor{std::move(hooks), alias_.unsafeGetTensorImpl()->counter(),
                   make_alias(alias_, alias_.sizes(), alias_.strides(), alias_.storage_offset())});
}

void SavedTensor::pack() {
  const c10::AutoGradMode quiet(false);
  const std::uint32_t before = version_of(alias_);
  try {
    packed_->hooks->call_pack_hook(packed_->argument);
    packed_->argument.reset();
    MODECHECK_CHECK(before == version_of(alias_), ErrorClass::Argument,
                    "A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook "
                    "can not be modified by in-place operations; clone the tensor in the hook");
  } catch (...) {
    packed_.reset();
    throw;
  }
  alias_.reset();
}

void SavedTensor::check_version(std::string_view who) const {
  if (!alias_.defined()) return;
  const std::uint32_t current = version_of(alias_);
  if (current != version_) [[unlikely]]
    reject_modified(alias_, current, who);
}

void SavedTensor::reject_modified(const at::Tensor& tensor, std::uint32_t current, std::string_view who) const {
  raise(ErrorClass::BackwardSavedTensorModified, who,
        ": one of the variables needed for gradient computation has been modified by an inplace operation: [",
        tensor.scalar_type(), " ", tensor.sizes(), "] is at version ", current, "; expected version ", version_,
        " instead. Make a clone of the tensor before writing it");
}

at::Tensor SavedTensor::brought_back(const Node* owner) const {
  const c10::AutoGradMode quiet(false);
  const at::Tensor out = packed_->hooks->call_unpack_hook();
  MODECHECK_CHECK(out.defined(), ErrorClass::UndefinedTensor,
                  "a saved tensor unpack hook returned an undefined tensor; return what was packed");
  const auto& counter = out.unsafeGetTensorImpl()->counter();
  // If the hook returns the saved tensor's own memory, its version is checked (rule S2). A copy cannot have been
  // written without the hook's knowledge, so it is not checked.
  if (counter && counter == packed_->counter && counter->current() != version_)
    reject_modified(out, counter->current(), owner == nullptr ? "SavedVariable" : owner->name());
  return out;
}

void SavedTensor::bring_back(const Node& node) const { UnpackedTensors::add(*this, brought_back(&node)); }

at::Tensor SavedTensor::get(const Node& owner) const {
  if (packed_ != nullptr) [[unlikely]]
    return unpack(owner);
  // The history of a saved tensor is needed only if backward itself is recorded.
  if (!alias_.defined() || !thread_state.grad || (!is_result_ && !edge_.is_valid())) return alias_;
  return unpack(owner);
}

at::Tensor SavedTensor::unpack(const Node* owner) const {
  if (!present()) return {};
  at::Tensor kept = packed_ == nullptr ? alias_ : UnpackedTensors::of(*this);
  if (!kept.defined()) kept = brought_back(owner);
  at::Tensor out = make_alias(kept, kept.sizes(), kept.strides(), kept.storage_offset());
  if (!is_result_ && !edge_.is_valid()) return out;
  AutogradMeta& meta = materialize_autograd_meta(out);
  if (is_result_) {
    meta.grad_fn_ = NodePtr::retained(const_cast<Node*>(owner));
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
