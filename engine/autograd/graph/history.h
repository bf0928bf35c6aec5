// A tensor's history in the graph: reading it, which regenerates stale views (W5), and replacing it (W4).
#pragma once

#include <list>
#include <memory>

#include "engine/autograd/graph/autograd_meta.h"
#include "engine/autograd/graph/retain_place.h"

namespace modecheck::engine {

// Remembers the histories that a command changes, and restores them unless the command succeeds (E1).
class HistoryTransaction {
 public:
  HistoryTransaction() = default;
  ~HistoryTransaction() {
    if (!remembered_.empty()) [[unlikely]]
      roll_back();
  }
  HistoryTransaction(const HistoryTransaction&) = delete;
  HistoryTransaction& operator=(const HistoryTransaction&) = delete;

  // Must be called when the command has succeeded. Within a composite operator the changes are handed over to it.
  void commit() noexcept {
    if (!remembered_.empty()) [[unlikely]]
      finish();
  }
  // Must be called before the history or tangent of the tensor changes. The tensor must have autograd state.
  void remember(const at::Tensor& tensor);

 private:
  struct Remembered {
    at::Tensor tensor;
    NodePtr grad_fn;
    std::uint32_t output_nr;
    std::uint32_t attr_version;  // only for views
    // The node that retained the gradient before. It retains the gradient until the command succeeds.
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
  std::list<Remembered> remembered_;  // a list, so that handing over its entries needs no memory
};

// Returns the tensor's grad_fn. The history of a stale view is regenerated first, or this raises if its creation meta
// forbids that (W5).
const NodePtr& fresh_grad_fn(const at::Tensor& tensor, HistoryTransaction& transaction);
// Returns the edge that receives the tensor's gradient; an invalid edge if there is none.
Edge gradient_edge(const at::Tensor& tensor, HistoryTransaction& transaction);

// Returns the edge for the tensor's recorded geometry. The gradients of everything recorded with the tensor arrive
// there.
Edge recorded_edge(const at::Tensor& tensor, HistoryTransaction& transaction);

// For a tensor that an unrecorded in-place view operator gave elements outside of its recorded geometry: returns the
// history that receives their gradient (S3). Returns nullopt for other tensors.
c10::optional<FamilyHistory> beyond_recorded(const at::Tensor& tensor, HistoryTransaction& transaction);

// Returns the history of all elements that `base` and its views share.
FamilyHistory family_of(const at::Tensor& base, HistoryTransaction& transaction);
// Must be called after an in-place view operator on `base` was recorded. Its views may share elements that the base no
// longer addresses, so `family`, the history before the operator, is kept for them.
void keep_family(const at::Tensor& base, std::unique_ptr<FamilyHistory> family);

// Returns where the gradient of the tensor's present values arrives, for retain_grad (S7). The tensor's history must be
// up to date, and it must not be a leaf.
RetainPlace retain_place(const at::Tensor& tensor);
// Returns the place for a hook; the tensor may be a leaf. Gradients of everything recorded with the tensor pass it,
// also of what was recorded before its geometry changed without a record. The node is null if no gradient can arrive.
RetainPlace hook_place(const at::Tensor& tensor, HistoryTransaction& transaction);
// Returns the place where the gradient of `base` arrives in the history `family`.
RetainPlace place_in(const FamilyHistory& family, const at::Tensor& base);
// Retains the tensor's gradient at this place from now on.
void retain_at(const at::Tensor& tensor, const RetainPlace& place);
// Adds the hook to the place and to the one beyond it, each with its own number and conversion, or to neither (E1).
void add_tensor_hooks(const RetainPlace& place, const TensorHook& hook);
// The two halves of moving a retained gradient. Adding the new place may fail; removing the old one cannot.
void order_retained(const at::Tensor& tensor, const RetainPlace& place);
void withdraw_retained(const at::Tensor& tensor, const NodePtr& from) noexcept;

// Makes the edge the tensor's history, so that it receives the tensor's gradient from now on.
void set_gradient_edge(const at::Tensor& tensor, Edge edge);
// Makes `node` the history of its fresh or unshared result `result`, whose gradient becomes the node's next input.
void set_history(const at::Tensor& result, const NodePtr& node);
// `node` recorded a write to `self`, its first argument. If `self` is a view, its history goes through the base by
// CopySlices (W4).
void rebase_history(const at::Tensor& self, const NodePtr& node);
// Does the same for any result of a node, where `written` is the position of `self` among the tensors for which the
// node was recorded. Only a node with a single result can become part of a family's history. So `self` must be the only
// result unless `replaces_history(self)`.
void rebase_history(const at::Tensor& self, const Edge& result, std::size_t written);
// Returns whether a recorded write to `self` replaces its whole history: `self` is no view, and addresses all elements
// of its family exactly once.
bool replaces_history(const at::Tensor& self);

// Raises unless a recorded write to `self` is allowed (W4). `op` is the operator's name.
void check_inplace(const at::Tensor& self, std::string_view op);

// Raises if `tensor` is a view that must not be used after a recorded write to its family (W5). `op` is the writing
// operator.
void check_outlives_write(const at::Tensor& tensor, std::string_view op);

// Raises if this argument of `op`, through which no gradient flows, requires grad (S3). Only called while recording.
void check_constant(const at::Tensor& tensor, std::string_view op, std::string_view argument);

// Returns a node for the results of an operator without derivative. The node raises when a gradient reaches it.
NodePtr not_implemented(std::string_view op, at::TensorList inputs, HistoryTransaction& transaction);

}  // namespace modecheck::engine
