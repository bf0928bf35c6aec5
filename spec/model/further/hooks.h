// Hooks of tensors (S7).
#pragma once

#include <vector>

#include "spec/model/state.h"

namespace modecheck::spec {

void add_hook(ModelState& m, const Record& record);
// Whether the AccumulateGrad node of this leaf has hooks to run.
bool has_hook_of_leaf(const ModelState& m, TensorId leaf);
bool is_hook_of_leaf(const ModelState& m, const TensorHook& hook, TensorId leaf);
// detach_ makes the tensor a leaf; the hooks of its present node stay with the tensor.
void take_hooks_along(ModelState& m, TensorId detached);
// Whether the source of a view, or the source's source, has a hook that doubles its gradient. View and source consist
// of the same scalars, but the gradient of the view is the one before the doubling.
bool is_source_doubled(const ModelState& m, NodeId view);

// Plans the hooks of a backward. While the backward is planned, the version bumps by the hooks' writes are in place;
// the destructor takes them back.
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

// Runs the hooks of a node that write. It stops at the first hook that raises.
void run_hooks(ModelState& m, const Sweep& sweep, NodeId node);

}  // namespace modecheck::spec
