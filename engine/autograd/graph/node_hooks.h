// Data that only few nodes have: hooks and the metadata of anomaly mode.
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

// Converts gradients between two geometries over the same storage: the one that a node expects, and the tensor's
// present one.
struct Reindex {
  Geometry recorded;
  Geometry present;
  // If set, the gradient of these elements is left out, because another node delivers it.
  c10::optional<Geometry> told_elsewhere = c10::nullopt;

  at::Tensor operator()(const at::Tensor& gradient) const;
  // Reverses the conversion: returns `gradient` with the elements that were read replaced by those of `changed`.
  at::Tensor put_back(const at::Tensor& gradient, const at::Tensor& changed) const;
};

// An action on a gradient before its node runs.
struct TensorHook {
  std::uint32_t output_nr;                // the node's input to which it applies
  unsigned id;                            // the hook's position among those of its tensor
  HookList::Slot slot;                    // the function; an undefined result leaves the gradient unchanged
  c10::intrusive_ptr<TensorLink> retain;  // set instead of a function: store the gradient into this tensor's grad
  // set if the tensor's geometry changed after recording: converts the gradient
  std::shared_ptr<const Reindex> reindex;
};

// Held while a node's tensor hooks are read or changed. Regenerating a stale view that retains its gradient removes a
// hook from the older node, through which another thread may be running backward.
inline std::mutex tensor_hooks_mutex;

struct NodeHooks {
  // They run in this order: hooks of tensors, pre-hooks of the node, and, after the node, its post-hooks.
  std::vector<TensorHook> tensor;
  std::vector<std::unique_ptr<torch::autograd::FunctionPreHook>> pre;
  std::vector<std::unique_ptr<torch::autograd::FunctionPostHook>> post;
  std::unique_ptr<torch::autograd::AnomalyMetadata> anomaly;
};

}  // namespace modecheck::engine
