#include "spec/limits/model/double_backward.h"

#include "spec/limits/model/backward.h"
#include "spec/limits/model/results.h"
#include "spec/limits/model/sanctioned_holes.h"
#include "spec/model/backward.h"
#include "spec/model/further/double_backward.h"
#include "spec/model/graph.h"
#include "spec/rules/double_backward_table.h"

namespace modecheck::spec::limits {

namespace {

// Drops the command if the harness cannot hold the gradient of this tensor, or if elements of the tensor share memory.
void leave_unfit_gradient(ModelState& m, TensorId id) {
  const Geometry& geometry = m.tensors[id].geometry;
  m.leave_unspecified(Unspecified::OverlappingGradient, may_overlap_itself(geometry));
  leave_large_storage(m, geometry.numel() * item_size(geometry.dtype));
}

// Drops a double backward through nodes that cannot be judged. Hooks and retained gradients would be part of a second
// derivative. If elements share memory, subjects divide the gradient of a memory location among its elements, and that
// division is not differentiable.
void leave_unfit_nodes(ModelState& m, const Sweep& sweep, bool recorded) {
  for (NodeId id = sweep.root_edge.node; id > 0; --id) {
    if (!sweep.marks[id].reached) continue;
    const NodeState& node = m.nodes[id];
    const bool needed = sweep.marks[id].needed;
    m.leave_unspecified(Unspecified::HookInDoubleBackward, node.hooked && (needed || id == sweep.input.node));
    m.leave_unspecified(Unspecified::HookInDoubleBackward, needed && node.retained);
    for (int i = 0; i < node.saved_count && needed; ++i)
      m.leave_unspecified(Unspecified::HookInDoubleBackward, saved_tensor(m, node, i).unpack_raises);
    m.leave_unspecified(Unspecified::WriteToSharedPlaces, needed && recorded && node.marks.wrote_shared_places);
  }
}

// Marks the nodes of the first graph from which a path leads to the node `second`.
std::vector<std::uint8_t> leading_to(const ModelState& m, NodeId root, NodeId second) {
  std::vector<std::uint8_t> leads(root + 1, 0);
  for (NodeId id = 1; id <= root && second != 0; ++id) {
    const NodeState& node = m.nodes[id];
    for (int i = 0; i < node.edge_count; ++i) {
      const NodeId next = edge(m, node, i).node;
      if (next != 0 && (next == second || leads[next] != 0)) leads[id] = 1;
    }
  }
  return leads;
}

bool is_wide(DType dtype) { return dtype == DType::Float32 || dtype == DType::Float64; }

// Judges a node through which the second backward may go. `first` says that the first backward ran the node. `of_view`
// says that the second gradient belongs to a view, or to a tensor that was written through a view.
void judge_second_node(ModelState& m, Sweep& sweep, const NodeState& node, bool first, bool of_view) {
  m.leave_unspecified(Unspecified::GeometryChangedBehindGraph, node.marks.reshaped_through_sanctioned_hole);
  m.leave_unspecified(Unspecified::SecondBackwardMayRaise, node.kind == NodeKind::NotImplemented || is_freed(node));
  m.leave_unspecified(Unspecified::SecondBackwardMayRaise, first && may_raise_in_double_backward(node.operation));
  if (node.marks.through_sanctioned_hole || m.storages[node.outputs.storage].marks.two_histories)
    sweep.unpredictable = true;
  // Consider a result that was written into a slice of a tensor and saved. The second backward goes from the result to
  // the written view, or to the view's former value, whose hooks run then. libtorch 1.13 goes to the view only as long
  // as the view is alive.
  const bool of_slice =
      first && node.kind == NodeKind::CopySlices && (of_view || !m.hooks.empty() || !m.retained.empty());
  for (int i = 0; i < node.saved_count; ++i) {
    const SavedTensor& saved = saved_tensor(m, node, i);
    m.leave_unspecified(Unspecified::HookInDoubleBackward, saved.unpack_raises);
    m.leave_unspecified(Unspecified::SecondGradientOfASlice, of_slice && !saved.is_input);
    if (saved.counter == 0) continue;
    m.leave_unspecified(Unspecified::SecondBackwardMayRaise, m.counters[saved.counter] != saved.version);
    m.leave_unspecified(Unspecified::SavedTensorDetached, !is_where_it_was(m, saved));
    const StorageMarks& marks = m.storages[saved.storage].marks;
    if (marks.touched_through_sanctioned_hole || marks.unpredictable) sweep.unpredictable = true;
  }
}

}  // namespace

void leave_first_half(ModelState& m, Sweep& sweep, TensorId input, TensorId second, bool recorded) {
  if (sweep.input_reached) {
    m.leave_unspecified(Unspecified::GeometryChangedBehindGraph, has_other_layout(m, input, sweep.input));
    leave_unfit_gradient(m, input);
  }
  leave_large_storage(m, m.tensors[second].geometry.numel() * item_size(m.tensors[second].geometry.dtype));
  if (m.is_unspecified()) return;
  // If guards end out of order, InferenceMode can stay on while Autograd runs. Then the gradients are inference
  // tensors. Some derivative formulas would have to save these gradients, which is an error.
  m.leave_unspecified(Unspecified::ModeBesideAutograd, recorded && m.mode->inference);
  m.leave_unspecified(Unspecified::HookInDoubleBackward, m.mode->saved_tensors_hooks != SavedTensorsHooks::None);
  leave_unfit_nodes(m, sweep, recorded);
  if (!sweep.input_reached) return;
  count_uses(m, sweep);
  m.leave_unspecified(Unspecified::GradientOfAnAlias, is_used_by_another_alias(m, sweep, sweep.input.node));
}

// The derivative formulas decide which nodes the second backward needs. So all nodes that it may go through must be
// judgeable.
void leave_second_half(ModelState& m, Sweep& sweep, Edge to_second) {
  const NodeId root = sweep.root_edge.node;
  const NodeKind kind = m.nodes[to_second.node].kind;
  const bool of_view = to_second.node != 0 && (kind == NodeKind::ViewOperator || kind == NodeKind::CopySlices);
  count_uses(m, sweep);
  const std::vector<std::uint8_t> leads = leading_to(m, root, to_second.node);
  // Flags for all nodes that the second backward may reach. A saved copy of an overwritten tensor leads to that
  // tensor's former node, which may be reachable in no other way.
  std::vector<std::uint8_t> goes_by;
  for (const NodeMark& mark : sweep.marks) goes_by.push_back(mark.reachable ? 1 : 0);
  for (NodeId id = root; id > 0; --id) {
    if (goes_by[id] == 0) continue;
    const NodeState& node = m.nodes[id];
    const bool first = sweep.marks[id].runs();
    for (int i = 0; i < node.edge_count; ++i) goes_by[edge(m, node, i).node] = 1;
    for (int i = 0; i < node.saved_count && first; ++i) {
      const SavedTensor& saved = saved_tensor(m, node, i);
      if (saved.counter == 0) goes_by[saved.edge.node] = 1;
    }
    const bool is_gone_through = first || leads[id] != 0;
    if (id == to_second.node || is_gone_through) {
      m.leave_unspecified(Unspecified::HookInDoubleBackward, node.hooked || node.retained);
      m.leave_unspecified(Unspecified::DtypeInDoubleBackward, !is_wide(node.outputs.dtype));
    }
    if (node.kind != NodeKind::Accumulate && is_gone_through) judge_second_node(m, sweep, node, first, of_view);
  }
}

void leave_second_gradient(ModelState& m, TensorId second, Edge to_second) {
  // The reference does not know through which of several aliases the second gradient flows.
  m.leave_unspecified(Unspecified::GradientOfAnAlias, m.nodes[to_second.node].kind == NodeKind::ViewOperator);
  m.leave_unspecified(Unspecified::GradientOfALaterResult, to_second.input_nr != 0);
  leave_reshaped(m, second, to_second);
  leave_unfit_gradient(m, second);
}

}  // namespace modecheck::spec::limits
