#include "engine/autograd/graph/autograd_meta.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "engine/autograd/graph/accumulate_grad.h"
#include "engine/autograd/graph/node_hooks.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

// Runs when the tensor is destroyed. If graphs still hold a leaf's AccumulateGrad node, they continue to deliver
// gradients to that node.
AutogradMeta::~AutogradMeta() {
  if (Node* const node = grad_accumulator_.load(std::memory_order_acquire); node != nullptr && node->use_count() > 1)
    static_cast<AccumulateGrad*>(node)->outlive(*this);
  reset_grad_accumulator();
}

namespace impl {

AutogradMeta& materialize_autograd_meta(const at::Tensor& tensor) {
  c10::TensorImpl& target = *tensor.unsafeGetTensorImpl();
  if (target.autograd_meta() == nullptr) target.set_autograd_meta(new AutogradMeta);
  return *target.autograd_meta();
}

}  // namespace impl
}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch

namespace c10 {
inline namespace modecheck_v1 {

bool TensorImpl::sever_link() noexcept { return autograd_meta_->link_->sever(this); }

bool TensorImpl::has_link() const noexcept { return static_cast<bool>(autograd_meta_->link_); }

void TensorImpl::release_autograd_meta() noexcept {
  if (autograd_meta_->is_view_)
    delete static_cast<torch::autograd::DifferentiableViewMeta*>(autograd_meta_);
  else
    delete autograd_meta_;
}

}  // namespace modecheck_v1
}  // namespace c10

namespace modecheck::engine {
namespace {
// Guards the creation of a leaf's TensorLink and AccumulateGrad node, because two threads may need them at the same
// time.
std::mutex making_mutex;
}  // namespace

c10::intrusive_ptr<TensorLink> link_to(const at::Tensor& tensor) {
  AutogradMeta& meta = materialize_autograd_meta(tensor);
  const std::lock_guard<std::mutex> guard(making_mutex);
  if (!meta.link_) meta.link_ = c10::intrusive_ptr<TensorLink>::reclaim(new TensorLink(tensor.unsafeGetTensorImpl()));
  return meta.link_;
}

namespace {

// Returns the AccumulateGrad node of `variable`, and creates the node if there is none. `variable` is a leaf or is
// about to become one.
NodePtr made_accumulator(const at::Tensor& variable) {
  AutogradMeta* const meta = get_autograd_meta(variable);
  Node* present = meta->grad_accumulator_.load(std::memory_order_acquire);
  if (present == nullptr) [[unlikely]] {
    c10::intrusive_ptr<TensorLink> link = link_to(variable);
    const std::lock_guard<std::mutex> guard(making_mutex);
    present = meta->grad_accumulator_.load(std::memory_order_acquire);
    if (present == nullptr) {
      present = new torch::autograd::AccumulateGrad(variable);
      meta->grad_accumulator_.store(present, std::memory_order_release);
    }
  }
  if (present->use_count() == 1) [[unlikely]] {
    // No graph holds the node, so its metadata may describe the leaf as it was before a resize or set_data. The lock
    // makes sure that only one of several threads updates the metadata.
    const std::lock_guard<std::mutex> guard(making_mutex);
    const InputMetadata& known = present->input_metadata(0);
    if (!known.shape().equals(variable.sizes()) || known.dtype() != variable.scalar_type()) {
      present->clear_input_metadata();
      present->add_input_metadata(variable);
    }
    // The node is retained under the lock, so that a thread that sees the higher reference count also sees the updated
    // metadata.
    static_cast<void>(present->retain_if_alive());
    return NodePtr::reclaim(present);
  }
  return NodePtr::retained(present);
}

}  // namespace

NodePtr grad_accumulator(const at::Tensor& variable) {
  const AutogradMeta* const meta = get_autograd_meta(variable);
  return meta == nullptr || !meta->requires_grad_ ? NodePtr() : made_accumulator(variable);
}

NodePtr future_grad_accumulator(const at::Tensor& variable) { return made_accumulator(variable); }

void take_hooks_along(const at::Tensor& detached) {
  const AutogradMeta& meta = *get_autograd_meta(detached);
  if (!meta.hooks_) [[likely]]
    return;
  // Hooks are at the node of the shared history if its last change was a write (hook_place).
  const bool is_shared = meta.family_ && meta.family_->is_latest;
  const Edge place = is_shared ? meta.family_->edge : Edge(meta.grad_fn_, meta.output_nr_);
  if (!place.function || !place.function->has_tensor_hooks()) return;
  const std::vector<HookList::Slot>& own = meta.hooks_->slots;
  std::vector<TensorHook> along;
  {
    const std::lock_guard<std::mutex> lock(tensor_hooks_mutex);
    for (const TensorHook& hook : place.function->tensor_hooks())
      if (hook.output_nr == place.input_nr && hook.slot && std::find(own.begin(), own.end(), hook.slot) != own.end())
        along.push_back({0, hook.id, hook.slot, {}, nullptr});
  }
  if (along.empty()) return;
  const NodePtr leaf = made_accumulator(detached);
  const std::lock_guard<std::mutex> lock(tensor_hooks_mutex);
  std::vector<TensorHook>& hooks = leaf->tensor_hooks();
  hooks.insert(hooks.end(), along.begin(), along.end());
}

}  // namespace modecheck::engine
