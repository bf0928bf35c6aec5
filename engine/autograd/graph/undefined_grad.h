// Declares torch::autograd::UndefinedGrad, an identity function whose backward gives undefined gradients. Programs use
// it to test how a node handles undefined gradients.
//
//   UndefinedGrad().apply({x})[0].backward();
#pragma once

#include "engine/autograd/graph/node.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

struct UndefinedGrad final : Node {
  std::string name() const override { return "UndefinedGrad"; }
  // Returns copies of the tensors. The backward of these copies gives undefined gradients.
  variable_list apply(variable_list&& inputs) override;
};

struct UndefinedGradBackward final : Node {
  std::string name() const override { return "UndefinedGradBackward"; }
  variable_list apply(variable_list&& gradients) override { return variable_list(gradients.size()); }
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
