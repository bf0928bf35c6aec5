// Values and histories. The model reports effects on values to its sink (spec/interface/effect.h). A history says to
// which recorded computation an element belongs (rule S3).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

using InputGeometries = std::array<Geometry, Effect::max_inputs>;

inline void play(ModelState& m, const Effect& effect) {
  if (m.sink != nullptr) m.sink->play(effect);
}

// Returns the geometry of an operand, with history 0 if no gradient flows to the operand.
Geometry input_geometry(const ModelState& m, TensorId id);
InputGeometries geometries_of(const ModelState& m, const Operands& operands);
// Returns the geometries for a write to the first operand. A write to a view is recorded for the base (rule W4), so the
// elements that it overwrites have the base's history, even if the view was made below autograd and has none.
InputGeometries geometries_of_write(const ModelState& m, const Operands& operands);
// Returns the operands on which a view of the first operand depends. The base is one of them if the view, made by
// as_strided, has elements that the first operand does not have.
Operands with_family(const ModelState& m, const Operands& operands, const Geometry& view);

// Begins a history in which all elements are constants.
HistoryId new_history(ModelState& m, StorageId storage);
// Begins a history in which the elements of a leaf are variables.
void mark_leaf(ModelState& m, TensorId id);
// Calls mark_leaf for a leaf that requires grad, after the leaf got other elements. Does nothing for other tensors.
void mark_leaf_again(ModelState& m, TensorId id);
// Remembers which scalars the elements of a tensor are now, because a gradient with respect to them may be requested
// later.
SnapshotId take_snapshot(ModelState& m, TensorId id);

void play_new_storage(ModelState& m, StorageId storage);
void play_resized_storage(ModelState& m, StorageId storage);
void play_fill_leaf(ModelState& m, const Geometry& leaf, int seed);
// Reports an effect: the operator of `record` reads `count` inputs and writes the outputs.
void play_apply(ModelState& m, const Record& record, const InputGeometries& inputs, int count, const Geometry* outputs,
                int output_count, bool recorded);

// Adds a gradient to the Backward effect that begin_backward (backward.h) has begun.
BackwardTarget& add_target(ModelState& m, BackwardTarget::Of of, std::uint32_t id, const Geometry& gradient);

// Gives the results of a functional operator their storages, histories and values.
void fill_fresh(ModelState& m, const Record& record, const Operands& operands, const Results& results);
void give_values(ModelState& m, TensorId result);

}  // namespace modecheck::spec
