// Declares the functions from which programs build the Autograd and ADInplaceOrView kernels of a custom operator, under
// libtorch's names (rule F3). examples/custom_inplace.cpp and examples/custom_view.cpp are complete examples.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "engine/autograd/graph/history.h"
#include "engine/core/memory/thread_state.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

// Makes `tensor`, a new alias of `base`, a tracked view (rule W1) that shares the base's version counter (rule V1), and
// returns `tensor`. Without `is_bw_differentiable` the view is not tracked. Does nothing for an inference tensor (rule
// W6). `creation_meta` is used in grad mode; otherwise the thread's state determines it. `view_func` is not needed,
// because the view is recomputed from its strides. Raises if `tensor` is `base` itself or no alias of it. Also raises
// if `tensor` has autograd metadata, which happens if the backend kernel was not run below ADInplaceOrView.
at::Tensor as_view(const at::Tensor& base, const at::Tensor& tensor, bool is_bw_differentiable,
                   bool is_fw_differentiable, std::function<at::Tensor(const at::Tensor&)> view_func = nullptr,
                   CreationMeta creation_meta = CreationMeta::DEFAULT, bool allow_tensor_metadata_change = true);

// Bumps the version of a tensor that was written (rules V3 and V4). Must be called after a successful write. Raises for
// an inference tensor outside InferenceMode (rule M2), which is too late to prevent the write: see
// TensorImpl::bump_version.
inline void increment_version(const at::Tensor& tensor) { tensor.unsafeGetTensorImpl()->bump_version(); }

// Raises unless rule W4 allows a recorded write to `tensor`. Does nothing if `requires_grad` is false or grad mode is
// off.
void check_inplace(const at::Tensor& tensor, bool requires_grad);

// Makes `node` the history of a functional operator's result, or of a view.
void set_history(const at::Tensor& result, const c10::intrusive_ptr<Node>& node);
// Makes `node` the history of a tensor that an in-place operator wrote. If the tensor is a view, a CopySlices node adds
// `node` to the history of its base (rule W4).
void rebase_history(const at::Tensor& written, const c10::intrusive_ptr<Node>& node);

// The deleter of a shared pointer with which a program holds a node, as in libtorch: `std::shared_ptr<MyNode>(new
// MyNode, deleteNode)`. The graph holds a reference of its own.
inline void deleteNode(Node* node) { c10::intrusive_ptr<Node>::reclaim(node); }

namespace detail {
// Returns a new reference for the graph to a node that a shared pointer holds. The shared pointer keeps its own
// reference.
inline c10::intrusive_ptr<Node> shared_with_graph(const std::shared_ptr<Node>& node) {
  c10::intrusive_ptr<Node> borrowed = c10::intrusive_ptr<Node>::reclaim(node.get());
  c10::intrusive_ptr<Node> out = borrowed;
  borrowed.release();
  return out;
}
}  // namespace detail

inline void set_history(const at::Tensor& result, const std::shared_ptr<Node>& node) {
  autograd::set_history(result, detail::shared_with_graph(node));
}
inline void rebase_history(const at::Tensor& written, const std::shared_ptr<Node>& node) {
  autograd::rebase_history(written, detail::shared_with_graph(node));
}

// Returns whether grad mode is on and one of the tensors requires grad.
template <typename... Tensors>
bool compute_requires_grad(const Tensors&... tensors) {
  return modecheck::engine::thread_state.grad && ((tensors.defined() && tensors.requires_grad()) || ...);
}

namespace impl {
inline void bump_version(const at::Tensor& tensor) { increment_version(tensor); }
// Returns the edge to which the tensor's gradient flows. Raises for a view whose base was written since, if its history
// may not be regenerated (rule W5).
Edge gradient_edge(const at::Tensor& tensor);
}  // namespace impl

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
