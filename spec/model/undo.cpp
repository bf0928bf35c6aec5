#include "spec/model/undo.h"

#include "spec/model/state.h"

namespace modecheck::spec {

void Undo::clear() {
  refreshed.clear();
  given_accumulators.clear();
  marked_storages.clear();
}

void remember_before_refresh(ModelState& m, TensorId id) {
  const TensorState& tensor = m.tensors[id];
  Undo::Refreshed before{id, tensor.grad_fn, tensor.refreshed_at, tensor.geometry.history, tensor.output_nr, {}};
  for (const RetainedGradient& retained : m.retained)
    if (retained.tensor == id) before.retained = retained;
  m.undo.refreshed.push_back(before);
}

void undo_work(ModelState& m) {
  const Undo& undo = m.undo;
  for (auto it = undo.refreshed.rbegin(); it != undo.refreshed.rend(); ++it) {
    TensorState& tensor = m.tensors[it->tensor];
    tensor.grad_fn = it->grad_fn;
    tensor.refreshed_at = it->refreshed_at;
    tensor.geometry.history = it->history;
    tensor.output_nr = it->output_nr;
    for (RetainedGradient& retained : m.retained)
      if (it->retained.tensor != 0 && retained.tensor == it->tensor) retained = it->retained;
  }
  for (const TensorId id : undo.given_accumulators) m.tensors[id].accumulator = 0;
  for (auto it = undo.marked_storages.rbegin(); it != undo.marked_storages.rend(); ++it)
    m.storages[it->storage].marks = it->before;
}

void keep_work(ModelState& m) {
  m.undo.clear();
  m.undo.possible = false;
}

}  // namespace modecheck::spec
