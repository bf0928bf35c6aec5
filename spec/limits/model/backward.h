// Limits of judging a backward. These functions decide whether rule S3 promises the gradients' numbers
// (`unpredictable`). They drop commands for which the harness could not tell a right answer from a wrong one.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec::limits {

// The model calls these functions before a backward changes anything. Each drops the backward, or calls its gradients
// unpredictable, if no source decides the answer. They look at the root and the input, at the gradient that the caller
// passes, at a node that runs, and at a node that gets no gradient.
void judge_ends(const ModelState& m, Sweep& sweep);
void judge_seed(const ModelState& m, Sweep& sweep);
void judge_node(ModelState& m, Sweep& sweep, NodeId node);
void leave_passed_by(ModelState& m, NodeId node);

// Call this before the backward changes anything: judges each gradient that a leaf gets or a tensor retains.
void leave_targets(ModelState& m, Sweep& sweep);
// Judges the gradient that grad() returns, before the backward changes anything.
void leave_gradient(ModelState& m, Sweep& sweep, TensorId input);

// Marks a gradient as unpredictable if the backward is unpredictable.
void mark_gradient(ModelState& m, const Sweep& sweep, StorageId storage);

// Counts for each node the edges that lead to it from nodes that the root depends on.
void count_uses(const ModelState& m, Sweep& sweep);
// Returns true if elements of this node's tensor also got gradients through another alias of the tensor. The reference
// computes one gradient for each element, so it cannot separate the aliases. Call count_uses first.
bool is_used_by_another_alias(const ModelState& m, const Sweep& sweep, NodeId node);
// Returns true if the edge leads to a former value of a view of some elements, which was overwritten or replaced since.
// No source says whether that former value still gets a gradient of zeros.
bool is_of_a_replaced_view(const ModelState& m, TensorId tensor, Edge edge);

}  // namespace modecheck::spec::limits
