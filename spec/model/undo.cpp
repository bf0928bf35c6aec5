#include "spec/model/undo.h"

#include "spec/model/state.h"

namespace modecheck::spec {

void Undo::clear() {
  refreshed.clear();
  kept_refreshed = 0;
  kept_accumulators = 0;
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
  const std::size_t kept_refreshed = m.rejected() ? undo.kept_refreshed : 0;
  for (std::size_t i = undo.refreshed.size(); i > kept_refreshed; --i) {
    const Undo::Refreshed& before = undo.refreshed[i - 1];
    TensorState& tensor = m.tensors[before.tensor];
    tensor.grad_fn = before.grad_fn;
    tensor.refreshed_at = before.refreshed_at;
    tensor.geometry.history = before.history;
    tensor.output_nr = before.output_nr;
    for (RetainedGradient& retained : m.retained)
      if (before.retained.tensor != 0 && retained.tensor == before.tensor) retained = before.retained;
  }
  for (std::size_t i = m.rejected() ? undo.kept_accumulators : 0; i < undo.given_accumulators.size(); ++i)
    m.tensors[undo.given_accumulators[i]].accumulator = 0;
  for (auto it = undo.marked_storages.rbegin(); it != undo.marked_storages.rend(); ++it)
    m.storages[it->storage].marks = it->before;
  if (m.rejected() && undo.kept_refreshed + undo.kept_accumulators > 0) m.undo.possible = false;
}

void keep_refreshed(ModelState& m) {
  m.undo.kept_refreshed = m.undo.refreshed.size();
  m.undo.kept_accumulators = m.undo.given_accumulators.size();
}

void keep_work(ModelState& m) {
  m.undo.clear();
  m.undo.possible = false;
}

}  // namespace modecheck::spec
