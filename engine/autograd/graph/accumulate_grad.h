// Declares AccumulateGrad, the node at which the graph ends for a leaf. It adds the arriving gradient to the leaf's
// grad (rule S6).
#pragma once

#include <mutex>
#include <optional>

#include "engine/autograd/graph/autograd_meta.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

struct AccumulateGrad final : public Node {
  explicit AccumulateGrad(const at::Tensor& variable) : AccumulateGrad(variable, variable) {}
  // Makes a new node for a leaf whose data is about to be replaced by `data` (set_data). The leaf must have a
  // TensorLink.
  AccumulateGrad(const at::Tensor& variable, const at::Tensor& data);
  std::string name() const override { return "torch::autograd::AccumulateGrad"; }
  variable_list apply(variable_list&& gradients) override;
  // Returns the leaf, or an undefined tensor if the leaf has been destroyed.
  at::Tensor variable() const { return variable_->lock(); }
  // Returns whether this node will add to the memory of `gradient` in place.
  bool adds_to(const at::Tensor& gradient) const;
  // Called when a tensor that owned this node is destroyed. If that tensor is the leaf, the node keeps a link to the
  // leaf's grad, because other handles may still refer to that grad. If the tensor was unpacked from a saved leaf,
  // nothing changes.
  void outlive(const AutogradMeta& gone) noexcept;

 private:
  // The kind of the destroyed leaf's grad: a normal or an inference tensor (rule K2), or None without a grad.
  enum class Kind : std::uint8_t { None, Normal, Inference };

  void accumulate_without_leaf(const at::Tensor& gradient);
  // Returns the grad of a leaf that was destroyed, or an undefined tensor if the leaf had none. A gradient that arrives
  // later is still added to that grad, because another handle may hold it.
  at::Tensor grad_of_the_gone() const;

  // Guards accumulation, because several threads may run backward to one leaf at the same time.
  std::mutex mutex_;
  c10::intrusive_ptr<modecheck::engine::TensorLink> variable_;
  // A link to the grad of a destroyed leaf. While that grad exists, the link returns it. Afterwards the link returns an
  // alias of the grad, so that further gradients can still be added to the same bytes. The node owns neither the leaf
  // nor the grad, because the history of either may lead back to this node, which would make a cycle.
  c10::intrusive_ptr<modecheck::engine::TensorLink> grad_of_the_gone_;
  // The values from which an alias of the destroyed leaf's grad can be made. They are stored if there was no memory for
  // a link to the grad.
  struct Bytes {
    c10::intrusive_ptr<c10::StorageImpl> storage;
    c10::intrusive_ptr<modecheck::engine::VersionCounter> counter;
    modecheck::engine::Geometry geometry;
    c10::DispatchKeySet keys;
    c10::ScalarType dtype;
    c10::Device device;
    at::Tensor alias() const;
  };
  std::optional<Bytes> bytes_of_the_gone_;
  Kind kind_of_the_gone_ = Kind::None;
  bool gone_required_grad_ = false;
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch

namespace modecheck::engine {

// Returns the leaf's AccumulateGrad node. Returns null if the tensor's own requires_grad flag is not set.
NodePtr grad_accumulator(const at::Tensor& variable);

// Returns the AccumulateGrad node that the leaf has, or will have when its own requires_grad flag is set.
NodePtr future_grad_accumulator(const at::Tensor& variable);

// Copies the hooks of a tensor from its grad_fn to its AccumulateGrad node. The hooks then see the gradient of the
// future leaf too (rule S7). Must be called before detach_ turns a tensor with a history into a leaf. If memory runs
// out, no hook is copied.
void take_hooks_along(const at::Tensor& detached);

// Returns the leaf to whose grad the node adds. Returns an undefined tensor if the node is no AccumulateGrad or the
// leaf was destroyed.
at::Tensor leaf_of(const Node& node);

}  // namespace modecheck::engine
