// Marks what was changed where nothing is promised (rule H), and says which commands are not judged because of it.
#pragma once

#include "spec/model/kinds.h"
#include "spec/model/state.h"

namespace modecheck::spec::limits {

// Under the guards of G5, what is written or aliased is touched.
void touch(ModelState& m, StorageId storage);
// .data: an alias with a version counter of its own.
void mark_alias(ModelState& m, StorageId storage);
// set_, set_data: the tensor gets other elements, which lie as `now` says.
void mark_exchange(ModelState& m, TensorId id, const Geometry& now);
// An operator gives the tensor this geometry, and does not record it.
void mark_reshaped(ModelState& m, TensorId id, const Geometry& now, CallKeys keys);
// A recorded write bumped no version, so its views do not know that they are stale.
void mark_write_without_bump(ModelState& m, TensorId target);
// A recorded view of this storage is not tracked.
void mark_untracked_view(ModelState& m, NodeId node, StorageId storage);
// A tracked view of a source.
void mark_view(TensorState& view, const TensorState& source);

// A new node takes over marks from its operands, from the view that it regenerates, and from the target of a write.
void mark_inputs(const ModelState& m, NodeState& node, const Operands& operands);
void mark_refresh(ModelState& m, NodeId node, TensorId view);
void mark_write(ModelState& m, NodeId node, TensorId target, TensorId root);
void mark_slices(const ModelState& m, NodeState& slices, TensorId target, TensorId root, Edge to_root);

// Whether the tensor has other sizes than when its grad_fn was recorded: a gradient of its sizes is of no use there.
bool was_reshaped(const ModelState& m, TensorId id, Edge edge);
bool has_other_sizes(const ModelState& m, TensorId id, Edge edge);

// Commands that are dropped.
void leave_reshaped(ModelState& m, TensorId id, Edge edge);
void leave_write_to_another_dtype(ModelState& m, TensorId target);
void leave_refresh_of_another_dtype(ModelState& m, TensorId view);
void leave_base_of_another_dtype(ModelState& m, TensorId view);

}  // namespace modecheck::spec::limits
