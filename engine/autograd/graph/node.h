// The recorded graph: a Node for each recorded operator, and an Edge for each tensor that is an input of the operator.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/autograd/graph/geometry.h"
#include "engine/autograd/graph/small_vector.h"
#include "engine/core/memory/free_list.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

// The sizes, dtype and device that an incoming gradient of a node must have. They are those of the forward result to
// which the gradient belongs.
struct InputMetadata {
  explicit InputMetadata(const at::Tensor& result) : InputMetadata(result.sizes(), result) {}
  // Takes the sizes from `sizes`, and dtype and device from `like`.
  InputMetadata(c10::IntArrayRef sizes, const at::Tensor& like);
  c10::IntArrayRef shape() const { return c10::IntArrayRef(sizes_.begin(), sizes_.size()); }
  c10::ScalarType dtype() const { return dtype_; }
  c10::Device device() const { return device_; }

 private:
  SmallVector<std::int64_t, 6> sizes_;
  c10::ScalarType dtype_;
  c10::Device device_;
};

struct NodeHooks;
struct TensorHook;

}  // namespace modecheck::engine

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

using Variable = at::Tensor;
using variable_list = std::vector<at::Tensor>;

struct Node;
struct FunctionPreHook;
struct FunctionPostHook;
class AnomalyMetadata;

// Refers to input `input_nr` of the node `function`, which receives the gradient of a tensor.
struct Edge {
  Edge() = default;
  Edge(c10::intrusive_ptr<Node> target, std::uint32_t nr) noexcept : function(std::move(target)), input_nr(nr) {}
  bool is_valid() const noexcept { return static_cast<bool>(function); }
  bool operator==(const Edge& other) const noexcept { return function == other.function && input_nr == other.input_nr; }

  c10::intrusive_ptr<Node> function;
  std::uint32_t input_nr = 0;
};
using edge_list = std::vector<Edge>;

// A recorded operator. A node owns its saved tensors and its edges, and it never owns a tensor that could own the node
// in turn. Saved tensors are aliases without history; leaves and tensors that retain their gradient are reached through
// links. The graph therefore has no cycles, and nothing remains when a program's last handle is gone.
struct Node : public c10::intrusive_ptr_target, public modecheck::engine::FreeListed<Node> {
  explicit Node(std::uint64_t sequence_nr);
  Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  virtual ~Node();
  // Destroys a chain of nodes in a loop, so that a long chain does not overflow the stack.
  static void destroy(Node* node) noexcept;

  // Returns the name of the node's C++ type, unless a derived node overrides this.
  virtual std::string name() const;
  // Takes the gradients of the forward results and returns the gradients for next_edges(). An undefined gradient stands
  // for zero.
  virtual variable_list apply(variable_list&& gradients) = 0;
  // Raises if a saved tensor was freed or has been written since it was saved (rule S2).
  virtual void check_saved() const {}
  // Frees the saved tensors. If there were any, check_saved() raises afterwards.
  virtual void release_variables() {}

  std::uint64_t sequence_nr() const { return sequence_nr_; }
  // Returns the number of the device stream on which the forward ran, or 0 if there is no device.
  int device_stream() const { return device_stream_; }
  std::size_t num_inputs() const { return metadata_.size(); }
  std::size_t num_outputs() const { return next_edges_.size(); }
  const modecheck::engine::InputMetadata& input_metadata(std::size_t index) const { return metadata_[index]; }
  // Adds `result` as the next forward result of the node, and returns the number of the node's input that receives its
  // gradient.
  std::uint32_t add_input_metadata(const at::Tensor& result) {
    metadata_.emplace_back(result);
    return static_cast<std::uint32_t>(metadata_.size() - 1);
  }
  std::uint32_t add_input_metadata(c10::IntArrayRef sizes, const at::Tensor& like) {
    metadata_.emplace_back(sizes, like);
    return static_cast<std::uint32_t>(metadata_.size() - 1);
  }
  void clear_input_metadata() { metadata_.clear(); }
  const Edge& next_edge(std::size_t index) const { return next_edges_[index]; }
  c10::ArrayRef<Edge> next_edges() const { return c10::ArrayRef<Edge>(next_edges_.begin(), next_edges_.size()); }
  void add_next_edge(Edge edge) { next_edges_.emplace_back(std::move(edge)); }
  // Returns whether the node's gradient for the edge `index` is needed. Raises an Index error if there is no such edge.
  bool should_compute_output(std::size_t index) const {
    if (index >= next_edges_.size()) [[unlikely]]
      reject_output(index);
    return next_edges_[index].is_valid();
  }

  // Returns whether the node has any hooks or anomaly metadata. Another thread may add the first hook while this runs.
  bool has_hooks() const { return hooks_.load(std::memory_order_acquire) != nullptr; }
  modecheck::engine::NodeHooks& hooks();
  // Returns the hooks of the tensors that belong to this node. The caller must hold tensor_hooks_mutex as long as it
  // uses the list.
  std::vector<modecheck::engine::TensorHook>& tensor_hooks();
  // Returns whether any tensor of this node has hooks. Locks tensor_hooks_mutex for that.
  bool has_tensor_hooks() const;

  // Adds a hook that runs before the node, after the hooks of its tensors. Several hooks run in the order in which they
  // were added.
  void add_pre_hook(std::unique_ptr<FunctionPreHook>&& pre_hook);
  std::vector<std::unique_ptr<FunctionPreHook>>& pre_hooks();
  // Adds a hook that runs after the node. Returns a key for del_post_hook(), which returns whether the hook was found.
  std::uintptr_t add_post_hook(std::unique_ptr<FunctionPostHook>&& post_hook);
  bool del_post_hook(std::uintptr_t key);
  std::vector<std::unique_ptr<FunctionPostHook>>& post_hooks();

  // Returns the anomaly metadata: where the node was recorded. Returns nullptr if anomaly mode was off when the node
  // was created.
  const AnomalyMetadata* metadata() const;

 private:
  [[noreturn, gnu::cold, gnu::noinline]] void reject_output(std::size_t index) const;

  std::uint64_t sequence_nr_;
  int device_stream_ = 0;
  modecheck::engine::SmallVector<Edge, 2> next_edges_;
  modecheck::engine::SmallVector<modecheck::engine::InputMetadata, 1> metadata_;
  std::atomic<modecheck::engine::NodeHooks*> hooks_{nullptr};  // the node owns the object to which this pointer refers
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch

namespace modecheck::engine {
using torch::autograd::Edge;
using torch::autograd::Node;
using torch::autograd::variable_list;
using NodePtr = c10::intrusive_ptr<Node>;
}  // namespace modecheck::engine
