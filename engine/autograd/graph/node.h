// The recorded computation: a Node per recorded operator, an Edge per tensor that flowed into it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/autograd/graph/geometry.h"
#include "engine/autograd/graph/small_vector.h"
#include "engine/core/memory/free_list.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

// What a gradient that flows into a node must look like: the geometry of the forward result it belongs to.
struct InputMetadata {
  explicit InputMetadata(const at::Tensor& result) : InputMetadata(result.sizes(), result) {}
  // Of sizes of its own, otherwise like `like`.
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

// Input `input_nr` of `function`: where the gradient of a tensor goes.
struct Edge {
  Edge() = default;
  Edge(c10::intrusive_ptr<Node> target, std::uint32_t nr) noexcept : function(std::move(target)), input_nr(nr) {}
  bool is_valid() const noexcept { return static_cast<bool>(function); }
  bool operator==(const Edge& other) const noexcept { return function == other.function && input_nr == other.input_nr; }

  c10::intrusive_ptr<Node> function;
  std::uint32_t input_nr = 0;
};
using edge_list = std::vector<Edge>;

// A node owns what it saved and its edges. It never owns a tensor that could own it in turn: saved tensors are aliases
// without history, leaves and tensors that retain their gradient are reached by links. So graphs have no cycles, and
// when a program's last handle is gone nothing remains.
struct Node : public c10::intrusive_ptr_target, public modecheck::engine::FreeListed<Node> {
  explicit Node(std::uint64_t sequence_nr);
  Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  virtual ~Node();
  // Chains of nodes are destroyed in a loop, not by recursion.
  static void destroy(Node* node) noexcept;

  // That of the type, unless it has a better one.
  virtual std::string name() const;
  // Gradients of the forward results in, gradients for next_edges() out; undefined stands for zero.
  virtual variable_list apply(variable_list&& gradients) = 0;
  // S2: raises if a saved tensor was freed or has changed.
  virtual void check_saved() const {}
  // Drops what was saved; afterwards check_saved() raises if there was anything.
  virtual void release_variables() {}

  std::uint64_t sequence_nr() const { return sequence_nr_; }
  // The stream of the device that the forward ran on, where there is a device.
  int device_stream() const { return device_stream_; }
  std::size_t num_inputs() const { return metadata_.size(); }
  std::size_t num_outputs() const { return next_edges_.size(); }
  const modecheck::engine::InputMetadata& input_metadata(std::size_t index) const { return metadata_[index]; }
  // Returns the number of the input that belongs to `result`.
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
  // Raises unless there is such an output.
  bool should_compute_output(std::size_t index) const {
    if (index >= next_edges_.size()) [[unlikely]]
      reject_output(index);
    return next_edges_[index].is_valid();
  }

  // Whether anything of what follows is there.
  bool has_hooks() const { return hooks_ != nullptr; }
  modecheck::engine::NodeHooks& hooks();
  std::vector<modecheck::engine::TensorHook>& tensor_hooks();
  bool has_tensor_hooks() const;

  // Before the node runs, after the hooks of tensors; in the order in which they were added.
  void add_pre_hook(std::unique_ptr<FunctionPreHook>&& pre_hook);
  std::vector<std::unique_ptr<FunctionPreHook>>& pre_hooks();
  // After it has run. Returns a key for del_post_hook, which returns whether it was there.
  std::uintptr_t add_post_hook(std::unique_ptr<FunctionPostHook>&& post_hook);
  bool del_post_hook(std::uintptr_t key);
  std::vector<std::unique_ptr<FunctionPostHook>>& post_hooks();

  // What anomaly mode has noted; nullptr if it was off when the node was made.
  const AnomalyMetadata* metadata() const;

 private:
  [[noreturn, gnu::cold, gnu::noinline]] void reject_output(std::size_t index) const;

  std::uint64_t sequence_nr_;
  int device_stream_ = 0;
  modecheck::engine::SmallVector<Edge, 2> next_edges_;
  modecheck::engine::SmallVector<modecheck::engine::InputMetadata, 1> metadata_;
  std::unique_ptr<modecheck::engine::NodeHooks> hooks_;
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
