// Limits of judging a backward: decides whether S3 promises its numbers (`unpredictable`), and drops runs in which the
// harness could not tell a right answer from a wrong one.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec::limits {

// Before the run is planned: drops it if the passed gradient would have to be summed to the root's sizes.
void leave_larger_seed(ModelState& m, const Sweep& sweep);

// While the run is planned: judge root and input, the passed gradient, each node that runs, and a node that gets no
// gradient.
void judge_ends(const ModelState& m, Sweep& sweep);
void judge_seed(const ModelState& m, Sweep& sweep);
void judge_node(ModelState& m, Sweep& sweep, NodeId node);
void leave_passed_by(ModelState& m, NodeId node);

// Before the run changes anything: judges each gradient that a leaf gets or a tensor retains.
void leave_targets(ModelState& m, Sweep& sweep);
// The same for the gradient that grad() returns.
void leave_gradient(ModelState& m, Sweep& sweep, TensorId input);

// Marks a gradient as unpredictable if the run is unpredictable.
void mark_gradient(ModelState& m, const Sweep& sweep, StorageId storage);

// Counts the edges into each node from nodes that the root depends on.
void count_uses(const ModelState& m, Sweep& sweep);
// Whether the elements of this node's tensor, an alias, also got gradients through another alias. The reference
// computes gradients of single elements, and so cannot tell the aliases apart. Call count_uses first.
bool is_used_by_another_alias(const ModelState& m, const Sweep& sweep, NodeId node);
// Whether the edge leads to a former value of a view of some elements, which was overwritten or replaced since. No
// source says whether that value still gets a gradient, of zero.
bool is_of_a_replaced_view(const ModelState& m, TensorId tensor, Edge edge);

}  // namespace modecheck::spec::limits
