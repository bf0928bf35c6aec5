// Marks storages, tensors and nodes that a command changed through a sanctioned hole (rule H). Drops later commands
// that cannot be judged because of the change.
#pragma once

#include "spec/model/kinds.h"
#include "spec/model/state.h"

namespace modecheck::spec::limits {

// Marks a storage that a command writes or aliases under the guards of rule G5.
void touch(ModelState& m, StorageId storage);
// Marks a storage of which .data makes an alias. The alias has a version counter of its own.
void mark_alias(ModelState& m, StorageId storage);
// Marks a tensor to which set_ or set_data gives other elements, with the geometry `now`.
void mark_exchange(ModelState& m, TensorId id, const Geometry& now);
// Marks a tensor to which an operator that is not recorded gives the geometry `now`.
void mark_reshaped(ModelState& m, TensorId id, const Geometry& now, CallKeys keys);
// Marks a tensor after a recorded write that bumped no version, so that views of the tensor do not become stale (rule
// W5).
void mark_write_without_bump(ModelState& m, TensorId target);
// Marks a new node that records a view of this storage, if autograd does not track the view.
void mark_untracked_view(ModelState& m, NodeId node, StorageId storage);
// Gives a new tracked view the marks of the tensor that it is a view of.
void mark_view(TensorState& view, const TensorState& source);

// These functions give a new node the marks of its operands, of the view that it regenerates, and of the target of a
// write.
void mark_inputs(const ModelState& m, NodeState& node, const Operands& operands);
void mark_refresh(ModelState& m, NodeId node, TensorId view);
void mark_write(ModelState& m, NodeId node, TensorId target, TensorId root);
void mark_slices(const ModelState& m, NodeState& slices, TensorId target, TensorId root, Edge to_root);

// These functions return true if the tensor has other sizes, or another dtype, than when its grad_fn was recorded. Its
// gradient then does not fit the node.
bool was_reshaped(const ModelState& m, TensorId id, Edge edge);
bool has_other_layout(const ModelState& m, TensorId id, Edge edge);

// These functions drop the command if the condition that their name states holds.
void leave_reshaped(ModelState& m, TensorId id, Edge edge);
void leave_base_of_another_dtype(ModelState& m, TensorId view);

}  // namespace modecheck::spec::limits
