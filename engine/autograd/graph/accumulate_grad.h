// The end of the graph at a leaf: adds what arrives to the leaf's grad (S6).
#pragma once

#include <mutex>
#include <optional>

#include "engine/autograd/graph/autograd_meta.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

struct AccumulateGrad final : public Node {
  explicit AccumulateGrad(const at::Tensor& variable) : AccumulateGrad(variable, variable) {}
  // For a leaf, which has a link, that is about to be given the data of `data`.
  AccumulateGrad(const at::Tensor& variable, const at::Tensor& data);
  std::string name() const override { return "torch::autograd::AccumulateGrad"; }
  variable_list apply(variable_list&& gradients) override;
  // Undefined if it is gone.
  at::Tensor variable() const { return variable_->lock(); }
  // Whether it will add to these bytes in place.
  bool adds_to(const at::Tensor& gradient) const;
  // The last handle is gone of a tensor that this node is the end for: the leaf, or what was unpacked of a saved one,
  // whose going changes nothing. What the leaf held as its grad may be held by others.
  void outlive(const AutogradMeta& gone) noexcept;

 private:
  // The kind of a grad (K2).
  enum class Kind : std::uint8_t { None, Normal, Inference };

  void accumulate_without_leaf(const at::Tensor& gradient);
  // Undefined if nobody could see it.
  at::Tensor grad_of_the_gone() const;

  // Several threads may go back to one leaf at the same time.
  std::mutex mutex_;
  c10::intrusive_ptr<modecheck::engine::TensorLink> variable_;
  // Of a leaf that is gone: its grad while somebody holds it, then the alias that it leaves behind, through which its
  // bytes can still be added to. Owning the grad itself, or the leaf as libtorch does, would make a cycle of every grad
  // whose history leads back here.
  c10::intrusive_ptr<modecheck::engine::TensorLink> grad_of_the_gone_;
  // What an alias of it is made of, where there was no memory for the link.
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

// The leaf's node; null if the tensor does not require grad by its own flag.
NodePtr grad_accumulator(const at::Tensor& variable);

// Before detach_ makes a leaf of a tensor with a history: the hooks that hang where its gradient arrives will see that
// of the leaf, too (S7). All of them or, where memory ends, none.
void take_hooks_along(const at::Tensor& detached);

// The leaf whose grad the node adds to; undefined if it is no such node, or the leaf is gone.
at::Tensor leaf_of(const Node& node);

}  // namespace modecheck::engine
