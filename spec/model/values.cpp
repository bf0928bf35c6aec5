#include "spec/model/values.h"

#include "spec/limits/model/values.h"
#include "spec/model/backward.h"
#include "spec/model/graph.h"

namespace modecheck::spec {

Geometry input_geometry(const ModelState& m, TensorId id) {
  Geometry out = m.tensors[id].geometry;
  if (!flows(m, id)) out.history = 0;
  return out;
}

InputGeometries geometries_of(const ModelState& m, const Operands& operands) {
  InputGeometries out;
  if (!m.observed()) return out;
  for (int i = 0; i < operands.count; ++i) out[at(i)] = input_geometry(m, operands.tensors[at(i)]);
  return out;
}

InputGeometries geometries_of_write(const ModelState& m, const Operands& operands) {
  InputGeometries out = geometries_of(m, operands);
  const TensorState& target = m.tensors[operands.tensors[0]];
  if (m.observed() && target.tracked && out[0].history == 0) out[0].history = input_geometry(m, target.base).history;
  return out;
}

// Adds the base to the operands of as_strided if the view depends on the base. The view may contain elements of the
// base that are not elements of its argument. They depend on the base if argument and base share one history (rule S3).
// The two share no history if the argument is a constant, has its own requires_grad flag, or got other elements by
// set_data (H).
Operands with_family(const ModelState& m, const Operands& operands, const Geometry& view) {
  const TensorState& self = m.tensors[operands.tensors[0]];
  Operands out = operands;
  if (!self.tracked || names_all_of(self.geometry, view)) return out;
  const HistoryId history = input_geometry(m, operands.tensors[0]).history;
  if (history != 0 && history == input_geometry(m, self.base).history) out.add(self.base);
  return out;
}

HistoryId new_history(ModelState& m, StorageId storage) {
  ++m.histories;
  if (m.observed()) {
    m.effect.kind = EffectKind::NewHistory;
    m.effect.history = m.histories;
    m.effect.storage = storage;
    m.effect.bytes = m.storages[storage].bytes;
    play(m, m.effect);
  }
  return m.histories;
}

void mark_leaf(ModelState& m, TensorId id) {
  m.tensors[id].geometry.history = new_history(m, m.tensors[id].geometry.storage);
  if (!m.observed()) return;
  m.effect.kind = EffectKind::MarkLeaf;
  m.effect.leaf = id;
  m.effect.history = m.tensors[id].geometry.history;
  m.effect.output_count = 1;
  m.effect.outputs[0] = m.tensors[id].geometry;
  play(m, m.effect);
}

void mark_leaf_again(ModelState& m, TensorId id) {
  if (m.tensors[id].grad_fn == 0 && m.tensors[id].requires_grad_flag) mark_leaf(m, id);
}

SnapshotId take_snapshot(ModelState& m, TensorId id) {
  ++m.snapshots;
  if (m.observed()) {
    m.effect.kind = EffectKind::Snapshot;
    m.effect.snapshot = m.snapshots;
    m.effect.output_count = 1;
    m.effect.outputs[0] = m.tensors[id].geometry;
    play(m, m.effect);
  }
  return m.snapshots;
}

namespace {

void play_storage(ModelState& m, EffectKind kind, StorageId storage) {
  if (!m.observed()) return;
  m.effect.kind = kind;
  m.effect.storage = storage;
  m.effect.bytes = m.storages[storage].bytes;
  play(m, m.effect);
}

}  // namespace

void play_new_storage(ModelState& m, StorageId storage) { play_storage(m, EffectKind::NewStorage, storage); }
void play_resized_storage(ModelState& m, StorageId storage) { play_storage(m, EffectKind::ResizeStorage, storage); }

void play_fill_leaf(ModelState& m, const Geometry& leaf, int seed) {
  if (!m.observed()) return;
  m.effect.kind = EffectKind::FillLeaf;
  m.effect.seed = seed;
  m.effect.output_count = 1;
  m.effect.outputs[0] = leaf;
  play(m, m.effect);
}

void play_apply(ModelState& m, const Record& record, const InputGeometries& inputs, int count, const Geometry* outputs,
                int output_count, bool recorded) {
  if (!m.observed()) return;
  limits::mark_outputs(m, record, inputs, count, outputs, output_count);
  m.effect.kind = EffectKind::Apply;
  m.effect.recorded = recorded;
  m.effect.record = &record;
  m.effect.input_count = static_cast<std::uint8_t>(count);
  for (int i = 0; i < count; ++i) m.effect.inputs[at(i)] = inputs[at(i)];
  m.effect.output_count = static_cast<std::uint8_t>(output_count);
  for (int k = 0; k < output_count; ++k) m.effect.outputs[at(k)] = outputs[k];
  play(m, m.effect);
}

void begin_backward(ModelState& m, const Sweep& sweep, int seeding, TensorId gradient) {
  m.backward_effect.kind = EffectKind::Backward;
  m.backward_effect.target_count = 0;
  m.backward_effect.seeded = seeding == 2 ? 1 : 0;
  m.backward_effect.input_count = seeding == 2 ? 2 : 1;
  m.backward_effect.inputs[0] = input_geometry(m, sweep.root);
  if (seeding == 2) m.backward_effect.inputs[1] = m.tensors[gradient].geometry;
}

BackwardTarget& add_target(ModelState& m, BackwardTarget::Of of, std::uint32_t id, const Geometry& gradient) {
  BackwardTarget& target = m.backward_effect.targets[m.backward_effect.target_count++];
  target.of = of;
  target.into = BackwardTarget::Into::Store;
  target.id = id;
  target.destination = gradient;
  return target;
}

void fill_fresh(ModelState& m, const Record& record, const Operands& operands, const Results& results) {
  if (m.stopped()) return;
  const bool recorded = m.tensors[results.tensors[0]].grad_fn != 0;
  std::array<Geometry, kMaxResults> outputs;
  for (int i = 0; i < results.count; ++i) {
    give_values(m, results.tensors[at(i)]);
    outputs[at(i)] = m.tensors[results.tensors[at(i)]].geometry;
  }
  play_apply(m, record, geometries_of(m, operands), operands.count, outputs.data(), results.count, recorded);
}

void give_values(ModelState& m, TensorId result) {
  play_new_storage(m, m.tensors[result].geometry.storage);
  if (m.tensors[result].grad_fn == 0) return;
  TensorState& tensor = m.tensors[result];
  tensor.geometry.history = new_history(m, tensor.geometry.storage);
  if (tensor.tracked) m.tensors[tensor.base].geometry.history = tensor.geometry.history;
}

}  // namespace modecheck::spec
