#include "spec/limits/model/sanctioned_holes.h"

#include <algorithm>

#include "spec/model/graph.h"

namespace modecheck::spec::limits {

namespace {

// Returns the marks of a storage so that the caller can change them. Their old state is remembered, so that a rejected
// command can be undone (rule E1).
StorageMarks& change(ModelState& m, StorageId storage) {
  StorageMarks& marks = m.storages[storage].marks;
  if (m.undo.possible) m.undo.marked_storages.push_back({storage, marks});
  return marks;
}

bool has_other_layout(const Geometry& before, const Geometry& now) {
  return !same_sizes(before, now) || before.dtype != now.dtype;
}

// Marks the AccumulateGrad node of a leaf that gets other sizes or another dtype. No source says whether this node is
// replaced before the next use.
void mark_leaf_reshaped(ModelState& m, TensorId id, const Geometry& now) {
  const TensorState& tensor = m.tensors[id];
  if (tensor.accumulator != 0 && has_other_layout(tensor.geometry, now))
    m.nodes[tensor.accumulator].marks.reshaped_through_sanctioned_hole = true;
}

void mark_other_elements(ModelState& m, TensorId id, const Geometry& now) {
  TensorState& tensor = m.tensors[id];
  tensor.marks.exchanged = true;
  mark_leaf_reshaped(m, id, now);
  if (tensor.grad_fn == 0) return;
  NodeMarks& marks = m.nodes[tensor.grad_fn].marks;
  marks.through_sanctioned_hole = true;
  if (has_other_layout(tensor.geometry, now)) marks.reshaped_through_sanctioned_hole = true;
}

}  // namespace

void touch(ModelState& m, StorageId storage) {
  if (!m.mode->unsafe()) return;
  m.cite(Rule::H);
  change(m, storage).touched_through_sanctioned_hole = true;
}

void mark_alias(ModelState& m, StorageId storage) { m.storages[storage].marks.touched_through_sanctioned_hole = true; }

void mark_exchange(ModelState& m, TensorId id, const Geometry& now) {
  mark_alias(m, m.tensors[id].geometry.storage);
  mark_alias(m, now.storage);
  mark_other_elements(m, id, now);
}

void mark_reshaped(ModelState& m, TensorId id, const Geometry& now, CallKeys keys) {
  mark_leaf_reshaped(m, id, now);
  if (!keys.adinplaceorview && !m.tensors[id].inference) mark_other_elements(m, id, now);
}

void mark_write_without_bump(ModelState& m, TensorId target) {
  const bool has_views = std::any_of(m.tensors.begin(), m.tensors.end(), [&](const TensorState& tensor) {
    return tensor.tracked && tensor.base == target;
  });
  if (m.tensors[target].tracked || has_views) change(m, m.tensors[target].geometry.storage).two_histories = true;
}

void mark_untracked_view(ModelState& m, NodeId node, StorageId storage) {
  change(m, storage).two_histories = true;
  m.nodes[node].marks.through_sanctioned_hole = true;
}

void mark_view(TensorState& view, const TensorState& source) {
  view.marks.exchanged = source.tracked && source.marks.exchanged;
  view.marks.other_dtype = (source.tracked && source.marks.other_dtype) || view.geometry.dtype != source.geometry.dtype;
}

void mark_inputs(const ModelState& m, NodeState& node, const Operands& operands) {
  for (int i = 0; i < operands.count; ++i)
    node.marks.reshaped_through_sanctioned_hole =
        node.marks.reshaped_through_sanctioned_hole || was_reshaped(m, operands.tensors[at(i)], edge(m, node, i));
}

void mark_refresh(ModelState& m, NodeId node, TensorId view) {
  NodeMarks& marks = m.nodes[node].marks;
  marks.reshaped_through_sanctioned_hole = marks.reshaped_through_sanctioned_hole || m.tensors[view].marks.exchanged;
}

void mark_write(ModelState& m, NodeId node, TensorId target, TensorId root) {
  m.nodes[node].marks.wrote_shared_places =
      may_overlap_itself(m.tensors[target].geometry) || may_overlap_itself(m.tensors[root].geometry);
}

void mark_slices(const ModelState& m, NodeState& slices, TensorId target, TensorId root, Edge to_root) {
  // No source says which elements of a base a view has after set_data gave the base another dtype. A base of integers
  // gets no gradient, so it does not matter there.
  const Geometry& base = m.tensors[root].geometry;
  const bool of_another_dtype = m.tensors[root].marks.exchanged && is_differentiable(base.dtype) &&
                                base.dtype != m.tensors[target].geometry.dtype;
  slices.marks.reshaped_through_sanctioned_hole = slices.marks.reshaped_through_sanctioned_hole ||
                                                  was_reshaped(m, root, to_root) || m.tensors[target].marks.exchanged ||
                                                  of_another_dtype;
}

bool was_reshaped(const ModelState& m, TensorId id, Edge edge) {
  if (edge.node == 0) return false;
  return m.nodes[edge.node].marks.reshaped_through_sanctioned_hole || has_other_layout(m, id, edge);
}

bool has_other_layout(const ModelState& m, TensorId id, Edge edge) {
  const TensorState& tensor = m.tensors[id];
  return has_other_layout(edge.input_nr == 0 ? m.nodes[edge.node].outputs : tensor.marks.recorded, tensor.geometry);
}

void leave_reshaped(ModelState& m, TensorId id, Edge edge) {
  m.leave_unspecified(Unspecified::GeometryChangedBehindGraph, was_reshaped(m, id, edge));
}

// Drops the command if set_data gave a view or its base another dtype. No source says which elements of the base the
// view has after its grad_fn is regenerated.
void leave_base_of_another_dtype(ModelState& m, TensorId view) {
  const TensorState& tensor = m.tensors[view];
  if (!tensor.tracked || !is_stale(m, tensor)) return;
  const TensorState& base = m.tensors[tensor.base];
  // view_as_real and view_as_complex give a view another dtype than its base, without set_data.
  const bool as_made = tensor.marks.other_dtype && !tensor.marks.exchanged && !base.marks.exchanged;
  if (base.geometry.dtype == tensor.geometry.dtype || as_made) return;
  m.leave_unspecified(Unspecified::BaseOfAnotherDtype);
  // A command that must be rejected for its arguments may be rejected for the regenerated grad_fn, too.
  m.reasons.all = ~ErrorSet{0};
}

}  // namespace modecheck::spec::limits
