// The end of the graph at a leaf: adds what arrives to the leaf's grad (S6).
#pragma once

#include "engine/autograd/autograd_meta.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

struct AccumulateGrad final : public Node {
  explicit AccumulateGrad(const at::Tensor& variable);
  std::string name() const override { return "torch::autograd::AccumulateGrad"; }
  variable_list apply(variable_list&& gradients) override;

 private:
  c10::intrusive_ptr<modecheck::engine::TensorLink> variable_;
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch

namespace modecheck::engine {

// The leaf's node; null if the tensor does not require grad by its own flag.
NodePtr grad_accumulator(const at::Tensor& variable);

}  // namespace modecheck::engine
