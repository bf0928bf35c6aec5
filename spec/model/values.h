// Values and histories: the effects that the model tells its sink (spec/interface/effect.h), and which history an
// element belongs to (S3).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

using InputGeometries = std::array<Geometry, Effect::max_inputs>;

inline void play(ModelState& m, const Effect& effect) {
  if (m.sink != nullptr) m.sink->play(effect);
}

// Where the elements of an operand lie; without a history if no gradient flows to them.
Geometry input_geometry(const ModelState& m, TensorId id);
InputGeometries geometries_of(const ModelState& m, const Operands& operands);
// The operands on which a view of the first one depends; `view` may name elements which that one does not (as_strided).
Operands with_family(const ModelState& m, const Operands& operands, const Geometry& view);

// A history whose elements are constants.
HistoryId new_history(ModelState& m, StorageId storage);
// The elements of a leaf become variables.
void mark_leaf(ModelState& m, TensorId id);
// A leaf that requires grad has got other elements.
void mark_leaf_again(ModelState& m, TensorId id);
// Remembers the elements of a tensor as they are now, for a gradient that will be asked for later.
SnapshotId take_snapshot(ModelState& m, TensorId id);

void play_new_storage(ModelState& m, StorageId storage);
void play_resized_storage(ModelState& m, StorageId storage);
void play_fill_leaf(ModelState& m, const Geometry& leaf, int seed);
// The operator of `record` reads `count` inputs and writes the outputs.
void play_apply(ModelState& m, const Record& record, const InputGeometries& inputs, int count, const Geometry* outputs,
                int output_count, bool recorded);

// The effect of a backward, which gets a target for each gradient.
void begin_backward(ModelState& m, const Sweep& sweep, int seeding, TensorId gradient);
BackwardTarget& add_target(ModelState& m, BackwardTarget::Of of, std::uint32_t id, const Geometry& gradient);

// The results of a functional operator: their storages, histories and values.
void fill_fresh(ModelState& m, const Record& record, const Operands& operands, const Results& results);
void give_values(ModelState& m, TensorId result);

}  // namespace modecheck::spec
