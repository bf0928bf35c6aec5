// Marks what was changed through a sanctioned hole (rule H), and drops the commands that cannot be judged because of
// it.
#pragma once

#include "spec/model/kinds.h"
#include "spec/model/state.h"

namespace modecheck::spec::limits {

// Marks a storage that is written or aliased under the guards of G5.
void touch(ModelState& m, StorageId storage);
// .data makes an alias with a version counter of its own.
void mark_alias(ModelState& m, StorageId storage);
// set_ and set_data give the tensor other elements, with the geometry `now`.
void mark_exchange(ModelState& m, TensorId id, const Geometry& now);
// An operator that is not recorded gives the tensor the geometry `now`.
void mark_reshaped(ModelState& m, TensorId id, const Geometry& now, CallKeys keys);
// A recorded write bumped no version, so views of the target are not found stale.
void mark_write_without_bump(ModelState& m, TensorId target);
// A recorded view of this storage is not tracked.
void mark_untracked_view(ModelState& m, NodeId node, StorageId storage);
// Passes marks from the source to a new tracked view.
void mark_view(TensorState& view, const TensorState& source);

// A new node takes over marks from its operands, from the view that it regenerates, and from the target of a write.
void mark_inputs(const ModelState& m, NodeState& node, const Operands& operands);
void mark_refresh(ModelState& m, NodeId node, TensorId view);
void mark_write(ModelState& m, NodeId node, TensorId target, TensorId root);
void mark_slices(const ModelState& m, NodeState& slices, TensorId target, TensorId root, Edge to_root);

// Whether the tensor has other sizes than when its grad_fn was recorded, so that its gradient does not fit the node.
bool was_reshaped(const ModelState& m, TensorId id, Edge edge);
bool has_other_sizes(const ModelState& m, TensorId id, Edge edge);

// These functions drop the command if the named condition holds.
void leave_reshaped(ModelState& m, TensorId id, Edge edge);
void leave_write_to_another_dtype(ModelState& m, TensorId target);
void leave_refresh_of_another_dtype(ModelState& m, TensorId view);
void leave_base_of_another_dtype(ModelState& m, TensorId view);

}  // namespace modecheck::spec::limits
