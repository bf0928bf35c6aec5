// Declares torch::autograd::SavedVariable, a tensor saved for backward by a node that a program defines itself.
#pragma once

#include <memory>

#include "engine/autograd/saved/saved_tensor.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

class SavedVariable {
 public:
  SavedVariable() = default;
  // Saves `variable` for backward; an undefined tensor saves nothing. Raises for inference tensors (rule S1).
  // `is_output` means that the variable is a result of the node that will own this object.
  explicit SavedVariable(const Variable& variable, bool is_output, bool is_inplace_on_view = false);
  explicit SavedVariable(const c10::optional<Variable>& variable, bool is_output, bool is_inplace_on_view = false);

  // Returns the saved tensor with its history, or an undefined tensor if nothing was saved. For a saved result,
  // `saved_for` must be the node that owns this object. Raises if the tensor was written or released since (rule S2).
  Variable unpack(const c10::intrusive_ptr<Node>& saved_for = nullptr) const;
  // Passes the tensor to the hooks, which keep it from now on. Raises if the tensor already has hooks, was released or
  // is undefined, or if the pack hook wrote it.
  void register_hooks(std::unique_ptr<SavedVariableHooks>&& hooks);
  void reset_data();

 private:
  modecheck::engine::SavedTensor saved_;
  bool was_saved_ = false;
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
