// Computes the key of a state; state_key.h says what the key includes and what it leaves out.
#include <algorithm>

#include "spec/model/further/double_backward.h"
#include "spec/model/further/hooks.h"
#include "spec/model/state.h"

namespace modecheck::spec {
namespace {

// If you add a field to one of these types, decide whether the state key includes the field. Then correct the size
// here.
static_assert(sizeof(ModeState) == 7 && sizeof(StorageState) == 8 && sizeof(TensorState) == 152 && sizeof(Edge) == 8 &&
              sizeof(NodeState) == 84 && sizeof(SavedTensor) == 28 && sizeof(RetainedGradient) == 16 &&
              sizeof(TensorHook) == 20);

// Hashes the words that are added, with two independent hash functions.
class KeyHash {
 public:
  void add(std::uint64_t word) {
    high_ = mix((high_ ^ word) * 0x9e3779b97f4a7c15u);
    low_ = mix((low_ + word) * 0xd1342543de82ef95u + 0x2545f4914f6cdd1du);
  }
  StateKey key() const { return {high_, low_}; }

 private:
  static std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
  }

  std::uint64_t high_ = 0x243f6a8885a308d3u;
  std::uint64_t low_ = 0x13198a2e03707344u;
};

// Gives new names to ids: numbers in the order in which the ids are met. Id 0 keeps the name 0.
class Renaming {
 public:
  explicit Renaming(std::size_t pool) : names_(pool, 0) {}

  std::uint32_t operator[](std::uint32_t id) const { return names_[id]; }
  // Gives the id a name, and returns true if it had none.
  bool meet(std::uint32_t id) {
    if (id == 0 || names_[id] != 0) return false;
    met_.push_back(id);
    names_[id] = static_cast<std::uint32_t>(met_.size());
    return true;
  }
  const std::vector<std::uint32_t>& met() const { return met_; }
  // Gives the ids new names. The ids for which `holds` is false come first, in the order in which they were met. Then
  // come all other ids, smaller ids first.
  template <typename Holds>
  void rename_by_age(const Holds& holds) {
    const auto aged = std::stable_partition(met_.begin(), met_.end(), [&](std::uint32_t id) { return !holds(id); });
    std::sort(aged, met_.end());
    for (std::size_t i = 0; i < met_.size(); ++i) names_[met_[i]] = static_cast<std::uint32_t>(i + 1);
  }

 private:
  std::vector<std::uint32_t> names_;
  std::vector<std::uint32_t> met_;
};

constexpr std::uint64_t bit(bool holds, int at) { return static_cast<std::uint64_t>(holds) << at; }

std::uint64_t word_of(const ModeState& mode) {
  return bit(mode.inference, 0) | bit(mode.grad, 1) | bit(mode.forward_grad, 2) |
         bit(mode.adinplaceorview_included, 3) | bit(mode.autograd_excluded, 4) |
         bit(mode.adinplaceorview_excluded, 5) | static_cast<std::uint64_t>(mode.saved_tensors_hooks) << 16;
}

class KeyWriter {
 public:
  explicit KeyWriter(const ModelState& state)
      : state_(state),
        tensors_(state.tensors.size()),
        nodes_(state.nodes.size()),
        storages_(state.storages.size()),
        counters_(state.counters.size()),
        histories_(static_cast<std::size_t>(state.histories) + 1) {}

  StateKey write() {
    for (const RegisterState& held : state_.registers) tensors_.meet(held.tensor);
    meet_all();
    nodes_.rename_by_age([&](NodeId id) { return state_.nodes[id].kind != NodeKind::Accumulate; });
    for (const ThreadStates& thread : state_.threads) add(thread);
    hash_.add(state_.captured ? 64 | word_of(*state_.captured) : 0);
    for (const RegisterState& held : state_.registers) {
      hash_.add(tensors_[held.tensor]);
      const TensorState& tensor = state_.tensors[held.tensor];
      if (tensor.counter != 0)
        hash_.add(static_cast<std::uint32_t>(state_.counters[tensor.counter] - held.first_version));
    }
    for (const TensorId id : tensors_.met()) {
      add(state_.tensors[id]);
      add_hooks_of_leaf(id);
    }
    for (const NodeId id : nodes_.met()) add(id, state_.nodes[id]);
    for (const StorageId id : storages_.met()) add(state_.storages[id]);
    return hash_.key();
  }

 private:
  // Follows the references between tensors and nodes until there is no new id. The order depends only on the structure
  // of the graph.
  void meet_all() {
    for (std::size_t tensor = 0, node = 0; tensor < tensors_.met().size() || node < nodes_.met().size();) {
      if (tensor < tensors_.met().size())
        meet_from(state_.tensors[tensors_.met()[tensor++]]);
      else
        meet_from(nodes_.met()[node++]);
    }
  }
  void meet_from(const TensorState& tensor) {
    tensors_.meet(tensor.base);
    tensors_.meet(tensor.grad);
    nodes_.meet(tensor.grad_fn);
    nodes_.meet(tensor.accumulator);
  }
  void meet_from(NodeId id) {
    const NodeState& node = state_.nodes[id];
    tensors_.meet(node.leaf);
    for (std::uint32_t i = 0; i < node.edge_count; ++i) nodes_.meet(state_.edges[node.first_edge + i].node);
    for (std::uint32_t i = 0; i < node.saved_count; ++i) {
      const SavedTensor& saved = state_.saved[node.first_saved + i];
      tensors_.meet(saved.tensor);
      if (saved.counter == 0) nodes_.meet(saved.edge.node);
    }
    if (!node.retained && !node.hooked) return;
    for (const RetainedGradient& retained : state_.retained)
      if (retained.edge.node == id) tensors_.meet(retained.tensor);
    for (const TensorHook& hook : state_.hooks)
      if (hook.edge.node == id) tensors_.meet(hook.tensor);
  }

  void add(const ThreadStates& thread) {
    hash_.add(word_of(thread.mode) | static_cast<std::uint64_t>(thread.open) << 8);
    for (int i = 0; i < thread.open; ++i) {
      const OpenGuard& one = thread.guards[at(i)];
      hash_.add(one.gone ? ~std::uint64_t{0} : word_of(one.before) | static_cast<std::uint64_t>(one.guard) << 8);
    }
  }
  void add_layout(const Geometry& geometry) {
    hash_.add(static_cast<std::uint64_t>(geometry.dtype) | static_cast<std::uint64_t>(geometry.rank) << 8 |
              static_cast<std::uint64_t>(static_cast<std::uint32_t>(geometry.offset)) << 32);
    for (int d = 0; d < geometry.rank; ++d)
      hash_.add(static_cast<std::uint64_t>(static_cast<std::uint32_t>(geometry.sizes[at(d)])) << 32 |
                static_cast<std::uint32_t>(geometry.strides[at(d)]));
  }
  void add(const TensorState& tensor) {
    storages_.meet(tensor.geometry.storage);
    histories_.meet(tensor.geometry.history);
    counters_.meet(tensor.counter);
    add_layout(tensor.geometry);
    hash_.add(storages_[tensor.geometry.storage] | static_cast<std::uint64_t>(histories_[tensor.geometry.history])
                                                       << 32);
    const bool fresh = tensor.counter == 0 || state_.counters[tensor.counter] == tensor.refreshed_at;
    hash_.add(counters_[tensor.counter] | static_cast<std::uint64_t>(tensor.output_nr) << 32 |
              static_cast<std::uint64_t>(static_cast<std::uint8_t>(tensor.creation_meta)) << 40 |
              bit(tensor.inference, 48) | bit(tensor.requires_grad_flag, 49) | bit(tensor.retains_grad, 50) |
              bit(tensor.tracked, 51) | bit(tensor.marks.exchanged, 52) | bit(tensor.marks.other_dtype, 54) |
              bit(tensor.tracked && fresh, 53));
    hash_.add(tensors_[tensor.base] | static_cast<std::uint64_t>(tensors_[tensor.grad]) << 32);
    hash_.add(nodes_[tensor.grad_fn] | static_cast<std::uint64_t>(nodes_[tensor.accumulator]) << 32);
    if (tensor.grad_fn != 0) add_layout(tensor.marks.recorded);
  }
  // Adds to the key the hooks that the next AccumulateGrad node of this leaf will run, wherever they were registered.
  void add_hooks_of_leaf(TensorId id) {
    for (const TensorHook& hook : state_.hooks)
      if (is_hook_of_leaf(state_, hook, id))
        hash_.add(static_cast<std::uint64_t>(hook.kind) | static_cast<std::uint64_t>(hook.written) << 8 |
                  bit(true, 60));
  }
  void add(NodeId id, const NodeState& node) {
    hash_.add(static_cast<std::uint64_t>(node.kind) | static_cast<std::uint64_t>(node.thread) << 8 |
              static_cast<std::uint64_t>(node.operation) << 16 | bit(node.marks.wrote_shared_places, 39) |
              bit(node.freed, 40) | bit(node.retained, 41) | bit(node.marks.through_sanctioned_hole, 42) |
              bit(node.marks.reshaped_through_sanctioned_hole, 43) | bit(node.others_reach_the_first, 44) |
              static_cast<std::uint64_t>(node.edge_count) << 48 | static_cast<std::uint64_t>(node.saved_count) << 56);
    storages_.meet(node.outputs.storage);
    hash_.add(tensors_[node.leaf] | static_cast<std::uint64_t>(storages_[node.outputs.storage]) << 32);
    add_layout(node.outputs);
    for (std::uint32_t i = 0; i < node.edge_count; ++i) {
      const Edge& edge = state_.edges[node.first_edge + i];
      hash_.add(nodes_[edge.node] | static_cast<std::uint64_t>(edge.input_nr) << 32);
    }
    for (std::uint32_t i = 0; i < node.saved_count; ++i) {
      const SavedTensor& saved = state_.saved[node.first_saved + i];
      storages_.meet(saved.storage);
      counters_.meet(saved.counter);
      const bool unchanged = saved.counter == 0 || state_.counters[saved.counter] == saved.version;
      hash_.add(counters_[saved.counter] | static_cast<std::uint64_t>(storages_[saved.storage]) << 32);
      hash_.add(tensors_[saved.tensor] | bit(unchanged, 32) | bit(is_where_it_was(state_, saved), 33) |
                bit(saved.unpack_raises, 34));
      if (saved.counter == 0)
        hash_.add(nodes_[saved.edge.node] | static_cast<std::uint64_t>(saved.edge.input_nr) << 32);
    }
    if (!node.retained && !node.hooked) return;
    for (const RetainedGradient& retained : state_.retained)
      if (retained.edge.node == id)
        hash_.add(tensors_[retained.tensor] | static_cast<std::uint64_t>(retained.edge.input_nr) << 32 | bit(true, 63));
    for (const TensorHook& hook : state_.hooks) {
      if (hook.edge.node != id) continue;
      hash_.add(tensors_[hook.tensor]);
      hash_.add(static_cast<std::uint64_t>(hook.kind) | static_cast<std::uint64_t>(hook.written) << 8 |
                static_cast<std::uint64_t>(hook.edge.input_nr) << 16 | bit(true, 62));
    }
  }
  void add(const StorageState& storage) {
    hash_.add(storage.bytes | bit(storage.marks.touched_through_sanctioned_hole, 32) |
              bit(storage.marks.two_histories, 33) | bit(storage.marks.unpredictable, 34) | bit(storage.on_host, 35));
  }

  const ModelState& state_;
  Renaming tensors_;
  Renaming nodes_;
  Renaming storages_;
  Renaming counters_;
  Renaming histories_;
  KeyHash hash_;
};

}  // namespace

StateKey key_of(const ModelState& m) { return KeyWriter(m).write(); }

}  // namespace modecheck::spec
