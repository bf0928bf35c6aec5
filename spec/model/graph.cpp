// The recorded graph: tensors that require grad, edges, stale views (rule W5), saved tensors (S1, S2), grad_fns (W4).
#include "spec/model/graph.h"

#include "spec/limits/model/sanctioned_holes.h"
#include "spec/model/further/hooks.h"
#include "spec/model/further/retained.h"
#include "spec/model/further/saved_tensors_hooks.h"
#include "spec/model/values.h"

namespace modecheck::spec {

Edge edge_of(ModelState& m, TensorId id) {
  const TensorState& tensor = m.tensors[id];
  if (tensor.grad_fn != 0) return {tensor.grad_fn, tensor.output_nr};
  // Rule S3: a view that requires grad only through its base has no node for a gradient, so it counts as a constant.
  if (!tensor.requires_grad_flag) return {};
  if (tensor.accumulator == 0) {
    NodeState node;
    node.kind = NodeKind::Accumulate;
    node.leaf = id;
    node.outputs = tensor.geometry;
    node.hooked = has_hook_of_leaf(m, id);
    m.nodes.push_back(node);
    m.tensors[id].accumulator = static_cast<NodeId>(m.nodes.size() - 1);
    if (m.undo.possible) m.undo.given_accumulators.push_back(id);
  }
  return {m.tensors[id].accumulator, 0};
}

// ---- Stale views ---------------------------------------------------------------------------------------------

ErrorClass forbidden_by(CreationMeta meta) {
  if (meta == CreationMeta::InferenceMode) return ErrorClass::ViewMadeInInference;
  if (meta == CreationMeta::NoGradMode) return ErrorClass::ViewMadeInNoGrad;
  if (meta == CreationMeta::MultiOutputNode) return ErrorClass::ViewFromMultiOutput;
  if (meta == CreationMeta::InCustomFunction) return ErrorClass::ViewFromCustomFunction;
  return ErrorClass::None;
}

// Rule W5: returns true if the view was written after its grad_fn was made, and the view or its base is in a graph.
bool is_stale(const ModelState& m, const TensorState& tensor) {
  return tensor.tracked && m.counters[tensor.counter] != tensor.refreshed_at &&
         (tensor.grad_fn != 0 || flows(m, tensor.base));
}

ErrorClass stale_reason(const ModelState& m, TensorId id) {
  const TensorState& tensor = m.tensors[id];
  return is_stale(m, tensor) ? forbidden_by(tensor.creation_meta) : ErrorClass::None;
}

// Regenerates a stale view: its grad_fn becomes a new node of the view operator, applied to the base as it is now.
void refresh(ModelState& m, TensorId id) {
  if (!is_stale(m, m.tensors[id])) return;
  m.cite(Rule::W5);
  remember_before_refresh(m, id);
  const TensorId base = m.tensors[id].base;
  const Operands operands(base);
  const NodeId node = new_node(m, NodeKind::ViewOperator, operands);
  limits::mark_refresh(m, node, id);
  m.nodes[node].outputs = m.tensors[id].geometry;
  const HistoryId history = input_geometry(m, base).history;
  TensorState& view = m.tensors[id];
  view.grad_fn = node;
  view.output_nr = 0;
  view.refreshed_at = m.counters[view.counter];
  view.geometry.history = history;
  move_retained(m, id);
}

bool check_and_refresh(ModelState& m, TensorId id) {
  if (!is_stale(m, m.tensors[id])) return true;
  if (const ErrorClass reason = forbidden_by(m.tensors[id].creation_meta); reason != ErrorClass::None) {
    m.reject(reason, Rule::W5);
    return false;
  }
  limits::leave_base_of_another_dtype(m, id);
  if (m.is_unspecified()) return false;
  refresh(m, id);
  return true;
}

// ---- Nodes of the graph --------------------------------------------------------------------------------------

NodeId new_node(ModelState& m, NodeKind kind, const Operands& operands) {
  std::array<Edge, Effect::max_inputs> edges{};
  for (int i = 0; i < operands.count; ++i) edges[at(i)] = edge_of(m, operands.tensors[at(i)]);
  NodeState node;
  node.kind = kind;
  node.operation = m.operation;
  node.thread = static_cast<std::uint8_t>(m.thread);
  node.first_edge = static_cast<std::uint32_t>(m.edges.size());
  node.edge_count = static_cast<std::uint8_t>(operands.count);
  node.first_saved = static_cast<std::uint32_t>(m.saved.size());
  for (int i = 0; i < operands.count; ++i) m.edges.push_back(edges[at(i)]);
  limits::mark_inputs(m, node, operands);
  m.nodes.push_back(node);
  return static_cast<NodeId>(m.nodes.size() - 1);
}

// ---- Saved tensors -------------------------------------------------------------------------------------------

// Rule S1: returns true if the call saves the input. An input may be absent, or be saved only if a gradient flows to
// another input.
bool is_saved(const ModelState& m, const SavedInput& saved, const Operands& operands) {
  if (saved.input >= operands.count) return false;
  return saved.if_flows_to == kAlways || flows(m, operands.tensors[at(saved.if_flows_to)]);
}

// Rule S2: saves a tensor together with its version.
void save(ModelState& m, NodeId node, TensorId id, bool is_input) {
  const TensorState& tensor = m.tensors[id];
  SavedTensor saved{tensor.counter, version(m, tensor), id, tensor.geometry.storage, is_input, false, {}};
  if (is_input) saved.edge = edge_of(m, id);
  m.saved.push_back(packed(m, saved));
  ++m.nodes[node].saved_count;
}

// Saves inputs. An in-place operator saves a copy of its target from before the write, which has no version counter.
void save_inputs(ModelState& m, NodeId node, const Operands& operands, const DerivativeFacts& facts,
                 bool own_copy_of_first) {
  for (int i = 0; i < facts.saved_count; ++i) {
    const SavedInput& saved = facts.saved[at(i)];
    if (!is_saved(m, saved, operands)) continue;
    save(m, node, operands.tensors[at(saved.input)], /*is_input=*/true);
    if (own_copy_of_first && saved.input == 0)
      m.saved.back() = {0, 0, 0, 0, true, m.saved.back().unpack_raises, m.saved.back().edge};
  }
}

// ---- Histories and grad_fns ----------------------------------------------------------------------------------

void set_history(ModelState& m, TensorId id, NodeId node, std::uint8_t output_nr) {
  TensorState& tensor = m.tensors[id];
  tensor.grad_fn = node;
  tensor.output_nr = output_nr;
  tensor.marks.recorded = tensor.geometry;
  if (output_nr == 0) m.nodes[node].outputs = tensor.geometry;
  if (tensor.tracked) tensor.refreshed_at = m.counters[tensor.counter];
}

// Rule W4: a recorded write gives its target a new grad_fn. If the target is a view, its base gets one, too
// (CopySlices). For the base, the write makes a copy of the base with a slice replaced. CopySlices takes over the
// write's saved tensors and the edges to its other inputs. The view is then regenerated from the base.
void rebase_history(ModelState& m, TensorId id, NodeId node) {
  const TensorId root = m.tensors[id].tracked ? m.tensors[id].base : id;
  // The history continues if gradients flow through the old elements; else a history of constants begins (rule S3).
  const bool had_history = m.tensors[root].geometry.history != 0 && m.nodes[node].edge_count > 0 &&
                           (root == id ? edge(m, m.nodes[node], 0).node != 0 : flows(m, root));
  if (!had_history) m.tensors[root].geometry.history = new_history(m, m.tensors[root].geometry.storage);
  limits::mark_write(m, node, id, root);
  if (root == id) {
    set_history(m, id, node, 0);
    return;
  }
  const Edge to_base = edge_of(m, root);
  const NodeState inner = m.nodes[node];
  NodeState slices = inner;
  limits::mark_slices(m, slices, id, root, to_base);
  slices.kind = inner.kind == NodeKind::NotImplemented ? inner.kind : NodeKind::CopySlices;
  slices.first_edge = static_cast<std::uint32_t>(m.edges.size());
  m.edges.push_back(to_base);
  for (int i = 1; i < inner.edge_count; ++i) m.edges.push_back(Edge{edge(m, inner, i)});
  m.nodes.push_back(slices);
  set_history(m, root, static_cast<NodeId>(m.nodes.size() - 1), 0);
  refresh(m, id);
}

}  // namespace modecheck::spec
