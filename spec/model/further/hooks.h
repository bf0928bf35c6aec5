// Hooks of tensors (rule S7).
#pragma once

#include <vector>

#include "spec/model/state.h"

namespace modecheck::spec {

void add_hook(ModelState& m, const Record& record);
// Returns true if the AccumulateGrad node of this leaf has hooks to run.
bool has_hook_of_leaf(const ModelState& m, TensorId leaf);
bool is_hook_of_leaf(const ModelState& m, const TensorHook& hook, TensorId leaf);
// Called when detach_ makes the tensor a leaf: hooks of the tensor's present node stay with the tensor.
void take_hooks_along(ModelState& m, TensorId detached);
// Returns true if a hook doubles the gradient of the tensor from which this view was made, directly or through other
// views. The view's elements are elements of that tensor, but the gradient of the view is computed before the hook
// doubles.
bool is_source_doubled(const ModelState& m, NodeId view);

// Plans the hooks of a backward. While the plan exists, version counters include the bumps by the hooks' writes. The
// destructor takes these bumps back.
class HookPlan {
 public:
  HookPlan(ModelState& m, Sweep& sweep);
  HookPlan(const HookPlan&) = delete;
  HookPlan& operator=(const HookPlan&) = delete;
  ~HookPlan();

  // Plans the hooks of a node that a gradient reaches.
  void plan(NodeId node);

 private:
  void infer_doubling(const TensorHook& hook, NodeId node);
  void infer_write(const TensorHook& hook, NodeId node);

  ModelState& m_;
  Sweep& sweep_;
  std::vector<CounterId> written_;
};

// Runs the writing hooks of a node. It stops at the first hook that raises.
void run_hooks(ModelState& m, const Sweep& sweep, NodeId node);

}  // namespace modecheck::spec
