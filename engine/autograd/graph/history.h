// Reads a tensor's history in the graph, and replaces it after a recorded write (rule W4). Reading regenerates the
// history of a stale view, that is a view whose base was written since (rule W5).
#pragma once

#include <list>
#include <memory>

#include "engine/autograd/graph/autograd_meta.h"
#include "engine/autograd/graph/retain_place.h"

namespace modecheck::engine {

// Remembers the histories that an operator or backward call changes, and restores them unless the call succeeds (rule
// E1).
class HistoryTransaction {
 public:
  HistoryTransaction() = default;
  ~HistoryTransaction() {
    if (!remembered_.empty()) [[unlikely]]
      roll_back();
  }
  HistoryTransaction(const HistoryTransaction&) = delete;
  HistoryTransaction& operator=(const HistoryTransaction&) = delete;

  // Keeps the changes. Must be called when the operator or backward call has succeeded. Within a composite operator the
  // changes are handed over to the composite's transaction.
  void commit() noexcept {
    if (!remembered_.empty()) [[unlikely]]
      finish();
  }
  // Remembers the tensor's history and tangent. Must be called before either changes. The tensor must have autograd
  // state.
  void remember(const at::Tensor& tensor);

 private:
  struct Remembered {
    at::Tensor tensor;
    NodePtr grad_fn;
    std::uint32_t output_nr;
    std::uint32_t attr_version;  // the version for which grad_fn was valid; only views have one
    // The node that retained the gradient before the operator was called. It keeps doing so until the call has
    // succeeded.
    NodePtr retained_on;
    NodePtr retained_beyond;
    c10::intrusive_ptr<HookList> hooks;
    NodePtr adjusted_grad_fn;
    std::unique_ptr<Geometry> recorded_geometry;
    std::unique_ptr<FamilyHistory> family;
    std::unique_ptr<Tangent> tangent;
  };
  void roll_back() noexcept;
  void finish() noexcept;
  // This is a std::list, because its entries can be moved to a composite's transaction without allocating memory.
  std::list<Remembered> remembered_;
};

// Returns the tensor's grad_fn. If the tensor is a view whose base was written since, its history is regenerated first.
// Raises if the view's creation meta forbids that (rule W5).
const NodePtr& fresh_grad_fn(const at::Tensor& tensor, HistoryTransaction& transaction);
// Returns the edge that receives the tensor's gradient, or an invalid edge if the tensor does not require grad.
Edge gradient_edge(const at::Tensor& tensor, HistoryTransaction& transaction);

// Returns the edge that expects a gradient with the sizes and strides that the tensor had when its history was
// recorded. An in-place view operator that was not recorded may have changed the tensor's sizes and strides since.
Edge recorded_edge(const at::Tensor& tensor, HistoryTransaction& transaction);

// Returns the history that receives the gradient of elements outside of the tensor's recorded geometry (rule S3). A
// tensor has such elements if an unrecorded in-place view operator made the tensor refer to them. Returns nullopt for
// other tensors.
c10::optional<FamilyHistory> beyond_recorded(const at::Tensor& tensor, HistoryTransaction& transaction);

// Returns where the elements of `view`, a view of `base` or `base` itself, are among those of the base. If set_data has
// given the base other memory with another dtype, no element of the view is one of the base. The view's elements then
// come after those of the base.
Geometry geometry_beside(const at::Tensor& base, const at::Tensor& view);

// Returns the history of all elements that `base` and its views share.
FamilyHistory family_of(const at::Tensor& base, HistoryTransaction& transaction);
// Keeps `family`, the history before an in-place view operator on `base`, for the base's views. These views may share
// elements that the base no longer addresses. Must be called after the operator was recorded.
void keep_family(const at::Tensor& base, std::unique_ptr<FamilyHistory> family);

// Returns the node at which retain_grad retains the gradient of the tensor's present values (rule S7). The tensor's
// history must be up to date, and the tensor must not be a leaf.
RetainPlace retain_place(const at::Tensor& tensor);
// Returns the node at which a hook of the tensor runs; the tensor may be a leaf. The gradients of everything recorded
// with the tensor pass through that node. So do gradients that were recorded before an unrecorded in-place view
// operator changed the tensor's geometry. The node is null if no gradient can arrive.
RetainPlace hook_place(const at::Tensor& tensor, HistoryTransaction& transaction);
// Returns the node at which the gradient of `base` arrives in `family`, the history that the base shares with its
// views.
RetainPlace place_in(const FamilyHistory& family, const at::Tensor& base);
// Retains the tensor's gradient at the node of `place` from now on.
void retain_at(const at::Tensor& tensor, const RetainPlace& place);
// Adds the hook to the node of `place`. A hook's function runs once, and the hook refers to `place.beyond` for the rest
// of the gradient. A retained gradient is added to both nodes, each time with the input number and the conversion
// stored there. So is a function, if neither node can wait for the other. If memory runs out, changes neither node
// (rule E1).
void add_tensor_hooks(const RetainPlace& place, const TensorHook& hook);
// These two functions together move a retained gradient from one node to another. order_retained() adds the tensor to
// the new node and may fail. withdraw_retained() removes the tensor from the old node and cannot fail.
void order_retained(const at::Tensor& tensor, const RetainPlace& place);
void withdraw_retained(const at::Tensor& tensor, const NodePtr& from) noexcept;

// Makes the edge the tensor's history, so that the edge's node receives the tensor's gradient from now on.
void set_gradient_edge(const at::Tensor& tensor, Edge edge);
// Makes `node` the history of its result `result`, which must be new or share no elements with other tensors. The
// result's gradient becomes the node's next input.
void set_history(const at::Tensor& result, const NodePtr& node);
// Makes the write that `node` recorded part of the history of `self`, which is the first argument of `node`. If `self`
// is a view, its new history goes through the base by a CopySlices node (rule W4).
void rebase_history(const at::Tensor& self, const NodePtr& node);
// Makes a recorded write part of the history of `self`, which may be any result of a node. `written` is the position of
// `self` among the tensors for which the node was recorded. Only a node with a single result can become part of the
// history that a base shares with its views. So `self` must be the only result unless `replaces_history(self)`.
void rebase_history(const at::Tensor& self, const Edge& result, std::size_t written);
// Returns whether a recorded write to `self` replaces its whole history. That is so if `self` is no view and addresses
// all elements that it shares with its views exactly once.
bool replaces_history(const at::Tensor& self);

// Raises unless rule W4 allows a recorded write to `self`. `op` is the operator's name for the message.
void check_inplace(const at::Tensor& self, std::string_view op);

// Raises if `tensor` is a view that becomes unusable by a recorded write to its base or to another view of the base
// (rule W5). `op` is the name of the writing operator.
void check_outlives_write(const at::Tensor& tensor, std::string_view op);

// Raises if the argument `argument` of `op`, through which no gradient flows, requires grad (rule S3). Only called
// while recording.
void check_constant(const at::Tensor& tensor, std::string_view op, std::string_view argument);

// Returns a node for the results of `op`, an operator without a derivative. The node raises NotDifferentiable when a
// gradient reaches it.
NodePtr not_implemented(std::string_view op, at::TensorList inputs, HistoryTransaction& transaction);

}  // namespace modecheck::engine
