// The graph: who requires grad, where gradients go, stale views (W5), saved tensors (S1, S2), and backward.
#include <algorithm>

#include "spec/model/state.h"

namespace modecheck::spec {

bool ModelState::requires_grad(TensorId id) const {
  // W3: its own flag, its grad_fn, or its base's.
  const TensorState& tensor = tensors_[id];
  if (tensor.requires_grad_flag || tensor.grad_fn != 0) return true;
  if (!tensor.tracked) return false;
  const TensorState& base = tensors_[tensor.base];
  return base.requires_grad_flag || base.grad_fn != 0;
}

Edge ModelState::edge_of(TensorId id) {
  TensorState& tensor = tensors_[id];
  if (tensor.grad_fn != 0) return {tensor.grad_fn, tensor.output_nr};
  // A view that merely has a base which requires grad is a constant.
  if (!tensor.requires_grad_flag) return {};
  if (tensor.accumulator == 0) {
    NodeState node;
    node.kind = NodeKind::Accumulate;
    node.leaf = id;
    node.outputs = tensor.geometry;
    for (const TensorHook& hook : hooks_) node.hooked = node.hooked || is_hook_of_leaf(hook, id);
    nodes_.push_back(node);
    tensors_[id].accumulator = static_cast<NodeId>(nodes_.size() - 1);
    if (may_undo_) given_accumulators_.push_back(id);
  }
  return {tensors_[id].accumulator, 0};
}

bool ModelState::flows(TensorId id) const { return tensors_[id].grad_fn != 0 || tensors_[id].requires_grad_flag; }

// ---- stale views --------------------------------------------------------------------------------------------

ErrorClass ModelState::stale_reason(TensorId id) const {
  const TensorState& tensor = tensors_[id];
  if (!tensor.tracked) return ErrorClass::None;
  const TensorState& base = tensors_[tensor.base];
  if (tensor.grad_fn == 0 && !base.requires_grad_flag && base.grad_fn == 0) return ErrorClass::None;
  if (counters_[tensor.counter] == tensor.refreshed_at) return ErrorClass::None;
  switch (tensor.creation_meta) {
    case CreationMeta::InferenceMode:
      return ErrorClass::ViewMadeInInference;
    case CreationMeta::NoGradMode:
      return ErrorClass::ViewMadeInNoGrad;
    case CreationMeta::MultiOutputNode:
      return ErrorClass::ViewFromMultiOutput;
    case CreationMeta::InCustomFunction:
      return ErrorClass::ViewFromCustomFunction;
    default:
      return ErrorClass::None;
  }
}

void ModelState::refresh(TensorId id) {
  const TensorState& tensor = tensors_[id];
  if (!tensor.tracked) return;
  const TensorId base = tensor.base;
  if (tensor.grad_fn == 0 && !tensors_[base].requires_grad_flag && tensors_[base].grad_fn == 0) return;
  if (counters_[tensor.counter] == tensor.refreshed_at) return;
  leave_unspecified(Unspecified::ViewOfAnotherDtype, tensor.other_dtype);
  if (is_unspecified()) return;
  cite(Rule::W5);
  Refreshed before{id, tensor.grad_fn, tensor.refreshed_at, tensor.geometry.history, tensor.output_nr, {}};
  for (const RetainedGradient& retained : retained_)
    if (retained.tensor == id) before.retained = retained;
  refreshed_.push_back(before);
  Operands operands;
  operands.add(base);
  const NodeId node = new_node(NodeKind::ViewOperator, operands);
  nodes_[node].outputs = tensors_[id].geometry;
  nodes_[node].reshaped_through_hole = nodes_[node].reshaped_through_hole || tensors_[id].exchanged;
  const HistoryId history = input_geometry(base).history;
  TensorState& view = tensors_[id];
  view.grad_fn = node;
  view.output_nr = 0;
  view.refreshed_at = counters_[view.counter];
  view.geometry.history = history;
  move_retained(id);
}

bool ModelState::check_and_refresh(TensorId id) {
  const ErrorClass reason = stale_reason(id);
  if (reason != ErrorClass::None) {
    cite(Rule::W5);
    reject(reason);
    return false;
  }
  // set_data gave a view or its base another dtype: as which elements of the base the view would be regenerated nobody
  // says (H).
  const TensorState& tensor = tensors_[id];
  const Unspecified reason_of_view =
      tensor.other_dtype ? Unspecified::ViewOfAnotherDtype : Unspecified::BaseOfAnotherDtype;
  leave_unspecified(reason_of_view, tensor.tracked && tensors_[tensor.base].geometry.dtype != tensor.geometry.dtype &&
                                        (tensor.grad_fn != 0 || requires_grad(tensor.base)) &&
                                        counters_[tensor.counter] != tensor.refreshed_at);
  if (is_unspecified()) return false;
  refresh(id);
  return true;
}

void ModelState::undo_work() {
  for (auto it = refreshed_.rbegin(); it != refreshed_.rend(); ++it) {
    TensorState& tensor = tensors_[it->tensor];
    tensor.grad_fn = it->grad_fn;
    tensor.refreshed_at = it->refreshed_at;
    tensor.geometry.history = it->history;
    tensor.output_nr = it->output_nr;
    for (RetainedGradient& retained : retained_)
      if (it->retained.tensor != 0 && retained.tensor == it->tensor) retained = it->retained;
  }
  for (const TensorId id : given_accumulators_) tensors_[id].accumulator = 0;
  for (auto it = changed_storages_.rbegin(); it != changed_storages_.rend(); ++it) storages_[it->storage] = it->before;
}

void ModelState::keep_work() {
  refreshed_.clear();
  given_accumulators_.clear();
  changed_storages_.clear();
  may_undo_ = false;
}

// ---- nodes --------------------------------------------------------------------------------------------------

// Whether the tensor has other sizes than when its grad_fn was recorded: resized where autograd did not run. A gradient
// of its sizes is of no use to that node.
bool ModelState::was_reshaped(TensorId id, Edge edge) const {
  if (edge.node == 0) return false;
  return nodes_[edge.node].reshaped_through_hole || has_other_sizes(id, edge);
}

bool ModelState::has_other_sizes(TensorId id, Edge edge) const {
  const TensorState& tensor = tensors_[id];
  return !same_sizes(tensor.geometry, edge.input_nr == 0 ? nodes_[edge.node].outputs : tensor.recorded);
}

NodeId ModelState::new_node(NodeKind kind, const Operands& operands) {
  std::array<Edge, Effect::max_inputs> edges{};
  for (int i = 0; i < operands.count; ++i) edges[at(i)] = edge_of(operands.tensors[at(i)]);
  NodeState node;
  node.kind = kind;
  node.operation = operation_;
  node.thread = static_cast<std::uint8_t>(mode_thread_);
  node.first_edge = static_cast<std::uint32_t>(edges_.size());
  node.edge_count = static_cast<std::uint8_t>(operands.count);
  node.first_saved = static_cast<std::uint32_t>(saved_.size());
  for (int i = 0; i < operands.count; ++i) {
    edges_.push_back(edges[at(i)]);
    node.reshaped_through_hole = node.reshaped_through_hole || was_reshaped(operands.tensors[at(i)], edges[at(i)]);
  }
  nodes_.push_back(node);
  return static_cast<NodeId>(nodes_.size() - 1);
}

// What a view depends on that may name elements which its argument does not: they are the family's, which has one
// history per element (S3). The elements of who takes part in it carry its number: those of a view that is a constant
// carry none, those of one whose own flag was set or that was given other elements (H) another.
ModelState::Operands ModelState::with_family(const Operands& operands, const Geometry& view) const {
  const TensorState& self = tensors_[operands.tensors[0]];
  Operands out = operands;
  if (!self.tracked || names_all_of(self.geometry, view)) return out;
  const HistoryId history = input_geometry(operands.tensors[0]).history;
  if (history != 0 && history == input_geometry(self.base).history) out.add(self.base);
  return out;
}

void ModelState::add_saved(NodeId node, const SavedTensor& saved) {
  saved_.push_back(saved);
  ++nodes_[node].saved_count;
}

void ModelState::save(NodeId node, TensorId id) {
  const TensorState& tensor = tensors_[id];
  add_saved(node, {tensor.counter, counters_[tensor.counter], id, tensor.geometry.storage, false, {}});
}

void ModelState::save_input(NodeId node, TensorId id) {
  save(node, id);
  saved_.back().is_input = true;
  saved_.back().edge = edge_of(id);
}

void ModelState::save_inputs(NodeId node, const Operands& operands, const DerivativeFacts& facts,
                             bool own_copy_of_first) {
  for (int i = 0; i < facts.saved_count; ++i) {
    const SavedInput& saved = facts.saved[at(i)];
    if (saved.input >= operands.count) continue;  // an optional one that is not there
    if (saved.if_flows_to != kAlways && !flows(operands.tensors[at(saved.if_flows_to)])) continue;
    if (own_copy_of_first && saved.input == 0) {
      add_saved(node, {0, 0, 0, 0, false, edge_of(operands.tensors[0])});
    } else {
      save_input(node, operands.tensors[at(saved.input)]);
    }
  }
}

void ModelState::set_history(TensorId id, NodeId node, std::uint8_t output_nr) {
  TensorState& tensor = tensors_[id];
  tensor.grad_fn = node;
  tensor.output_nr = output_nr;
  tensor.recorded = tensor.geometry;
  if (output_nr == 0) nodes_[node].outputs = tensor.geometry;
  if (tensor.tracked) tensor.refreshed_at = counters_[tensor.counter];
}

void ModelState::rebase_history(TensorId id, NodeId node) {
  const TensorId root = tensors_[id].tracked ? tensors_[id].base : id;
  // The family's history goes on if there is one, and begins with constants if not (S3).
  const bool had_history = tensors_[root].geometry.history != 0 && nodes_[node].edge_count > 0 &&
                           (root == id ? edges_[nodes_[node].first_edge].node != 0 : flows(root));
  if (!had_history) tensors_[root].geometry.history = new_history(tensors_[root].geometry.storage);
  nodes_[node].wrote_shared_places =
      may_overlap_itself(tensors_[id].geometry) || may_overlap_itself(tensors_[root].geometry);
  if (root == id) {
    set_history(id, node, 0);
    return;
  }
  // W4: from the base's side the write is a copy of the base in which a slice was replaced; what the write itself saved
  // and where its other gradients go is taken over.
  const Edge to_base = edge_of(root);
  const NodeState inner = nodes_[node];
  NodeState slices = inner;
  slices.reshaped_through_hole = slices.reshaped_through_hole || was_reshaped(root, to_base) || tensors_[id].exchanged;
  slices.kind = inner.kind == NodeKind::NotImplemented ? inner.kind : NodeKind::CopySlices;
  slices.first_edge = static_cast<std::uint32_t>(edges_.size());
  edges_.push_back(to_base);
  for (int i = 1; i < inner.edge_count; ++i) edges_.push_back(edges_[inner.first_edge + static_cast<std::uint32_t>(i)]);
  nodes_.push_back(slices);
  set_history(root, static_cast<NodeId>(nodes_.size() - 1), 0);
  refresh(id);
}

// A tensor that retains its gradient does so with its new grad_fn: what it was before the write is forgotten (S7). A
// write to a view also gives its base a new grad_fn.
void ModelState::move_retained_of_write(TensorId written) {
  move_retained(written);
  if (tensors_[written].tracked) move_retained(tensors_[written].base);
}

void ModelState::move_retained(TensorId id) {
  if (!tensors_[id].retains_grad) return;
  for (RetainedGradient& retained : retained_) {
    if (retained.tensor != id) continue;
    cite(Rule::S7);
    retained.edge = edge_of(id);
    retained.snapshot = take_snapshot(id);
    nodes_[retained.edge.node].retained = true;
  }
}

// ---- backward -----------------------------------------------------------------------------------------------

bool ModelState::check_root(TensorId root, int seeding, TensorId gradient, Sweep& sweep) {
  sweep.root = root;
  const Geometry& geometry = tensors_[root].geometry;
  // Before anything else: numbers of whatever width, but complex ones for complex ones.
  if (seeding == 2 && is_complex(tensors_[gradient].geometry.dtype) != is_complex(geometry.dtype)) {
    reject(ErrorClass::BackwardDtype);
    if (const ErrorClass stale = stale_reason(root); stale != ErrorClass::None) reject(stale);
    return false;
  }
  check_and_refresh(root);
  if (seeding == 0 && requires_grad(root)) {
    if (geometry.numel() != 1) reject(ErrorClass::BackwardShape);
    // Pytorch issue 92750: what starts from 1 is the gradient of a real number.
    if (is_complex(geometry.dtype)) reject(ErrorClass::BackwardDtype);
  }
  if (rejected()) return false;
  sweep.root_edge = edge_of(root);
  leave_unspecified(Unspecified::GeometryChangedBehindGraph, was_reshaped(root, sweep.root_edge));
  if (is_unspecified()) return false;
  if (sweep.root_edge.node == 0) reject(ErrorClass::BackwardNoGraph);
  if (seeding == 2) sweep.seed = gradient;
  if (seeding == 2 && sweep.root_edge.node != 0 &&
      !is_expandable_to(sizes_of(geometry), sizes_of(tensors_[gradient].geometry)))
    reject(ErrorClass::BackwardShape);
  if (rejected()) return false;
  // The gradient would be summed down to the root's sizes.
  leave_unspecified(Unspecified::GradientLargerThanRoot,
                    seeding == 2 && !same_sizes(geometry, tensors_[gradient].geometry));
  return !is_unspecified();
}

// Marks what is on a path to the input: from the oldest node up, for edges lead to older ones.
void ModelState::mark_needed(const Sweep& sweep) {
  for (NodeId id = 1; id <= sweep.root_edge.node; ++id) {
    const NodeState& node = nodes_[id];
    for (int i = 0; i < node.edge_count; ++i) {
      const NodeId next = edges_[node.first_edge + static_cast<std::uint32_t>(i)].node;
      if (next != 0 && (next == sweep.input.node || (marks_[next] & kNeeded) != 0)) marks_[id] |= kNeeded;
    }
  }
}

// Marks what is reached and what runs, and finds the first node that raises, in the engine's order: the latest node
// first, leaves as soon as all their gradients are there.
void ModelState::plan_sweep(Sweep& sweep) {
  const NodeId root = sweep.root_edge.node;
  marks_.assign(nodes_.size(), 0);
  waiting_.assign(nodes_.size(), 0);
  if (!sweep.whole_graph) mark_needed(sweep);
  backward_effect_.doubled_count = 0;
  written_in_hooks_.clear();
  if (!hooks_.empty()) count_uses(sweep);
  marks_[root] |= kReached;
  arrived_.assign(nodes_.size(), 0);
  arrived_[root] |= bit_of(sweep.root_edge.input_nr);
  if (storages_[tensors_[sweep.root].geometry.storage].two_histories) sweep.unpredictable = true;
  if (storages_[nodes_[sweep.input.node].outputs.storage].two_histories) sweep.unpredictable = true;
  if (sweep.root_edge.node == sweep.input.node && sweep.root_edge.input_nr == sweep.input.input_nr)
    sweep.input_reached = true;
  for (NodeId id = root; id > 0; --id) {
    if ((marks_[id] & kReached) == 0) continue;
    if (sweep.whole_graph) marks_[id] |= kNeeded;
    const NodeState& node = nodes_[id];
    if ((marks_[id] & kNeeded) == 0) {
      if (node.hooked && id == sweep.input.node) plan_hooks(id, sweep);
      continue;
    }
    if (storages_[node.outputs.storage].two_histories) sweep.unpredictable = true;
    for (int i = 0; i < node.edge_count; ++i) {
      const Edge& edge = edges_[node.first_edge + static_cast<std::uint32_t>(i)];
      if (edge.node == 0) continue;
      if (i > 0 && passes_by(id)) {
        // No gradient comes to this one. Whether a node that gets none checks what it saved is not judged.
        leave_unspecified(Unspecified::ZerosOrNoGradient, nodes_[edge.node].kind != NodeKind::Accumulate);
        continue;
      }
      if (!sweep.whole_graph && edge.node != sweep.input.node && (marks_[edge.node] & kNeeded) == 0) continue;
      marks_[edge.node] |= kReached;
      arrived_[edge.node] |= bit_of(edge.input_nr);
      if (waiting_[edge.node] < 255) ++waiting_[edge.node];
      if (edge.node == sweep.input.node && edge.input_nr == sweep.input.input_nr) sweep.input_reached = true;
    }
    if (node.hooked) plan_hooks(id, sweep);
    if (node.kind == NodeKind::Accumulate) continue;
    // Where nothing flows back, no gradient may arrive, or one of zeros: which is open.
    leave_unspecified(Unspecified::ZerosOrNoGradient,
                      node.flat != 0 && (arrived_[id] & ~std::uint32_t{node.flat}) == 0);
    // S2: everything saved is checked, needed or not.
    ErrorClass raised = ErrorClass::None;
    if (node.kind == NodeKind::NotImplemented) raised = ErrorClass::BackwardNoGraph;
    if (node.freed && (node.saved_count > 0 || node.kind == NodeKind::CopySlices)) raised = ErrorClass::BackwardFreed;
    ErrorSet others = 0;
    for (int i = 0; raised != ErrorClass::BackwardFreed && i < node.saved_count; ++i) {
      const SavedTensor& saved = saved_[node.first_saved + static_cast<std::uint32_t>(i)];
      if (saved.counter == 0) continue;
      if (storages_[saved.storage].touched_through_hole || storages_[saved.storage].unpredictable) {
        sweep.unpredictable = true;
        leave_unspecified(
            Unspecified::WriteHiddenFromAutograd,
            !is_differentiable(tensors_[saved.tensor].geometry.dtype));  // an index may be out of range now
      }
      if (counters_[saved.counter] == saved.version) continue;
      if (raised == ErrorClass::None) raised = ErrorClass::BackwardVersion;
      // A subject may look at the saved view before it looks at the version.
      const ErrorClass stale = stale_reason(saved.tensor);
      if (stale != ErrorClass::None) others |= set_of(stale);
    }
    if (node.through_hole) sweep.unpredictable = true;
    leave_unspecified(Unspecified::GeometryChangedBehindGraph, node.reshaped_through_hole);
    if (raised == ErrorClass::None) continue;
    cite(Rule::S2);
    if (sweep.reasons.none()) sweep.failing = id;
    sweep.reasons.add(raised);
    sweep.reasons.all |= others;
  }
  // What hooks will write is not written yet.
  for (const CounterId counter : written_in_hooks_) --counters_[counter];
}

// Whether no gradient comes to the inputs after the first.
bool ModelState::passes_by(NodeId id) const {
  return nodes_[id].others_reach_the_first && (arrived_[id] & bit_of(0)) == 0;
}

bool ModelState::bypassed(const Sweep& sweep, NodeId id) const {
  // Scalars do not know through which view they were used: what flows into the same elements by another way cannot be
  // told apart. Uses are counted over everything that the root depends on.
  while (nodes_[id].kind == NodeKind::ViewOperator) {
    const NodeId next = edges_[nodes_[id].first_edge].node;
    if (next == 0) return false;
    if (uses_[next] > 1 || next == sweep.root_edge.node) return true;
    id = next;
  }
  return false;
}

// A tensor that names fewer elements than its history was written through a view that still has them all: whether what
// it was before is then part of its history, with a gradient of zero, or no longer, is left open.
bool ModelState::left_behind(TensorId tensor, Edge edge) const {
  const NodeState& node = nodes_[edge.node];
  if (node.kind != NodeKind::ViewOperator || tensors_[tensor].grad_fn == edge.node) return false;
  const NodeId input = edges_[node.first_edge].node;
  return input != 0 && node.outputs.numel() < nodes_[input].outputs.numel();
}

void ModelState::count_uses(const Sweep& sweep) {
  const NodeId root = sweep.root_edge.node;
  uses_.assign(nodes_.size(), 0);
  reachable_.assign(nodes_.size(), 0);
  reachable_[root] = 1;
  for (NodeId id = root; id > 0; --id) {
    if (reachable_[id] == 0) continue;
    for (int i = 0; i < nodes_[id].edge_count; ++i) {
      const NodeId next = edges_[nodes_[id].first_edge + static_cast<std::uint32_t>(i)].node;
      if (next == 0) continue;
      reachable_[next] = 1;
      if (uses_[next] < 255) ++uses_[next];
    }
  }
}

void ModelState::fire_retained(NodeId id, Sweep& sweep) {
  for (const RetainedGradient& retained : retained_) {
    if (retained.edge.node != id || (arrived_[id] & bit_of(retained.edge.input_nr)) == 0) continue;
    cite(Rule::S7);
    const TensorId previous = tensors_[retained.tensor].grad;
    Geometry geometry = nodes_[id].outputs;
    set_contiguous(geometry, sizes_of(geometry));
    const TensorId gradient = new_gradient(geometry, sweep);
    BackwardTarget& target = add_target();
    target.of = BackwardTarget::Of::Snapshot;
    target.into = previous ? BackwardTarget::Into::AddNew : BackwardTarget::Into::Store;
    target.id = retained.snapshot;
    target.destination = tensors_[gradient].geometry;
    if (previous) target.previous = tensors_[previous].geometry;
    tensors_[retained.tensor].grad = gradient;
  }
}

void ModelState::accumulate(NodeId id, Sweep& sweep) {
  const TensorId leaf = nodes_[id].leaf;
  if (!tensors_[leaf].requires_grad_flag) return;
  cite(Rule::S6);
  const TensorId present = tensors_[leaf].grad;
  if (present != 0) {
    if (tensors_[present].inference && !mode_->inference && !mode_->adinplaceorview_excluded) {
      cite(Rule::M2);
      sweep.reasons.add(ErrorClass::InferenceInPlace);
      return;
    }
    Operands operands;
    operands.add(present);
    written(present, keys_of(operands));
  } else {
    // The layout of the variable if that is dense, else row-major.
    Geometry geometry = tensors_[leaf].geometry;
    if (!is_non_overlapping_and_dense(geometry)) set_contiguous(geometry, sizes_of(geometry));
    const TensorId gradient = new_gradient(geometry, sweep);
    tensors_[leaf].grad = gradient;
  }
  BackwardTarget& target = add_target();
  target.of = BackwardTarget::Of::Leaf;
  target.into = present ? BackwardTarget::Into::AddInPlace : BackwardTarget::Into::Store;
  target.id = leaf;
  target.destination = tensors_[tensors_[leaf].grad].geometry;
  target.destination.history = 0;
  if (sweep.unpredictable) storages_[target.destination.storage].unpredictable = true;
}

bool ModelState::saved_in_sweep(CounterId counter) const {
  for (NodeId id = 1; id < nodes_.size(); ++id) {
    if ((marks_[id] & kNeeded) == 0 || (marks_[id] & kReached) == 0) continue;
    for (std::uint32_t i = 0; i < nodes_[id].saved_count; ++i)
      if (counter != 0 && saved_[nodes_[id].first_saved + i].counter == counter) return true;
  }
  return false;
}

// Nodes are ordered by when they were made on their thread; between two threads nothing orders them. What a run that is
// stopped has done before is not determined then, nor which of two nodes stops it.
bool ModelState::order_is_open(const Sweep& sweep) const {
  std::array<bool, kThreads> made_on{};
  bool stops = !sweep.reasons.none() || sweep.writes;
  for (NodeId id = sweep.root_edge.node; id > 0; --id) {
    if (((marks_[id] & kNeeded) == 0 && id != sweep.input.node) || (marks_[id] & kReached) == 0) continue;
    const NodeState& node = nodes_[id];
    if (node.kind != NodeKind::Accumulate) {
      made_on[node.thread] = true;
    } else if (const TensorId present = tensors_[node.leaf].grad; present != 0) {
      stops = stops || (tensors_[present].inference && !mode_->inference);
    }
  }
  return stops && made_on[0] && made_on[1];
}

void ModelState::run_sweep(Sweep& sweep) {
  // What the harness cannot hold or cannot judge is found before anything changes.
  int targets = 0;
  if (!retained_.empty()) count_uses(sweep);
  for (NodeId id = sweep.root_edge.node; id > 0; --id) {
    if ((marks_[id] & kNeeded) == 0 || (marks_[id] & kReached) == 0) continue;
    const NodeState& node = nodes_[id];
    if (node.kind == NodeKind::Accumulate) {
      const TensorState& leaf = tensors_[node.leaf];
      if (!leaf.requires_grad_flag) continue;
      ++targets;
      leave_unspecified(Unspecified::FormerLeaf, leaf.grad_fn != 0);
      leave_unspecified(Unspecified::GeometryChangedBehindGraph,
                        !same_sizes(leaf.geometry, node.outputs) || leaf.geometry.dtype != node.outputs.dtype);
      leave_unspecified(Unspecified::StorageTooLarge,
                        leaf.geometry.numel() * item_size(leaf.geometry.dtype) > kMaxStorageBytes);
      if (leaf.grad != 0) {
        const Geometry& gradient = tensors_[leaf.grad].geometry;
        leave_unspecified(Unspecified::ChangedGradient,
                          !same_sizes(gradient, leaf.geometry) || gradient.dtype != leaf.geometry.dtype);
        leave_unspecified(Unspecified::ChangedGradient, !is_non_overlapping_and_dense(gradient));
        leave_unspecified(Unspecified::ChangedGradient, tensors_[leaf.grad].exchanged);
        // Adding to it would change what a node saved that may run before or after.
        leave_unspecified(Unspecified::BackwardOrder, saved_in_sweep(tensors_[leaf.grad].counter));
      }
    }
    if (!node.retained) continue;
    for (const RetainedGradient& retained : retained_) {
      if (retained.edge.node != id || (arrived_[id] & bit_of(retained.edge.input_nr)) == 0) continue;
      ++targets;
      leave_unspecified(Unspecified::GradientOfALaterResult, retained.edge.input_nr != 0);
      leave_unspecified(Unspecified::GradientOfAnAlias, bypassed(sweep, id));
      leave_unspecified(Unspecified::OverlappingGradient, may_overlap_itself(node.outputs));
      leave_unspecified(Unspecified::GradientOfAnAlias, doubled_beyond(id));
      leave_unspecified(Unspecified::GradientOfAReplacedView, left_behind(retained.tensor, retained.edge));
      leave_unspecified(Unspecified::StorageTooLarge,
                        node.outputs.numel() * item_size(node.outputs.dtype) > kMaxStorageBytes);
      const TensorId present = tensors_[retained.tensor].grad;
      if (present != 0) {
        const Geometry& gradient = tensors_[present].geometry;
        leave_unspecified(Unspecified::ChangedGradient,
                          !same_sizes(gradient, node.outputs) || gradient.dtype != node.outputs.dtype);
      }
    }
  }
  leave_unspecified(Unspecified::TooManyGradients, targets + 1 > Effect::max_targets);
  leave_unspecified(Unspecified::BackwardOrder, order_is_open(sweep));
  if (is_unspecified()) return;

  const auto arrive = [&](NodeId id) {
    if (waiting_[id] > 0) --waiting_[id];
    if (waiting_[id] == 0 && (marks_[id] & kNeeded) != 0 && nodes_[id].kind == NodeKind::Accumulate)
      accumulate(id, sweep);
  };
  Reasons planned = sweep.reasons;
  sweep.reasons = {};
  if (nodes_[sweep.root_edge.node].kind == NodeKind::Accumulate) arrive(sweep.root_edge.node);
  for (NodeId id = sweep.root_edge.node; id > 0 && sweep.reasons.none(); --id) {
    const NodeState node = nodes_[id];
    if ((marks_[id] & kReached) == 0 || node.kind == NodeKind::Accumulate) continue;
    const bool needed = (marks_[id] & kNeeded) != 0;
    if (node.hooked && (needed || id == sweep.input.node)) run_hooks(id);
    if (!needed) continue;
    // A gradient is retained after all hooks, whenever they were registered (pytorch pull request 85849).
    if (node.retained && !(id == sweep.failing && sweep.fails_in_hook)) fire_retained(id, sweep);
    if (id == sweep.failing) break;
    for (int i = 0; i < node.edge_count && sweep.reasons.none(); ++i) {
      const NodeId next = edges_[node.first_edge + static_cast<std::uint32_t>(i)].node;
      if (i > 0 && passes_by(id)) continue;
      if (next != 0 && (marks_[next] & kReached) != 0) arrive(next);
    }
    if (!sweep.keep_graph) nodes_[id].freed = true;
  }
  sweep.reasons.add(planned);
}

void ModelState::begin_backward(const Sweep& sweep, int seeding, TensorId gradient) {
  backward_effect_.kind = EffectKind::Backward;
  backward_effect_.target_count = 0;
  backward_effect_.seeded = seeding == 2;
  backward_effect_.input_count = seeding == 2 ? 2 : 1;
  backward_effect_.inputs[0] = input_geometry(sweep.root);
  if (seeding == 2) backward_effect_.inputs[1] = tensors_[gradient].geometry;
}

void ModelState::run_backward(const Record& record) {
  const Arguments arguments(record);
  const TensorId root = tensor_in(arguments.reg(0));
  const TensorId gradient = tensor_in(arguments.reg(1));
  const int seeding = static_cast<int>(arguments.integer(2));
  Sweep sweep;
  sweep.keep_graph = arguments.boolean(3);
  if (!check_root(root, seeding, gradient, sweep)) return;
  plan_sweep(sweep);
  if (seeding == 2 && storages_[tensors_[gradient].geometry.storage].unpredictable) sweep.unpredictable = true;
  begin_backward(sweep, seeding, gradient);
  run_sweep(sweep);
  if (is_unspecified()) return;
  finish_backward(sweep);
}

void ModelState::run_grad(const Record& record) {
  const Arguments arguments(record);
  const TensorId root = tensor_in(arguments.reg(0));
  const TensorId input = tensor_in(arguments.reg(1));
  const int seeding = static_cast<int>(arguments.integer(2));
  Sweep sweep;
  sweep.whole_graph = false;
  sweep.keep_graph = arguments.boolean(3);
  if (!check_root(root, seeding, root, sweep)) return;
  if (!requires_grad(input)) {
    reject(ErrorClass::BackwardNoGraph);
    return;
  }
  if (!check_and_refresh(input)) return;
  sweep.input = edge_of(input);
  plan_sweep(sweep);
  // A gradient that is the root itself may come back as the result, and its copy would be recorded.
  leave_unspecified(Unspecified::RootAsGradient, seeding == 2 && mode_->grad && !mode_->autograd_excluded);
  leave_unspecified(Unspecified::GeometryChangedBehindGraph,
                    sweep.input_reached && has_other_sizes(input, sweep.input));
  if (sweep.input_reached) {
    count_uses(sweep);
    leave_unspecified(Unspecified::GradientOfAnAlias, bypassed(sweep, sweep.input.node));
    leave_unspecified(Unspecified::OverlappingGradient, may_overlap_itself(tensors_[input].geometry));
    leave_unspecified(Unspecified::GradientOfAnAlias, doubled_beyond(sweep.input.node));
    leave_unspecified(Unspecified::StorageTooLarge,
                      tensors_[input].geometry.numel() * item_size(tensors_[input].geometry.dtype) > kMaxStorageBytes);
  }
  if (is_unspecified()) return;

  const bool of_leaf = nodes_[sweep.input.node].kind == NodeKind::Accumulate;
  const SnapshotId snapshot = sweep.input_reached && !of_leaf ? take_snapshot(input) : 0;
  begin_backward(sweep, seeding, root);
  run_sweep(sweep);
  if (is_unspecified()) return;
  if (sweep.reasons.none() && sweep.input_reached) {
    Geometry geometry = tensors_[input].geometry;
    set_contiguous(geometry, sizes_of(geometry));
    const TensorId result = new_gradient(geometry, sweep);
    BackwardTarget& target = add_target();
    target.of = of_leaf ? BackwardTarget::Of::Leaf : BackwardTarget::Of::Snapshot;
    target.into = BackwardTarget::Into::Store;
    target.id = of_leaf ? input : snapshot;
    target.destination = tensors_[result].geometry;
    set_register(record.destination, result);
  }
  if (sweep.reasons.none() && !sweep.input_reached && !arguments.boolean(4))
    sweep.reasons.add(ErrorClass::BackwardUnused);
  finish_backward(sweep);
}

BackwardTarget& ModelState::add_target() {
  BackwardTarget& target = backward_effect_.targets[backward_effect_.target_count];
  ++backward_effect_.target_count;
  return target;
}

TensorId ModelState::new_gradient(Geometry geometry, const Sweep& sweep) {
  geometry.offset = 0;
  geometry.history = 0;
  // Where the tensor is whose gradient it is.
  const bool on_host = storages_[geometry.storage].on_host;
  geometry.storage = new_storage(geometry.numel() * item_size(geometry.dtype));
  storages_[geometry.storage].on_host = on_host;
  storages_[geometry.storage].unpredictable = sweep.unpredictable;
  play_new_storage(geometry.storage);
  cite(Rule::K1);
  const TensorId gradient = new_tensor(geometry, mode_->inference);
  if (mode_->inference) {
    cite(Rule::S5);
  } else {
    tensors_[gradient].counter = new_counter();
  }
  return gradient;
}

void ModelState::finish_backward(const Sweep& sweep) {
  cite(Rule::G6);
  cite(Rule::S3);
  cite(Rule::S7);
  if (backward_effect_.target_count > 0) play(backward_effect_);
  reasons_.add(sweep.reasons);
  keep_work();  // E1: what a failed backward has done, stays done
}

// ---- histories and effects ----------------------------------------------------------------------------------

Geometry ModelState::input_geometry(TensorId id) const {
  Geometry out = tensors_[id].geometry;
  if (!flows(id)) out.history = 0;
  return out;
}

std::array<Geometry, Effect::max_inputs> ModelState::geometries_of(const Operands& operands) const {
  std::array<Geometry, Effect::max_inputs> out;
  if (!observed()) return out;
  for (int i = 0; i < operands.count; ++i) out[at(i)] = input_geometry(operands.tensors[at(i)]);
  return out;
}

HistoryId ModelState::new_history(StorageId storage) {
  ++histories_;
  if (observed()) {
    effect_.kind = EffectKind::NewHistory;
    effect_.history = histories_;
    effect_.storage = storage;
    effect_.bytes = storages_[storage].bytes;
    play(effect_);
  }
  return histories_;
}

void ModelState::mark_leaf(TensorId id) {
  tensors_[id].geometry.history = new_history(tensors_[id].geometry.storage);
  if (!observed()) return;
  effect_.kind = EffectKind::MarkLeaf;
  effect_.leaf = id;
  effect_.history = tensors_[id].geometry.history;
  effect_.output_count = 1;
  effect_.outputs[0] = tensors_[id].geometry;
  play(effect_);
}

void ModelState::mark_leaf_again(TensorId id) {
  if (tensors_[id].grad_fn == 0 && tensors_[id].requires_grad_flag) mark_leaf(id);
}

void ModelState::play_new_storage(StorageId storage) {
  if (!observed()) return;
  effect_.kind = EffectKind::NewStorage;
  effect_.storage = storage;
  effect_.bytes = storages_[storage].bytes;
  play(effect_);
}

SnapshotId ModelState::take_snapshot(TensorId id) {
  ++snapshots_;
  if (observed()) {
    effect_.kind = EffectKind::Snapshot;
    effect_.snapshot = snapshots_;
    effect_.output_count = 1;
    effect_.outputs[0] = tensors_[id].geometry;
    play(effect_);
  }
  return snapshots_;
}

// What is written while it is read has no determined value: where libtorch does not look for overlap, or `out` came to
// overlap by growing, nobody can say what the bytes are.
void ModelState::check_determined(const Record& record, const std::array<Geometry, Effect::max_inputs>& inputs,
                                  int count, const Geometry& output) {
  const operators::Family family = operation(record.operation).family;
  if (family == operators::Family::Fill) return;
  const bool elementwise = family == operators::Family::PointwiseUnary ||
                           family == operators::Family::PointwiseBinary || family == operators::Family::Comparison ||
                           family == operators::Family::Copy || family == operators::Family::Indexing;
  bool determined = !may_overlap_itself(output);
  const int first =
      operation(record.operation).schema.arguments[0].write && !elementwise ? 1 : 0;  // addmm_ reads self once
  for (int i = first; i < count; ++i)
    determined =
        determined && (!may_overlap(inputs[at(i)], output) || (elementwise && same_layout(inputs[at(i)], output)));
  if (!determined) storages_[output.storage].unpredictable = true;
}

void ModelState::play_apply(const Record& record, const std::array<Geometry, Effect::max_inputs>& inputs, int count,
                            const Geometry* outputs, int output_count, bool recorded) {
  for (int i = 0; i < count; ++i) {
    if (!observed() || !storages_[inputs[at(i)].storage].unpredictable) continue;
    for (int k = 0; k < output_count; ++k) storages_[outputs[k].storage].unpredictable = true;
  }
  if (!observed()) return;
  check_determined(record, inputs, count, outputs[0]);
  effect_.kind = EffectKind::Apply;
  effect_.recorded = recorded;
  effect_.record = &record;
  effect_.input_count = static_cast<std::uint8_t>(count);
  for (int i = 0; i < count; ++i) effect_.inputs[at(i)] = inputs[at(i)];
  effect_.output_count = static_cast<std::uint8_t>(output_count);
  for (int k = 0; k < output_count; ++k) effect_.outputs[at(k)] = outputs[k];
  play(effect_);
}

}  // namespace modecheck::spec
