#include "spec/limits/model/backward.h"

#include "spec/limits/model/results.h"
#include "spec/limits/model/sanctioned_holes.h"
#include "spec/model/backward.h"
#include "spec/model/further/hooks.h"
#include "spec/model/graph.h"

namespace modecheck::spec::limits {

void judge_ends(const ModelState& m, Sweep& sweep) {
  if (m.storages[m.tensors[sweep.root].geometry.storage].marks.two_histories) sweep.unpredictable = true;
  if (m.storages[m.nodes[sweep.input.node].outputs.storage].marks.two_histories) sweep.unpredictable = true;
}

void judge_seed(const ModelState& m, Sweep& sweep) {
  if (sweep.seed != 0 && m.storages[m.tensors[sweep.seed].geometry.storage].marks.unpredictable)
    sweep.unpredictable = true;
}

void judge_node(ModelState& m, Sweep& sweep, NodeId id) {
  const NodeState& node = m.nodes[id];
  if (m.storages[node.outputs.storage].marks.two_histories) sweep.unpredictable = true;
  if (node.kind == NodeKind::Accumulate) return;
  for (int i = 0; i < node.saved_count && !is_freed(node); ++i) {
    const SavedTensor& saved = saved_tensor(m, node, i);
    if (saved.counter == 0) continue;
    const StorageMarks& marks = m.storages[saved.storage].marks;
    if (!marks.touched_through_sanctioned_hole && !marks.unpredictable) continue;
    sweep.unpredictable = true;
    // A write that autograd did not see may have put a saved index out of range.
    m.leave_unspecified(Unspecified::WriteHiddenFromAutograd,
                        !is_differentiable(m.tensors[saved.tensor].geometry.dtype));
  }
  if (node.marks.through_sanctioned_hole) sweep.unpredictable = true;
  m.leave_unspecified(Unspecified::GeometryChangedBehindGraph, node.marks.reshaped_through_sanctioned_hole);
}

// Drops the command if a node gets no gradient. It is unspecified whether such a node checks its saved tensors.
void leave_passed_by(ModelState& m, NodeId node) {
  m.leave_unspecified(Unspecified::NodeWithoutGradient, m.nodes[node].kind != NodeKind::Accumulate);
}

namespace {

// Returns true if the backward runs a node that has saved a tensor with the version counter `counter`.
bool is_saved_in(const ModelState& m, const Sweep& sweep, CounterId counter) {
  for (NodeId id = 1; id < m.nodes.size(); ++id) {
    if (!sweep.marks[id].runs()) continue;
    const NodeState& node = m.nodes[id];
    for (int i = 0; i < node.saved_count; ++i)
      if (counter != 0 && saved_tensor(m, node, i).counter == counter) return true;
  }
  return false;
}

void leave_gradient_of_leaf(ModelState& m, const Sweep& sweep, const NodeState& node) {
  const TensorState& leaf = m.tensors[node.leaf];
  m.leave_unspecified(Unspecified::GeometryChangedBehindGraph,
                      !same_sizes(leaf.geometry, node.outputs) || leaf.geometry.dtype != node.outputs.dtype);
  leave_large_storage(m, leaf.geometry.numel() * item_size(leaf.geometry.dtype));
  if (leaf.grad == 0) return;
  const Geometry& gradient = m.tensors[leaf.grad].geometry;
  m.leave_unspecified(Unspecified::ChangedGradient,
                      !same_sizes(gradient, leaf.geometry) || gradient.dtype != leaf.geometry.dtype);
  m.leave_unspecified(Unspecified::ChangedGradient, !is_non_overlapping_and_dense(gradient));
  m.leave_unspecified(Unspecified::ChangedGradient, m.tensors[leaf.grad].marks.exchanged);
  // If a gradient is accumulated in place, the write may change a tensor that a node saved. It is unspecified whether
  // that node runs before or after the write.
  m.leave_unspecified(Unspecified::BackwardOrder, is_saved_in(m, sweep, m.tensors[leaf.grad].counter));
}

void leave_retained_gradient(ModelState& m, const Sweep& sweep, NodeId id, const RetainedGradient& retained) {
  const NodeState& node = m.nodes[id];
  m.leave_unspecified(Unspecified::GradientOfALaterResult, retained.edge.input_nr != 0);
  m.leave_unspecified(Unspecified::GradientOfAnAlias, is_used_by_another_alias(m, sweep, id));
  m.leave_unspecified(Unspecified::OverlappingGradient, may_overlap_itself(node.outputs));
  m.leave_unspecified(Unspecified::GradientOfAnAlias, is_source_doubled(m, id));
  m.leave_unspecified(Unspecified::GradientOfAReplacedView, is_of_a_replaced_view(m, retained.tensor, retained.edge));
  leave_large_storage(m, node.outputs.numel() * item_size(node.outputs.dtype));
  const TensorId present = m.tensors[retained.tensor].grad;
  if (present == 0) return;
  const Geometry& gradient = m.tensors[present].geometry;
  m.leave_unspecified(Unspecified::ChangedGradient,
                      !same_sizes(gradient, node.outputs) || gradient.dtype != node.outputs.dtype);
}

// Returns true if an error stops a backward through nodes that two threads made. Nodes of one thread run in the reverse
// order of their creation, but nodes of two threads have no order. So it is unspecified which node raises, and what was
// done before.
bool is_order_unspecified(const ModelState& m, const Sweep& sweep) {
  std::array<bool, kThreads> made_on{};
  bool stops = !sweep.reasons.none() || sweep.hook_writes;
  for (NodeId id = sweep.root_edge.node; id > 0; --id) {
    const NodeMark& mark = sweep.marks[id];
    if ((!mark.needed && id != sweep.input.node) || !mark.reached) continue;
    const NodeState& node = m.nodes[id];
    if (node.kind != NodeKind::Accumulate) {
      made_on[node.thread] = true;
    } else if (const TensorId present = m.tensors[node.leaf].grad; present != 0) {
      stops = stops || (m.tensors[present].inference && !m.mode->inference);
    }
  }
  return stops && made_on[0] && made_on[1];
}

}  // namespace

void leave_targets(ModelState& m, Sweep& sweep) {
  int targets = 0;
  if (!m.retained.empty()) count_uses(m, sweep);
  for (NodeId id = sweep.root_edge.node; id > 0; --id) {
    if (!sweep.marks[id].runs()) continue;
    const NodeState& node = m.nodes[id];
    if (node.kind == NodeKind::Accumulate) {
      if (!m.tensors[node.leaf].requires_grad_flag || m.tensors[node.leaf].grad_fn != 0) continue;
      ++targets;
      leave_gradient_of_leaf(m, sweep, node);
    }
    if (!node.retained) continue;
    for (const RetainedGradient& retained : m.retained) {
      if (retained.edge.node != id || (sweep.marks[id].arrived & bit_of(retained.edge.input_nr)) == 0) continue;
      ++targets;
      leave_retained_gradient(m, sweep, id, retained);
    }
  }
  m.leave_unspecified(Unspecified::TooManyGradients, targets + 1 > Effect::max_targets);
  m.leave_unspecified(Unspecified::BackwardOrder, is_order_unspecified(m, sweep));
}

void leave_gradient(ModelState& m, Sweep& sweep, TensorId input) {
  if (!sweep.input_reached) return;
  const Geometry& geometry = m.tensors[input].geometry;
  m.leave_unspecified(Unspecified::GeometryChangedBehindGraph, has_other_layout(m, input, sweep.input));
  count_uses(m, sweep);
  m.leave_unspecified(Unspecified::GradientOfAnAlias, is_used_by_another_alias(m, sweep, sweep.input.node));
  m.leave_unspecified(Unspecified::OverlappingGradient, may_overlap_itself(geometry));
  m.leave_unspecified(Unspecified::GradientOfAnAlias, is_source_doubled(m, sweep.input.node));
  leave_large_storage(m, geometry.numel() * item_size(geometry.dtype));
}

void mark_gradient(ModelState& m, const Sweep& sweep, StorageId storage) {
  if (sweep.unpredictable) m.storages[storage].marks.unpredictable = true;
}

void count_uses(const ModelState& m, Sweep& sweep) {
  for (NodeMark& mark : sweep.marks) {
    mark.uses = 0;
    mark.reachable = false;
  }
  sweep.marks[sweep.root_edge.node].reachable = true;
  for (NodeId id = sweep.root_edge.node; id > 0; --id) {
    if (!sweep.marks[id].reachable) continue;
    const NodeState& node = m.nodes[id];
    for (int i = 0; i < node.edge_count; ++i) {
      const NodeId next = edge(m, node, i).node;
      if (next == 0) continue;
      NodeMark& mark = sweep.marks[next];
      mark.reachable = true;
      if (mark.uses < 255) ++mark.uses;
    }
  }
}

bool is_used_by_another_alias(const ModelState& m, const Sweep& sweep, NodeId id) {
  while (m.nodes[id].kind == NodeKind::ViewOperator) {
    const NodeId next = edge(m, m.nodes[id], 0).node;
    if (next == 0) return false;
    if (sweep.marks[next].uses > 1 || next == sweep.root_edge.node) return true;
    id = next;
  }
  return false;
}

bool is_of_a_replaced_view(const ModelState& m, TensorId tensor, Edge to) {
  const NodeState& node = m.nodes[to.node];
  if (node.kind != NodeKind::ViewOperator || m.tensors[tensor].grad_fn == to.node) return false;
  const NodeId input = edge(m, node, 0).node;
  return input != 0 && node.outputs.numel() < m.nodes[input].outputs.numel();
}

}  // namespace modecheck::spec::limits
