// torch::autograd::UndefinedGrad: the identity whose gradients are undefined. Programs call it to see what a node does
// with them.
//
//   UndefinedGrad().apply({x})[0].backward();
#pragma once

#include "engine/autograd/graph/node.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

struct UndefinedGrad final : Node {
  std::string name() const override { return "UndefinedGrad"; }
  // Copies of the tensors; what comes back through them is undefined.
  variable_list apply(variable_list&& inputs) override;
};

struct UndefinedGradBackward final : Node {
  std::string name() const override { return "UndefinedGradBackward"; }
  variable_list apply(variable_list&& gradients) override { return variable_list(gradients.size()); }
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
