// Hooks of tensors (S7).
#pragma once

#include <vector>

#include "spec/model/state.h"

namespace modecheck::spec {

void add_hook(ModelState& m, const Record& record);
// Whether the accumulator that a leaf gets has hooks to run.
bool has_hook_of_leaf(const ModelState& m, TensorId leaf);
bool is_hook_of_leaf(const ModelState& m, const TensorHook& hook, TensorId leaf);
// detach_ makes a leaf of the tensor; its hooks stay with it.
void take_hooks_along(ModelState& m, TensorId detached);
// Whether what a view is made of has a hook that doubles: the scalars are the same, and the view's gradient is the one
// before that.
bool is_source_doubled(const ModelState& m, NodeId view);

// The part of hooks in the plan of a backward. While it is planned, their writes count as done.
class HookPlan {
 public:
  HookPlan(ModelState& m, Sweep& sweep);
  HookPlan(const HookPlan&) = delete;
  HookPlan& operator=(const HookPlan&) = delete;
  ~HookPlan();

  // The hooks of a node that a gradient reaches.
  void plan(NodeId node);

 private:
  void plan_doubling(const TensorHook& hook, NodeId node);
  void plan_write(const TensorHook& hook, NodeId node);

  ModelState& m_;
  Sweep& sweep_;
  std::vector<CounterId> written_;
};

// Runs the hooks of a node. Those that would write after one that raises do not.
void run_hooks(ModelState& m, const Sweep& sweep, NodeId node);

}  // namespace modecheck::spec
