// The node at which the graph ends for a leaf. It adds the arriving gradient to the leaf's grad (S6).
#pragma once

#include <mutex>
#include <optional>

#include "engine/autograd/graph/autograd_meta.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

struct AccumulateGrad final : public Node {
  explicit AccumulateGrad(const at::Tensor& variable) : AccumulateGrad(variable, variable) {}
  // For a leaf with a link whose data is about to be replaced by `data` (set_data).
  AccumulateGrad(const at::Tensor& variable, const at::Tensor& data);
  std::string name() const override { return "torch::autograd::AccumulateGrad"; }
  variable_list apply(variable_list&& gradients) override;
  // Undefined if the leaf has been destroyed.
  at::Tensor variable() const { return variable_->lock(); }
  // Returns whether this node will add to the memory of `gradient` in place.
  bool adds_to(const at::Tensor& gradient) const;
  // Called when a tensor that owned this node is destroyed. If it is the leaf, its grad may still be held by others. If
  // it is a tensor unpacked from a saved leaf, nothing changes.
  void outlive(const AutogradMeta& gone) noexcept;

 private:
  // Whether the grad is a normal or an inference tensor (K2).
  enum class Kind : std::uint8_t { None, Normal, Inference };

  void accumulate_without_leaf(const at::Tensor& gradient);
  // Returns the grad of a destroyed leaf; undefined if nobody could see it.
  at::Tensor grad_of_the_gone() const;

  // Several threads may run backward to one leaf at the same time.
  std::mutex mutex_;
  c10::intrusive_ptr<modecheck::engine::TensorLink> variable_;
  // After the leaf was destroyed: a link to its grad. While the grad exists, the link returns it; afterwards it returns
  // an alias that the grad leaves behind, through which its bytes can still be added to. Owning the grad, or the leaf
  // as libtorch does, would make a cycle whenever the grad's history leads back to this node.
  c10::intrusive_ptr<modecheck::engine::TensorLink> grad_of_the_gone_;
  // The parts from which an alias of the grad can be made, if there was no memory for the link.
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

// Returns the leaf's AccumulateGrad node, or null if the tensor's own requires_grad flag is not set.
NodePtr grad_accumulator(const at::Tensor& variable);

// Must be called before detach_ turns a tensor with a history into a leaf. Copies the tensor's hooks from its grad_fn
// to the leaf's node, so that they see the leaf's gradient too (S7). If memory runs out, none is copied.
void take_hooks_along(const at::Tensor& detached);

// Returns the leaf to whose grad the node adds. Undefined if the node is no AccumulateGrad or the leaf was destroyed.
at::Tensor leaf_of(const Node& node);

}  // namespace modecheck::engine
