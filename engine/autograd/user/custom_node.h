// The node of a custom Function's call, and what happens around its forward. The part that does not depend on which
// Function it is.
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

  // Before forward: decides whether the call is recorded (F2) and takes the histories of `inputs`, the tensors among
  // the arguments. `is_tensor`: which of all arguments those are. Raises for stale views (W5).
  void begin(const variable_list& inputs, std::vector<bool> is_tensor);
  // After it: what apply returns for what forward has returned. Gives the results their history, and saves. Raises,
  // with what forward did undone by nobody, for recorded inference tensors (F2), dirty inputs that a recorded operator
  // could not write either (W4, M2) or that were not returned, and inference tensors to be saved (S1).
  variable_list finish(variable_list outputs, const variable_list& inputs);

  variable_list apply(variable_list&& gradients) final;
  void check_saved() const final;
  void release_variables() final;

  AutogradContext& context() { return context_; }
  const AutogradContext& context() const { return context_; }
  bool is_recorded() const { return recorded_; }

 protected:
  // The Function's own.
  virtual variable_list run_backward(AutogradContext& context, variable_list gradients) = 0;

 private:
  void count_writes_and_check(const variable_list& outputs) const;
  void record_written(at::Tensor& output, std::uint32_t output_nr, const variable_list& inputs);
  void save(const variable_list& outputs);

  AutogradContext context_;
  std::vector<bool> is_tensor_;
  // Two threads may run backward through one graph, and a backward may call another one.
  std::recursive_mutex mutex_;
  bool recorded_ = false;
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
