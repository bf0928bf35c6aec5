// The gradient of a gradient (S7): the first backward runs with grad mode on (G6) and records what it computes, where
// Autograd runs at all; the second goes back through that, and through what the first graph was made of.
#include "spec/model/state.h"
#include "spec/program/program.h"
#include "spec/rules/double_backward_table.h"

namespace modecheck::spec {
namespace {

bool is_wide(DType dtype) { return dtype == DType::Float32 || dtype == DType::Float64; }

}  // namespace

// Whether a saved input, which subjects keep as it is, still is where it was in the graph.
bool ModelState::is_where_it_was(const SavedTensor& saved) const {
  if (!saved.is_input) return true;
  const TensorState& tensor = tensors_[saved.tensor];
  if (tensor.grad_fn != 0) return saved.edge.node == tensor.grad_fn && saved.edge.input_nr == tensor.output_nr;
  if (!tensor.requires_grad_flag) return saved.edge.node == 0;
  return tensor.accumulator != 0 && saved.edge.node == tensor.accumulator;
}

// Drops what is not judged of a run whose first half succeeds and is recorded. What the second half goes through is
// what of the first graph leads to `second`; how much of it depends on the formulas, so all of it has to be in order.
void ModelState::check_twice(Sweep& sweep, Edge second) {
  const NodeId root = sweep.root_edge.node;
  const NodeKind kind = nodes_[second.node].kind;
  const bool of_view = second.node != 0 && (kind == NodeKind::ViewOperator || kind == NodeKind::CopySlices);
  count_uses(sweep);
  std::vector<std::uint8_t> leads(root + 1, 0);
  for (NodeId id = 1; id <= root && second.node != 0; ++id) {
    const NodeState& node = nodes_[id];
    for (int i = 0; i < node.edge_count; ++i) {
      const NodeId next = edges_[node.first_edge + static_cast<std::uint32_t>(i)].node;
      if (next != 0 && (next == second.node || leads[next] != 0)) leads[id] = 1;
    }
  }
  // A copy of what was overwritten leads back to what it is a copy of, which nothing else may reach any more.
  std::vector<std::uint8_t> goes_by(reachable_);
  for (NodeId id = root; id > 0; --id) {
    if (goes_by[id] == 0) continue;
    const NodeState& node = nodes_[id];
    const bool first = (marks_[id] & kNeeded) != 0 && (marks_[id] & kReached) != 0;
    for (int i = 0; i < node.edge_count; ++i) goes_by[edges_[node.first_edge + static_cast<std::uint32_t>(i)].node] = 1;
    for (std::uint32_t i = 0; i < node.saved_count && first; ++i) {
      const SavedTensor& saved = saved_[node.first_saved + i];
      if (saved.counter == 0) goes_by[saved.edge.node] = 1;
    }
    if (id == second.node || first || leads[id] != 0) {
      leave_unspecified(Unspecified::HookInDoubleBackward, node.hooked || node.retained);
      leave_unspecified(Unspecified::DtypeInDoubleBackward, !is_wide(node.outputs.dtype));
    }
    if (node.kind == NodeKind::Accumulate || !(first || leads[id] != 0)) continue;
    leave_unspecified(Unspecified::ZerosOrNoGradient, node.flat != 0 || node.others_reach_the_first);
    leave_unspecified(Unspecified::GeometryChangedBehindGraph, node.reshaped_through_hole);
    leave_unspecified(Unspecified::NoSecondDerivative,
                      first && node.kind != NodeKind::ViewOperator && !is_twice_differentiable(node.operation));
    leave_unspecified(Unspecified::SecondBackwardMayRaise, node.kind == NodeKind::NotImplemented);
    leave_unspecified(Unspecified::SecondBackwardMayRaise,
                      node.freed && (node.saved_count > 0 || node.kind == NodeKind::CopySlices));
    if (node.through_hole || storages_[node.outputs.storage].two_histories) sweep.unpredictable = true;
    for (std::uint32_t i = 0; i < node.saved_count; ++i) {
      const SavedTensor& saved = saved_[node.first_saved + i];
      if (saved.counter == 0) continue;
      leave_unspecified(Unspecified::SecondBackwardMayRaise, counters_[saved.counter] != saved.version);
      leave_unspecified(Unspecified::SavedTensorDetached, !is_where_it_was(saved));
      // A result that was written into a slice leads back by the view that was written, in 1.13, and that only as long
      // as somebody holds it. Or by what the view was before, whose hooks run then.
      leave_unspecified(Unspecified::SecondGradientOfASlice, first &&
                                                                 (of_view || !hooks_.empty() || !retained_.empty()) &&
                                                                 node.kind == NodeKind::CopySlices && !saved.is_input);
      if (storages_[saved.storage].touched_through_hole || storages_[saved.storage].unpredictable)
        sweep.unpredictable = true;
    }
  }
}

// A gradient that the harness cannot hold, or not tell element by element.
void ModelState::leave_unfit_gradient(TensorId id) {
  const Geometry& geometry = tensors_[id].geometry;
  leave_unspecified(Unspecified::OverlappingGradient, may_overlap_itself(geometry));
  leave_unspecified(Unspecified::StorageTooLarge, geometry.numel() * item_size(geometry.dtype) > kMaxStorageBytes);
}

// Hooks and retained gradients would be part of a second derivative. A gradient that is shared out among the indices of
// an element is no sum that subjects know how to differentiate.
void ModelState::leave_unfit_nodes(const Sweep& sweep, bool recorded) {
  for (NodeId id = sweep.root_edge.node; id > 0; --id) {
    if ((marks_[id] & kReached) == 0) continue;
    const NodeState& node = nodes_[id];
    const bool needed = (marks_[id] & kNeeded) != 0;
    leave_unspecified(Unspecified::HookInDoubleBackward, node.hooked && (needed || id == sweep.input.node));
    leave_unspecified(Unspecified::HookInDoubleBackward, needed && node.retained);
    leave_unspecified(Unspecified::WriteToSharedPlaces, needed && recorded && node.wrote_shared_places);
  }
}

void ModelState::run_grad_twice(const Record& record) {
  const Arguments arguments(record);
  const TensorId root = tensor_in(arguments.reg(0));
  const TensorId input = tensor_in(arguments.reg(1));
  const TensorId second = tensor_in(arguments.reg(2));
  const int seeding = arguments.integer(3) == 0 ? 0 : 1;
  Sweep sweep;
  sweep.whole_graph = false;
  sweep.keep_graph = true;
  if (!check_and_refresh(second)) return;
  const bool ready = check_root(root, seeding, root, sweep);
  if (ready && (!requires_grad(second) || !requires_grad(input))) reject(ErrorClass::BackwardNoGraph);
  if (ready && !rejected()) check_and_refresh(input);
  if (stopped()) return;

  sweep.input = edge_of(input);
  const Edge to_second = edge_of(second);
  plan_sweep(sweep);
  if (sweep.input_reached) {
    leave_unspecified(Unspecified::GeometryChangedBehindGraph, has_other_sizes(input, sweep.input));
    leave_unfit_gradient(input);
  }
  leave_unspecified(Unspecified::StorageTooLarge,
                    tensors_[second].geometry.numel() * item_size(tensors_[second].geometry.dtype) > kMaxStorageBytes);
  if (is_unspecified()) return;
  // Inside the mode, and where a guard excludes Autograd, nothing is recorded (S5, G5): no gradient has a graph.
  const bool recorded = !mode_->autograd_excluded;
  // Where guards that ended out of order leave the mode on and Autograd running, the gradients are inference tensors
  // that some formulas would save.
  leave_unspecified(Unspecified::ModeBesideAutograd, recorded && mode_->inference);
  leave_unfit_nodes(sweep, recorded);
  if (sweep.input_reached) {
    count_uses(sweep);
    leave_unspecified(Unspecified::GradientOfAnAlias, bypassed(sweep, sweep.input.node));
  }
  if (recorded && sweep.reasons.none()) check_twice(sweep, to_second);
  if (is_unspecified()) return;
  const bool second_reached = recorded && sweep.input_reached && to_second.node != 0 &&
                              to_second.node < reachable_.size() && reachable_[to_second.node] != 0;
  if (second_reached) {
    // Which of several aliases the second gradient goes by, scalars do not tell.
    leave_unspecified(Unspecified::GradientOfAnAlias, nodes_[to_second.node].kind == NodeKind::ViewOperator);
    leave_unspecified(Unspecified::GradientOfALaterResult, to_second.input_nr != 0);
    leave_unspecified(Unspecified::GeometryChangedBehindGraph, was_reshaped(second, to_second));
    leave_unfit_gradient(second);
  }
  if (is_unspecified()) return;

  const auto is_leaf = [&](Edge edge) { return nodes_[edge.node].kind == NodeKind::Accumulate; };
  const bool played = second_reached && sweep.reasons.none();
  Direction along;
  SnapshotId of_second = 0;
  if (played) {
    along.of = is_leaf(sweep.input) ? BackwardTarget::Of::Leaf : BackwardTarget::Of::Snapshot;
    along.id = is_leaf(sweep.input) ? input : take_snapshot(input);
    if (!is_leaf(to_second)) of_second = take_snapshot(second);
  }
  begin_backward(sweep, seeding, root);
  run_sweep(sweep);
  if (is_unspecified()) return;
  if (sweep.reasons.none() && !sweep.input_reached) sweep.reasons.add(ErrorClass::BackwardUnused);
  if (sweep.reasons.none()) {
    Geometry geometry = tensors_[second].geometry;
    set_contiguous(geometry, sizes_of(geometry));
    const TensorId result = new_gradient(geometry, sweep);
    set_register(record.destination, result);
    if (played) {
      backward_effect_.kind = EffectKind::BackwardTwice;
      backward_effect_.along = along;
      BackwardTarget& target = add_target();
      target.of = is_leaf(to_second) ? BackwardTarget::Of::Leaf : BackwardTarget::Of::Snapshot;
      target.into = BackwardTarget::Into::Store;
      target.id = is_leaf(to_second) ? second : of_second;
      target.destination = tensors_[result].geometry;
    }
  }
  finish_backward(sweep);
}

}  // namespace modecheck::spec
