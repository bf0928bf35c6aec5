// torch::autograd::SavedVariable: a tensor kept for backward, for nodes that a program writes itself.
#pragma once

#include <memory>

#include "engine/autograd/saved/saved_tensor.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

class SavedVariable {
 public:
  SavedVariable() = default;
  // An undefined tensor is saved as nothing. Raises for inference tensors (S1). `is_output`: the variable is a result
  // of the node that will own this.
  explicit SavedVariable(const Variable& variable, bool is_output, bool is_inplace_on_view = false);
  explicit SavedVariable(const c10::optional<Variable>& variable, bool is_output, bool is_inplace_on_view = false);

  // The tensor as it was saved, with its history: undefined if nothing was. `saved_for`: the node that owns this, for
  // saved results. Raises if it was written since or released (S2).
  Variable unpack(const c10::intrusive_ptr<Node>& saved_for = nullptr) const;
  // Hands the tensor to the hooks. Raises if it has some already, was released, is undefined, or if the pack hook wrote
  // it.
  void register_hooks(std::unique_ptr<SavedVariableHooks>&& hooks);
  void reset_data();

 private:
  modecheck::engine::SavedTensor saved_;
  bool was_saved_ = false;
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
