// Values and histories: the effects that the model reports to its sink (spec/interface/effect.h), and the history to
// which an element belongs (S3).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

using InputGeometries = std::array<Geometry, Effect::max_inputs>;

inline void play(ModelState& m, const Effect& effect) {
  if (m.sink != nullptr) m.sink->play(effect);
}

// The geometry of an operand, with history 0 if no gradient flows to the operand.
Geometry input_geometry(const ModelState& m, TensorId id);
InputGeometries geometries_of(const ModelState& m, const Operands& operands);
// The operands on which a view of the first operand depends. The base is one of them if `view` (made by as_strided) has
// elements that the first operand does not have.
Operands with_family(const ModelState& m, const Operands& operands, const Geometry& view);

// Begins a history in which all elements are constants.
HistoryId new_history(ModelState& m, StorageId storage);
// Begins a history in which the elements of a leaf are variables.
void mark_leaf(ModelState& m, TensorId id);
// The same for a leaf that requires grad, after it got other elements; does nothing for other tensors.
void mark_leaf_again(ModelState& m, TensorId id);
// Records the elements of a tensor as they are now, because a gradient with respect to them may be requested later.
SnapshotId take_snapshot(ModelState& m, TensorId id);

void play_new_storage(ModelState& m, StorageId storage);
void play_resized_storage(ModelState& m, StorageId storage);
void play_fill_leaf(ModelState& m, const Geometry& leaf, int seed);
// The operator of `record` reads `count` inputs and writes the outputs.
void play_apply(ModelState& m, const Record& record, const InputGeometries& inputs, int count, const Geometry* outputs,
                int output_count, bool recorded);

// Adds a gradient to the effect that begin_backward (backward.h) has begun.
BackwardTarget& add_target(ModelState& m, BackwardTarget::Of of, std::uint32_t id, const Geometry& gradient);

// Gives the results of a functional operator their storages, histories and values.
void fill_fresh(ModelState& m, const Record& record, const Operands& operands, const Results& results);
void give_values(ModelState& m, TensorId result);

}  // namespace modecheck::spec
