// The graph of recorded operators: which tensors require grad, where gradients go, stale views (rule W5), and saved
// tensors.
#pragma once

#include "spec/model/state.h"
#include "spec/rules/saving_table.h"

namespace modecheck::spec {

// Returns true if a gradient can flow to the tensor, so that edge_of gives a node. A view made without recording has no
// grad_fn: if it requires grad only through its base, the result is false.
inline bool flows(const ModelState& m, TensorId id) {
  return m.tensors[id].grad_fn != 0 || m.tensors[id].requires_grad_flag;
}
// Rule W3: returns true if the tensor or, for a view, its base has a grad_fn or the requires_grad flag.
inline bool requires_grad(const ModelState& m, TensorId id) {
  const TensorState& tensor = m.tensors[id];
  return flows(m, id) || (tensor.tracked && flows(m, tensor.base));
}
Edge edge_of(ModelState& m, TensorId id);  // the tensor must not be a stale view
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

// Functions for views.
ErrorClass forbidden_by(CreationMeta meta);  // rules W4, W5: the error of the creation meta; None if it forbids nothing
bool is_stale(const ModelState& m, const TensorState& tensor);
ErrorClass stale_reason(const ModelState& m,
                        TensorId id);      // the error if W5 forbids to regenerate this stale view; otherwise None
void refresh(ModelState& m, TensorId id);  // stale_reason must be None
bool check_and_refresh(ModelState& m,
                       TensorId id);  // returns false if the command is rejected or dropped

// Functions that make nodes and save tensors.
NodeId new_node(ModelState& m, NodeKind kind, const Operands& operands);
bool is_saved(const ModelState& m, const SavedInput& saved, const Operands& operands);
void save(ModelState& m, NodeId node, TensorId id, bool is_input = false);
void save_inputs(ModelState& m, NodeId node, const Operands& operands, const DerivativeFacts& facts,
                 bool own_copy_of_first);
void set_history(ModelState& m, TensorId id, NodeId node, std::uint8_t output_nr);
void rebase_history(ModelState& m, TensorId id, NodeId node);

}  // namespace modecheck::spec
