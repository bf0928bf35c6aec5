// Limits of judging a backward: whether its numbers are promised (`unpredictable`), and which runs are dropped because
// the harness could not tell a right one from a wrong one.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec::limits {

// Before the run is planned: a gradient that would have to be summed to the root's sizes.
void leave_larger_seed(ModelState& m, const Sweep& sweep);

// While it is planned: at root and input, at each node that runs, and at a node to which no gradient comes.
void judge_ends(const ModelState& m, Sweep& sweep);
void judge_seed(const ModelState& m, Sweep& sweep);
void judge_node(ModelState& m, Sweep& sweep, NodeId node);
void leave_passed_by(ModelState& m, NodeId node);

// Before it changes anything: every gradient that it would give a leaf or a tensor that retains its own, ...
void leave_targets(ModelState& m, Sweep& sweep);
// ... and the one that grad() would return.
void leave_gradient(ModelState& m, Sweep& sweep, TensorId input);

// Marks a gradient as unpredictable if the run is.
void mark_gradient(ModelState& m, const Sweep& sweep, StorageId storage);

// Counts the edges into each node from what the root depends on.
void count_uses(const ModelState& m, Sweep& sweep);
// Whether the same elements got gradients by another way than this node, an alias, which scalars cannot tell apart.
// Needs counted uses.
bool is_used_by_another_alias(const ModelState& m, const Sweep& sweep, NodeId node);
// Whether the edge leads to what a partial view was before it was written or replaced. Whether that is still part of
// the tensor's history, with a gradient of zero, no source says.
bool is_of_a_replaced_view(const ModelState& m, TensorId tensor, Edge edge);

}  // namespace modecheck::spec::limits
