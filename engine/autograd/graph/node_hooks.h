// Data that a node stores apart, because only few nodes have any: hooks and the metadata of anomaly mode.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "engine/autograd/graph/anomaly_mode.h"
#include "engine/autograd/graph/function_hook.h"
#include "engine/autograd/graph/geometry.h"
#include "engine/autograd/graph/hook_list.h"
#include "engine/autograd/graph/node.h"
#include "engine/autograd/graph/tensor_link.h"

namespace modecheck::engine {

// Converts a gradient from the geometry `recorded`, in which the node receives it, to the geometry `present`, which the
// tensor has now. Both geometries describe elements of one storage.
struct Reindex {
  Geometry recorded;
  Geometry present;
  // The gradient of elements in this geometry is left out, because another node delivers it. Nothing is left out if
  // this is not set.
  c10::optional<Geometry> told_elsewhere = c10::nullopt;

  at::Tensor operator()(const at::Tensor& gradient) const;
  // Reverses the conversion after a hook has run. Returns `gradient`, in which the elements that were passed to the
  // hook are replaced by `changed`, the hook's result.
  at::Tensor put_back(const at::Tensor& gradient, const at::Tensor& changed) const;
};

// Where the rest of a gradient arrives, if the node of a hook receives only a part of it.
struct RestOfGradient {
  // The node and its input. The number tells the node from another one that was allocated in its place. `owner` keeps
  // the node alive, and is null if the node leads to the hook's node: then it runs first, and must not be kept alive.
  const Node* node;
  std::uint64_t sequence_nr;
  std::uint32_t output_nr;
  NodePtr owner;
  std::shared_ptr<const Reindex> reindex;
};

// A hook of a tensor. It acts on a gradient before the node that receives the gradient runs.
struct TensorHook {
  std::uint32_t output_nr;  // the node's input to whose gradient the hook applies
  unsigned id;              // the hook's position among the hooks of its tensor
  HookList::Slot slot;      // the hook's function; if it returns an undefined tensor, the gradient stays unchanged
  // The tensor that retains its gradient, which is then stored into the tensor's grad. It is set instead of a function.
  c10::intrusive_ptr<TensorLink> retain;
  // Converts the gradient to the tensor's present geometry. Set if the geometry changed after recording.
  std::shared_ptr<const Reindex> reindex;
  // Set if this node receives only a part of the gradient. The hook's function runs once, at this node, on both parts.
  std::shared_ptr<const RestOfGradient> rest = nullptr;
};

// Held while the tensor hooks of a node are read or changed. If a view's base was written since, regenerating the
// view's history moves its retained gradient to a new node. That removes a hook from the older node, through which
// another thread may be running backward.
inline std::mutex tensor_hooks_mutex;

struct NodeHooks {
  // The hooks of a node. They run in this order: hooks of tensors, pre-hooks of the node, and, after the node, its
  // post-hooks.
  std::vector<TensorHook> tensor;
  std::vector<std::unique_ptr<torch::autograd::FunctionPreHook>> pre;
  std::vector<std::unique_ptr<torch::autograd::FunctionPostHook>> post;
  std::unique_ptr<torch::autograd::AnomalyMetadata> anomaly;
};

}  // namespace modecheck::engine
