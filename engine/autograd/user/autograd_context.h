// What a custom Function's forward leaves for its backward (F1).
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

// A half-open range of inputs.
using IndexRange = std::pair<std::size_t, std::size_t>;

struct AutogradContext {
  AutogradContext() = default;
  AutogradContext(const AutogradContext&) = delete;
  AutogradContext& operator=(const AutogradContext&) = delete;

  // Anything but tensors. A tensor kept here is not checked for writes, and may keep its own graph alive (H).
  std::unordered_map<std::string, c10::IValue> saved_data;

  // In forward. Inputs and results only are saved with their history; undefined tensors are allowed. Takes effect when
  // forward has returned, and only if the call is recorded (F2): then inference tensors are rejected (S1).
  void save_for_backward(variable_list to_save) { to_save_ = std::move(to_save); }
  // In forward: the inputs that it wrote. Each must be returned; its version grows by one (V3).
  void mark_dirty(const variable_list& inputs) { dirty_ = inputs; }
  // In forward: results that no gradient flows through.
  void mark_non_differentiable(const variable_list& outputs) { non_differentiable_ = outputs; }
  // Whether backward is given zeros for results that no gradient came for, and not undefined tensors. It is.
  void set_materialize_grads(bool value) { materialize_grads_ = value; }

  // In backward: what was saved, in its order. Raises if something was written since, or if a backward without
  // retain_graph has freed it (S2).
  variable_list get_saved_variables() const;
  // In backward: whether the gradient of this tensor argument will be used. Raises out of range.
  bool needs_input_grad(std::size_t index) const;
  bool needs_input_grad(std::initializer_list<IndexRange> ranges) const;

 private:
  friend CustomNode;

  const CustomNode* node_ = nullptr;  // that owns this
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
