#include "spec/model/queries.h"

#include <bitset>

#include "spec/model/graph.h"
#include "spec/model/model.h"
#include "spec/model/state.h"

namespace modecheck::spec {

Queries::Queries(const Model& model) : state_(model.state()) {}

bool Queries::last_step_was_undone() const { return state_.stopped() && state_.undo.possible; }

const ModeState& Queries::mode(int thread) const { return state_.threads[at(thread)].mode; }

int Queries::open_guards(int thread) const { return state_.threads[at(thread)].open; }

bool Queries::has_captured_state() const { return state_.captured.has_value(); }

HeldTensor Queries::held(int reg) const {
  const TensorId id = state_.tensor_in(reg);
  const TensorState& tensor = state_.tensors[id];
  const StorageState& storage = state_.storages[tensor.geometry.storage];
  HeldTensor out;
  out.id = id;
  out.geometry = &tensor.geometry;
  out.storage_bytes = storage.bytes;
  out.inference = tensor.inference;
  out.requires_grad = requires_grad(state_, id);
  out.leaf = tensor.grad_fn == 0;
  out.tracked_view = tensor.tracked;
  out.has_grad = tensor.grad != 0;
  out.on_host = storage.on_host;
  if (!tensor.tracked) return out;
  const TensorState& base = state_.tensors[tensor.base];
  out.creation_meta = tensor.creation_meta;
  out.view_of_leaf = base.requires_grad_flag && base.grad_fn == 0;
  out.has_fixed_history = tensor.creation_meta != CreationMeta::Default;
  out.stale = stale_reason(state_, id) != ErrorClass::None;
  return out;
}

LookBack Queries::look_back(int reg) const {
  const TensorId id = state_.tensor_in(reg);
  const TensorState& tensor = state_.tensors[id];
  LookBack out;
  if (stale_reason(state_, id) != ErrorClass::None) return out;
  // A view whose elements were written is regenerated from its base before a backward (rule W5).
  const bool regenerates =
      tensor.tracked && state_.counters[tensor.counter] != tensor.refreshed_at && requires_grad(state_, tensor.base);
  const TensorState& from = regenerates ? state_.tensors[tensor.base] : tensor;
  const NodeId root = from.grad_fn != 0 ? from.grad_fn : from.accumulator;
  out.backward_is_possible = from.grad_fn != 0 || from.requires_grad_flag;
  out.registers = static_cast<std::uint8_t>(1 << reg);
  if (root == 0) return out;
  // The search through the graph ends early if the ids of nodes reach this number. That is rare, although the model
  // frees no node.
  static constexpr std::size_t kMostNodes = 1024;
  std::bitset<kMostNodes> reached;
  if (root >= kMostNodes) return out;
  reached.set(root);
  for (NodeId node_id = root; node_id > 0; --node_id) {
    if (!reached.test(node_id)) continue;
    const NodeState& node = state_.nodes[node_id];
    for (std::uint32_t i = 0; i < node.edge_count; ++i)
      if (const NodeId next = state_.edges[node.first_edge + i].node; next != 0) reached.set(next);
    if (node.kind == NodeKind::Accumulate) continue;
    out.saved = out.saved || node.saved_count > 0;
    if (node.kind == NodeKind::NotImplemented) out.backward_is_possible = false;
    if (node.freed && (node.saved_count > 0 || node.kind == NodeKind::CopySlices)) out.backward_is_possible = false;
    for (std::uint32_t i = 0; i < node.saved_count; ++i) {
      const SavedTensor& saved = state_.saved[node.first_saved + i];
      if (saved.counter != 0 && state_.counters[saved.counter] != saved.version) out.backward_is_possible = false;
    }
  }
  for (int other = 0; other < kRegisters; ++other) {
    const TensorState& held = state_.tensors[state_.tensor_in(other)];
    const NodeId node = held.grad_fn != 0 ? held.grad_fn : held.accumulator;
    if (node != 0 && node < kMostNodes && reached.test(node)) out.registers |= static_cast<std::uint8_t>(1 << other);
  }
  return out;
}

bool Queries::last_node_saved(int reg) const {
  const TensorState& tensor = state_.tensors[state_.tensor_in(reg)];
  return tensor.grad_fn != 0 && state_.nodes[tensor.grad_fn].saved_count > 0;
}

}  // namespace modecheck::spec
