// The graph of recorded operators: which tensors require grad, where gradients go, stale views (W5), and saved tensors.
#pragma once

#include "spec/model/state.h"
#include "spec/rules/saving_table.h"

namespace modecheck::spec {

// Whether a gradient can flow to the tensor: edge_of gives a node. False for a view that requires grad only by its
// base, because it was made without recording: it has no grad_fn.
inline bool flows(const ModelState& m, TensorId id) {
  return m.tensors[id].grad_fn != 0 || m.tensors[id].requires_grad_flag;
}
// W3: by its own flag or grad_fn, or by the flag or grad_fn of its base.
inline bool requires_grad(const ModelState& m, TensorId id) {
  const TensorState& tensor = m.tensors[id];
  return flows(m, id) || (tensor.tracked && flows(m, tensor.base));
}
Edge edge_of(ModelState& m, TensorId id);  // the tensor must not be stale
inline Edge& edge(ModelState& m, const NodeState& node, int i) {
  return m.edges[node.first_edge + static_cast<std::uint32_t>(i)];
}
inline const Edge& edge(const ModelState& m, const NodeState& node, int i) {
  return m.edges[node.first_edge + static_cast<std::uint32_t>(i)];
}
inline const SavedTensor& saved_tensor(const ModelState& m, const NodeState& node, int i) {
  return m.saved[node.first_saved + static_cast<std::uint32_t>(i)];
}
inline std::int32_t version(const ModelState& m, const TensorState& tensor) { return m.counters[tensor.counter]; }

// Views.
ErrorClass forbidden_by(CreationMeta meta);  // W4, W5; None if the creation meta forbids nothing
bool is_stale(const ModelState& m, const TensorState& tensor);
ErrorClass stale_reason(const ModelState& m,
                        TensorId id);      // why a stale view must not be regenerated
void refresh(ModelState& m, TensorId id);  // only if stale_reason is None
bool check_and_refresh(ModelState& m,
                       TensorId id);  // false: the command is stopped

// Nodes.
NodeId new_node(ModelState& m, NodeKind kind, const Operands& operands);
bool is_saved(const ModelState& m, const SavedInput& saved, const Operands& operands);
void save(ModelState& m, NodeId node, TensorId id, bool is_input = false);
void save_inputs(ModelState& m, NodeId node, const Operands& operands, const DerivativeFacts& facts,
                 bool own_copy_of_first);
void set_history(ModelState& m, TensorId id, NodeId node, std::uint8_t output_nr);
void rebase_history(ModelState& m, TensorId id, NodeId node);

}  // namespace modecheck::spec
