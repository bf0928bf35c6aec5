// What few nodes have: hooks, and what anomaly mode has noted.
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

// The same elements under two sets of indices: what a node expects and what a tensor has.
struct Reindex {
  Geometry recorded;
  Geometry present;
  // What another node tells of the tensor is left out: that of these elements.
  c10::optional<Geometry> told_elsewhere = c10::nullopt;

  at::Tensor operator()(const at::Tensor& gradient) const;
  // The way back: `gradient` with `changed`, read so and then changed, in the place of what was read.
  at::Tensor put_back(const at::Tensor& gradient, const at::Tensor& changed) const;
};

// Something done with a gradient before its node runs.
struct TensorHook {
  std::uint32_t output_nr;                 // which of the node's inputs
  unsigned id;                             // its position among the tensor's
  HookList::Slot slot;                     // the function; what it returns is undefined: unchanged
  c10::intrusive_ptr<TensorLink> retain;   // instead of a function: store into this tensor's grad
  std::shared_ptr<const Reindex> reindex;  // the gradient is read so, if the tensor had other indices by then
};

// Held while one of a node's tensor hooks is looked at or changed: who reads a stale view that retains its gradient
// withdraws the order from the node before, which another thread may go back through.
inline std::mutex tensor_hooks_mutex;

struct NodeHooks {
  // Run in this order: those of tensors, the node's own, and after the node the others.
  std::vector<TensorHook> tensor;
  std::vector<std::unique_ptr<torch::autograd::FunctionPreHook>> pre;
  std::vector<std::unique_ptr<torch::autograd::FunctionPostHook>> post;
  std::unique_ptr<torch::autograd::AnomalyMetadata> anomaly;
};

}  // namespace modecheck::engine
