// Double backward (rule S7): the first backward runs with create_graph, which means grad mode on (G6). It records its
// own operators if Autograd runs. The second backward goes through those operators and through the first graph.
#include "spec/model/further/double_backward.h"

#include "spec/limits/model/double_backward.h"
#include "spec/model/backward.h"
#include "spec/model/commands.h"
#include "spec/model/graph.h"
#include "spec/model/undo.h"
#include "spec/model/values.h"
#include "spec/program/arguments.h"

namespace modecheck::spec {

bool is_where_it_was(const ModelState& m, const SavedTensor& saved) {
  if (saved.counter == 0) return true;
  const TensorState& tensor = m.tensors[saved.tensor];
  // A result without a history, such as the total weight of a loss, may have come to require grad.
  if (!saved.is_input) return tensor.grad_fn != 0 || !tensor.requires_grad_flag;
  if (tensor.grad_fn != 0) return saved.edge.node == tensor.grad_fn && saved.edge.input_nr == tensor.output_nr;
  if (!tensor.requires_grad_flag) return saved.edge.node == 0;
  return tensor.accumulator != 0 && saved.edge.node == tensor.accumulator;
}

void run_double_backward(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId root = m.tensor_in(arguments.reg(0));
  const TensorId input = m.tensor_in(arguments.reg(1));
  const TensorId second = m.tensor_in(arguments.reg(2));
  const int seeding = arguments.integer(3) == 0 ? 0 : 1;
  Sweep sweep;
  sweep.whole_graph = false;
  sweep.keep_graph = true;
  // Before both backwards the command reads the grad_fn of `second`, which regenerates a stale view for good (rule W5).
  if (!check_and_refresh(m, second)) return;
  keep_refreshed(m);
  const bool ready = check_root(m, root, seeding, root, sweep);
  if (ready && (!requires_grad(m, second) || !requires_grad(m, input))) m.reject(ErrorClass::BackwardNoGraph);
  if (ready && !m.rejected()) check_and_refresh(m, input);
  if (m.stopped()) return;

  sweep.input = edge_of(m, input);
  const Edge to_second = edge_of(m, second);
  plan_sweep(m, sweep);
  // Nothing is recorded inside InferenceMode, or if a guard excludes Autograd (rules S5, G5). So then no gradient has a
  // graph.
  const bool recorded = !m.mode->autograd_excluded;
  limits::leave_first_half(m, sweep, input, second, recorded);
  if (recorded && sweep.reasons.none() && !m.is_unspecified()) limits::leave_second_half(m, sweep, to_second);
  if (m.is_unspecified()) return;
  const bool second_reached =
      recorded && sweep.input_reached && to_second.node != 0 && sweep.marks[to_second.node].reachable;
  if (second_reached) limits::leave_second_gradient(m, second, to_second);
  if (m.is_unspecified()) return;

  const auto is_leaf = [&](Edge edge) { return is_accumulator(m, edge.node); };
  const bool played = second_reached && sweep.reasons.none();
  Direction along;
  SnapshotId of_second = 0;
  if (played) {
    along.of = is_leaf(sweep.input) ? BackwardTarget::Of::Leaf : BackwardTarget::Of::Snapshot;
    along.id = is_leaf(sweep.input) ? input : take_snapshot(m, input);
    if (!is_leaf(to_second)) of_second = take_snapshot(m, second);
  }
  begin_backward(m, sweep, seeding, root);
  run_sweep(m, sweep);
  if (m.is_unspecified()) return;
  if (sweep.reasons.none() && !sweep.input_reached) sweep.reasons.add(ErrorClass::BackwardUnused);
  if (sweep.reasons.none()) {
    Geometry geometry = m.tensors[second].geometry;
    set_contiguous(geometry, sizes_of(geometry));
    const TensorId result = new_gradient(m, geometry, sweep);
    set_register(m, record.destination, result);
    if (played) {
      m.backward_effect.kind = EffectKind::DoubleBackward;
      m.backward_effect.along = along;
      add_target(m, is_leaf(to_second) ? BackwardTarget::Of::Leaf : BackwardTarget::Of::Snapshot,
                 is_leaf(to_second) ? second : of_second, m.tensors[result].geometry);
    }
  }
  finish_backward(m, sweep);
}

}  // namespace modecheck::spec
