// What the Autograd and ADInplaceOrView kernels of a custom operator are made of, under libtorch's names (F3).
// examples/custom_inplace.cpp and examples/custom_view.cpp are complete.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "engine/autograd/graph/history.h"
#include "engine/core/memory/thread_state.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

// Makes `tensor`, a fresh alias of `base`, a tracked view of it (W1) that shares its version counter (V1), and returns
// it; without `is_bw_differentiable` the view is not tracked. Records nothing for an inference
// tensor (W6). `creation_meta` counts in grad mode: elsewhere the thread's state decides. `view_func` is not needed:
// how to recompute the view follows from its strides. Raises if `tensor` is no alias of `base`, is `base` itself, or
// has a history already, as it has when the backend kernel was not run below ADInplaceOrView.
at::Tensor as_view(const at::Tensor& base, const at::Tensor& tensor, bool is_bw_differentiable,
                   bool is_fw_differentiable, std::function<at::Tensor(const at::Tensor&)> view_func = nullptr,
                   CreationMeta creation_meta = CreationMeta::DEFAULT, bool allow_tensor_metadata_change = true);

// V3, V4: after a successful write. Raises for an inference tensor outside the mode (M2), when it is too late: see
// TensorImpl::bump_version.
inline void increment_version(const at::Tensor& tensor) { tensor.unsafeGetTensorImpl()->bump_version(); }

// W4: raises unless a recorded write to `tensor` is allowed; nothing if `requires_grad` is false or grad mode is off.
void check_inplace(const at::Tensor& tensor, bool requires_grad);

// The result of a functional operator, or a view.
void set_history(const at::Tensor& result, const c10::intrusive_ptr<Node>& node);
// The tensor that an in-place operator wrote; for a view the history goes through its base (CopySlices).
void rebase_history(const at::Tensor& written, const c10::intrusive_ptr<Node>& node);

// How programs for libtorch hold a node: `std::shared_ptr<MyNode>(new MyNode, deleteNode)`. The graph holds it, too.
inline void deleteNode(Node* node) { c10::intrusive_ptr<Node>::reclaim(node); }

namespace detail {
// The graph's own handle to a node that a shared pointer holds.
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

// Grad mode is on and one of the tensors requires grad.
template <typename... Tensors>
bool compute_requires_grad(const Tensors&... tensors) {
  return modecheck::engine::thread_state.grad && ((tensors.defined() && tensors.requires_grad()) || ...);
}

namespace impl {
inline void bump_version(const at::Tensor& tensor) { increment_version(tensor); }
// Where the tensor's gradient goes. W5: raises if it is a stale view that may not regenerate.
Edge gradient_edge(const at::Tensor& tensor);
}  // namespace impl

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
