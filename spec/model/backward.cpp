// backward() and grad(): plan_sweep plans the whole backward, then run_sweep carries it out. Nodes run from the latest
// to the oldest. The AccumulateGrad node of a leaf runs as soon as all gradients of the leaf have arrived.
#include "spec/model/backward.h"

#include "spec/limits/model/backward.h"
#include "spec/limits/model/sanctioned_holes.h"
#include "spec/model/commands.h"
#include "spec/model/further/hooks.h"
#include "spec/model/further/retained.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/model/tensors.h"
#include "spec/model/undo.h"
#include "spec/model/values.h"

namespace modecheck::spec {

// ---- The checks of a backward in the order of rule E3 --------------------------------------------------------------

// `seeding` says which gradient the caller passes. 0: none; 1: ones; 2: `gradient`, summed to the root's sizes.
bool check_root(ModelState& m, TensorId root, int seeding, TensorId gradient, Sweep& sweep) {
  sweep.root = root;
  const Geometry& geometry = m.tensors[root].geometry;
  // This check comes first: the gradient must be complex if and only if the root is complex. Its precision may differ.
  if (seeding == 2 && is_complex(m.tensors[gradient].geometry.dtype) != is_complex(geometry.dtype)) {
    m.reject(ErrorClass::BackwardDtype);
    if (const ErrorClass stale = stale_reason(m, root); stale != ErrorClass::None) m.reject(stale);
    return false;
  }
  check_and_refresh(m, root);
  if (seeding == 0 && requires_grad(m, root)) {
    if (geometry.numel() != 1) m.reject(ErrorClass::BackwardShape);
    // An implicit gradient of 1 exists only for real roots (PyTorch issue 92750).
    if (is_complex(geometry.dtype)) m.reject(ErrorClass::BackwardDtype);
  }
  if (m.rejected()) return false;
  sweep.root_edge = edge_of(m, root);
  limits::leave_reshaped(m, root, sweep.root_edge);
  if (m.is_unspecified()) return false;
  if (sweep.root_edge.node == 0) m.reject(ErrorClass::BackwardNoGraph);
  if (seeding == 2) sweep.seed = gradient;
  if (seeding == 2 && sweep.root_edge.node != 0 &&
      !is_expandable_to(sizes_of(geometry), sizes_of(m.tensors[gradient].geometry)))
    m.reject(ErrorClass::BackwardShape);
  return !m.rejected();
}

bool is_freed(const NodeState& node) {
  return node.freed && (node.saved_count > 0 || node.kind == NodeKind::CopySlices);
}

// Rule S2: a node that runs raises if it was freed, or if any tensor that it saved was written, needed or not.
static void check_node(ModelState& m, NodeId id, Sweep& sweep) {
  const NodeState& node = m.nodes[id];
  ErrorClass raised = ErrorClass::None;
  ErrorSet others = 0;
  if (is_freed(node)) {
    raised = ErrorClass::BackwardFreed;
  } else {
    if (node.kind == NodeKind::NotImplemented) raised = ErrorClass::BackwardNoGraph;
    for (int i = 0; i < node.saved_count; ++i) {
      const SavedTensor& saved = saved_tensor(m, node, i);
      // No source says in which order a node reads what it saved, so either error is accepted.
      if (saved.unpack_raises && raised == ErrorClass::None) raised = ErrorClass::HookRaised;
      if (saved.unpack_raises) others |= set_of(ErrorClass::HookRaised);
      if (saved.counter == 0 || m.counters[saved.counter] == saved.version) continue;
      if (raised == ErrorClass::None) raised = ErrorClass::BackwardVersion;
      if (raised == ErrorClass::HookRaised) others |= set_of(ErrorClass::BackwardVersion);
      // A subject may read a saved view before its version, so the error of a stale view (W5) is accepted, too.
      const ErrorClass stale = stale_reason(m, saved.tensor);
      if (stale != ErrorClass::None) others |= set_of(stale);
    }
  }
  if (raised == ErrorClass::None) return;
  m.cite(Rule::S2);
  if (sweep.reasons.none()) sweep.failing = id;
  sweep.reasons.add(raised);
  sweep.reasons.all |= others;
}

// ---- Planning a backward --------------------------------------------------------------------------------------

// For grad(): marks the nodes on a path to the input, the oldest node first, because edges lead to older nodes.
static void mark_needed(const ModelState& m, Sweep& sweep) {
  for (NodeId id = 1; id <= sweep.root_edge.node; ++id) {
    const NodeState& node = m.nodes[id];
    for (int i = 0; i < node.edge_count; ++i) {
      const NodeId next = edge(m, node, i).node;
      if (next != 0 && (next == sweep.input.node || sweep.marks[next].needed)) sweep.marks[id].needed = true;
    }
  }
}

bool passes_by(const ModelState& m, const Sweep& sweep, NodeId id) {
  return m.nodes[id].others_reach_the_first && (sweep.marks[id].arrived & bit_of(0)) == 0;
}

static void arrive_at(Sweep& sweep, Edge at) {
  NodeMark& mark = sweep.marks[at.node];
  mark.reached = true;
  mark.arrived |= bit_of(at.input_nr);
  if (at.node == sweep.input.node && at.input_nr == sweep.input.input_nr) sweep.input_reached = true;
}

// Marks the nodes that gradients reach and the nodes that run, and finds the first node that raises.
void plan_sweep(ModelState& m, Sweep& sweep) {
  sweep.marks.assign(m.nodes.size(), {});
  if (!sweep.whole_graph) mark_needed(m, sweep);
  limits::judge_ends(m, sweep);
  HookPlan hooks(m, sweep);
  arrive_at(sweep, sweep.root_edge);
  for (NodeId id = sweep.root_edge.node; id > 0; --id) {
    if (!sweep.marks[id].reached) continue;
    const NodeState& node = m.nodes[id];
    if (sweep.whole_graph) sweep.marks[id].needed = true;
    if (!sweep.marks[id].needed) {
      if (node.hooked && id == sweep.input.node) hooks.plan(id);
      continue;
    }
    for (int i = 0; i < node.edge_count; ++i) {
      const Edge next = edge(m, node, i);
      if (next.node == 0) continue;
      if (i > 0 && passes_by(m, sweep, id)) {
        limits::leave_passed_by(m, next.node);
        continue;
      }
      if (!sweep.whole_graph && next.node != sweep.input.node && !sweep.marks[next.node].needed) continue;
      arrive_at(sweep, next);
      if (sweep.marks[next.node].waiting < 255) ++sweep.marks[next.node].waiting;
    }
    if (node.hooked) hooks.plan(id);
    limits::judge_node(m, sweep, id);
    if (node.kind != NodeKind::Accumulate) check_node(m, id, sweep);
  }
}

// ---- Running a planned backward -------------------------------------------------------------------------------

// Rule S6: stores the gradient of a leaf, or adds to its gradient in place, which is a write (M2, V3).
static void accumulate(ModelState& m, NodeId id, Sweep& sweep) {
  const TensorId leaf = m.nodes[id].leaf;
  if (!m.tensors[leaf].requires_grad_flag || m.tensors[leaf].grad_fn != 0) return;  // only a leaf accumulates gradients
  m.cite(Rule::S6);
  const TensorId present = m.tensors[leaf].grad;
  if (present != 0) {
    if (m.tensors[present].inference && !m.mode->inference && !m.mode->adinplaceorview_excluded) {
      m.cite(Rule::M2);
      sweep.reasons.add(ErrorClass::InferenceInPlace);
      return;
    }
    Operands operands;
    operands.add(present);
    written(m, present, keys_of(m, operands));
  } else {
    // The gradient takes the layout of the leaf if the leaf is dense. Otherwise the gradient is row-major.
    Geometry geometry = m.tensors[leaf].geometry;
    if (!is_non_overlapping_and_dense(geometry)) set_contiguous(geometry, sizes_of(geometry));
    const TensorId gradient = new_gradient(m, geometry, sweep);
    m.tensors[leaf].grad = gradient;
  }
  BackwardTarget& target = add_target(m, BackwardTarget::Of::Leaf, leaf, m.tensors[m.tensors[leaf].grad].geometry);
  if (present != 0) target.into = BackwardTarget::Into::AddInPlace;
  target.destination.history = 0;
  limits::mark_gradient(m, sweep, target.destination.storage);
}

// Counts a gradient that arrives at a node. An AccumulateGrad node runs when its last gradient has arrived.
static void deliver(ModelState& m, NodeId id, Sweep& sweep) {
  NodeMark& mark = sweep.marks[id];
  if (mark.waiting > 0) --mark.waiting;
  if (mark.waiting == 0 && mark.needed && is_accumulator(m, id)) accumulate(m, id, sweep);
}

void run_sweep(ModelState& m, Sweep& sweep) {
  limits::leave_targets(m, sweep);
  if (m.is_unspecified()) return;
  const Reasons planned = sweep.reasons;
  sweep.reasons = {};
  if (is_accumulator(m, sweep.root_edge.node)) deliver(m, sweep.root_edge.node, sweep);
  for (NodeId id = sweep.root_edge.node; id > 0 && sweep.reasons.none(); --id) {
    const NodeState node = m.nodes[id];
    if (!sweep.marks[id].reached || node.kind == NodeKind::Accumulate) continue;
    const bool needed = sweep.marks[id].needed;
    if (node.hooked && (needed || id == sweep.input.node)) run_hooks(m, sweep, id);
    if (!needed) continue;
    // A retained gradient is stored after all hooks, in whatever order they were registered (PyTorch PR 85849).
    if (node.retained && !(id == sweep.failing && sweep.fails_in_hook)) fire_retained(m, id, sweep);
    if (id == sweep.failing) break;
    for (int i = 0; i < node.edge_count && sweep.reasons.none(); ++i) {
      const NodeId next = edge(m, node, i).node;
      if (i > 0 && passes_by(m, sweep, id)) continue;
      if (next != 0 && sweep.marks[next].reached) deliver(m, next, sweep);
    }
    if (!sweep.keep_graph) m.nodes[id].freed = true;
  }
  sweep.reasons.add(planned);
}

void finish_backward(ModelState& m, const Sweep& sweep) {
  m.cite(Rule::G6, Rule::S3, Rule::S7);
  if (m.backward_effect.target_count > 0) play(m, m.backward_effect);
  m.reasons.add(sweep.reasons);
  keep_work(m);  // rule E1: gradients accumulated before a failure stay, and freed nodes stay freed
}

// Rule S5: makes a gradient tensor on the device of its tensor. The mode decides whether it is an inference tensor.
TensorId new_gradient(ModelState& m, Geometry geometry, const Sweep& sweep) {
  geometry.offset = 0;
  geometry.history = 0;
  const bool on_host = m.storages[geometry.storage].on_host;
  geometry.storage = new_storage(m, geometry.numel() * item_size(geometry.dtype));
  m.storages[geometry.storage].on_host = on_host;
  limits::mark_gradient(m, sweep, geometry.storage);
  play_new_storage(m, geometry.storage);
  m.cite(Rule::K1);
  if (m.mode->inference) m.cite(Rule::S5);
  return new_tensor_of_mode(m, geometry);
}

// ---- The commands backward and grad ---------------------------------------------------------------------------

// Runs backward(): accumulates the gradients of all leaves that the root depends on.
void run_backward(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId root = m.tensor_in(arguments.reg(0));
  const TensorId gradient = m.tensor_in(arguments.reg(1));
  const int seeding = static_cast<int>(arguments.integer(2));
  Sweep sweep;
  sweep.keep_graph = arguments.boolean(3);
  if (!check_root(m, root, seeding, gradient, sweep)) return;
  plan_sweep(m, sweep);
  limits::judge_seed(m, sweep);
  begin_backward(m, sweep, seeding, gradient);
  run_sweep(m, sweep);
  if (!m.is_unspecified()) finish_backward(m, sweep);
}

// Runs grad(): returns the gradient of one input as a new tensor; leaves accumulate nothing.
void run_grad(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId root = m.tensor_in(arguments.reg(0));
  const TensorId input = m.tensor_in(arguments.reg(1));
  const int seeding = static_cast<int>(arguments.integer(2));
  Sweep sweep;
  sweep.whole_graph = false;
  sweep.keep_graph = arguments.boolean(3);
  if (!check_root(m, root, seeding, root, sweep)) return;
  if (!requires_grad(m, input)) {
    m.reject(ErrorClass::BackwardNoGraph);
    return;
  }
  if (!check_and_refresh(m, input)) return;
  sweep.input = edge_of(m, input);
  plan_sweep(m, sweep);
  limits::leave_gradient(m, sweep, input);
  if (m.is_unspecified()) return;

  const bool of_leaf = is_accumulator(m, sweep.input.node);
  const SnapshotId snapshot = sweep.input_reached && !of_leaf ? take_snapshot(m, input) : 0;
  begin_backward(m, sweep, seeding, root);
  run_sweep(m, sweep);
  if (m.is_unspecified()) return;
  if (sweep.reasons.none() && sweep.input_reached) {
    Geometry geometry = m.tensors[input].geometry;
    set_contiguous(geometry, sizes_of(geometry));
    const TensorId result = new_gradient(m, geometry, sweep);
    add_target(m, of_leaf ? BackwardTarget::Of::Leaf : BackwardTarget::Of::Snapshot, of_leaf ? input : snapshot,
               m.tensors[result].geometry);
    set_register(m, record.destination, result);
  }
  // Rule S3: the root does not depend on the input. With allow_unused nothing is raised, and no register changes.
  if (sweep.reasons.none() && !sweep.input_reached && !arguments.boolean(4))
    sweep.reasons.add(ErrorClass::BackwardUnused);
  finish_backward(m, sweep);
}

}  // namespace modecheck::spec
