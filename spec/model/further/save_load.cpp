#include "spec/model/further/save_load.h"

#include "spec/model/commands.h"
#include "spec/model/graph.h"
#include "spec/model/tensors.h"
#include "spec/model/values.h"
#include "spec/program/arguments.h"
#include "spec/program/operator_id.h"

namespace modecheck::spec {

namespace {

// Reports the effect that copies all bytes of one storage to another storage.
void play_copied_storage(ModelState& m, DType dtype, StorageId source, StorageId target) {
  const int elements = static_cast<int>(m.storages[source].bytes) / item_size(dtype);
  if (!m.observed() || elements == 0) return;
  Record copy;
  copy.operation = id_of<operators::clone>();
  Geometry whole;
  whole.dtype = dtype;
  whole.rank = 1;
  whole.sizes[0] = elements;
  whole.strides[0] = 1;
  m.effect.kind = EffectKind::Apply;
  m.effect.record = &copy;
  m.effect.recorded = false;
  m.effect.input_count = 1;
  m.effect.inputs[0] = whole;
  m.effect.inputs[0].storage = source;
  m.effect.output_count = 1;
  m.effect.outputs[0] = whole;
  m.effect.outputs[0].storage = target;
  play(m, m.effect);
}

}  // namespace

// Runs torch::save and torch::load. torch::save writes the whole storage, the tensor's sizes, strides and offset, and
// whether it requires grad. torch::load makes a new leaf, which is an inference tensor if the mode is on. A view of
// integers can require grad through its base, and then the load is rejected.
void save_and_load(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(Arguments(record).reg(0));
  const bool asks_for_gradient = requires_grad(m, self);
  Geometry geometry = m.tensors[self].geometry;
  const StorageId source = geometry.storage;
  const auto bytes = static_cast<int>(m.storages[source].bytes);
  m.leave_unspecified(Unspecified::FractionOfAnElement, bytes % item_size(geometry.dtype) != 0);
  if (asks_for_gradient && !is_differentiable(geometry.dtype)) m.reject(ErrorClass::RequiresGradDtype, Rule::M3);
  if (m.stopped()) return;
  m.cite(Rule::K1);
  geometry.history = 0;
  geometry.storage = new_storage(m, bytes);
  m.storages[geometry.storage].marks.unpredictable = m.storages[source].marks.unpredictable;
  play_new_storage(m, geometry.storage);
  play_copied_storage(m, geometry.dtype, source, geometry.storage);
  const TensorId loaded = new_tensor_of_mode(m, geometry);
  if (asks_for_gradient) set_requires_grad(m, loaded, true);
  set_register(m, record.destination, loaded);
}

}  // namespace modecheck::spec
