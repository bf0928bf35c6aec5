// The node of a call of a custom Function, and the steps before and after its forward. This part does not depend on the
// Function's type.
#pragma once

#include <mutex>
#include <vector>

#include "engine/autograd/user/autograd_context.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

class CustomNode : public Node {
 public:
  CustomNode() { context_.node_ = this; }

  // Called before forward. Decides whether the call is recorded (rule F2), and reads the histories of `inputs`, which
  // are the tensors among the arguments. `is_tensor` has one value for each argument: whether it is a tensor. Raises
  // for a view whose base was written since, if its history may not be regenerated (rule W5).
  void begin(const variable_list& inputs, std::vector<bool> is_tensor);
  // Called after forward: converts the results of forward to those of apply(), sets their history, and saves tensors.
  // Raises for recorded results that are inference tensors (rule F2), and for inference tensors to be saved (rule S1).
  // Also raises for a dirty input that forward did not return, or that a recorded in-place operator could not write
  // (rules W4 and M2). The effects of forward are not undone.
  variable_list finish(variable_list outputs, const variable_list& inputs);

  variable_list apply(variable_list&& gradients) final;
  void check_saved() const final;
  void release_variables() final;

  AutogradContext& context() { return context_; }
  const AutogradContext& context() const { return context_; }
  bool is_recorded() const { return recorded_; }

 protected:
  // Calls the backward function of the custom Function with the gradients of its results, and returns those of its
  // arguments.
  virtual variable_list run_backward(AutogradContext& context, variable_list gradients) = 0;

 private:
  void count_writes_and_check(const variable_list& outputs) const;
  void record_written(at::Tensor& output, std::uint32_t output_nr, const variable_list& inputs);
  void save(const variable_list& outputs);

  AutogradContext context_;
  std::vector<bool> is_tensor_;
  // Held while backward runs. It is recursive, because two threads may run backward through one graph, and a backward
  // may call another one.
  std::recursive_mutex mutex_;
  bool recorded_ = false;
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
