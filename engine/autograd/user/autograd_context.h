// The context in which the forward of a custom Function stores data for its backward (rule F1).
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/autograd/saved/saved_tensor.h"
#include "engine/dispatch/ivalue.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

class CustomNode;

// A half-open range of tensor arguments of a custom Function: the first number and the number after the last.
using IndexRange = std::pair<std::size_t, std::size_t>;

struct AutogradContext {
  AutogradContext() = default;
  AutogradContext(const AutogradContext&) = delete;
  AutogradContext& operator=(const AutogradContext&) = delete;

  // Holds values other than tensors. A tensor stored here is not checked for writes, and may keep its own graph alive
  // (rule H).
  std::unordered_map<std::string, c10::IValue> saved_data;

  // Called in forward: saves tensors for backward. Only inputs and results keep their history; undefined tensors are
  // allowed. The tensors are saved after forward has returned, and only if the call is recorded (rule F2). Inference
  // tensors are then rejected (rule S1).
  void save_for_backward(variable_list to_save) { to_save_ = std::move(to_save); }
  // Called in forward with the inputs that it wrote. Forward must return each of them; the version of each is bumped by
  // one (rule V3).
  void mark_dirty(const variable_list& inputs) { dirty_ = inputs; }
  // Called in forward with results through which no gradient flows, so that they do not require grad (rule F1).
  void mark_non_differentiable(const variable_list& outputs) { non_differentiable_ = outputs; }
  // Sets whether backward receives zeros for results without a gradient (the default), or undefined tensors.
  void set_materialize_grads(bool value) { materialize_grads_ = value; }

  // Called in backward: returns the saved tensors in the order of save_for_backward(). Raises if one was written since
  // it was saved, or if a backward without retain_graph has freed them (rule S2).
  variable_list get_saved_variables() const;
  // Called in backward: returns whether the gradient of the tensor argument with this number is needed. Raises an Index
  // error if there is no such argument. The second overload returns whether any gradient in the ranges is needed.
  bool needs_input_grad(std::size_t index) const;
  bool needs_input_grad(std::initializer_list<IndexRange> ranges) const;

 private:
  friend CustomNode;

  const CustomNode* node_ = nullptr;  // the node that owns this context
  variable_list to_save_;
  variable_list dirty_;
  variable_list non_differentiable_;
  std::vector<modecheck::engine::SavedTensor> saved_;
  bool materialize_grads_ = true;
  bool freed_ = false;
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
