// A tensor's place in the graph: reading it (which regenerates stale views, W5) and replacing it (W4).
#pragma once

#include <list>
#include <memory>

#include "engine/autograd/graph/autograd_meta.h"
#include "engine/autograd/graph/retain_place.h"

namespace modecheck::engine {

// Remembers the histories that change on behalf of a command, and puts them back unless the command succeeds (E1).
class HistoryTransaction {
 public:
  HistoryTransaction() = default;
  ~HistoryTransaction() {
    if (!remembered_.empty()) [[unlikely]]
      roll_back();
  }
  HistoryTransaction(const HistoryTransaction&) = delete;
  HistoryTransaction& operator=(const HistoryTransaction&) = delete;

  // The command has succeeded; within a composite, this part of it has.
  void commit() noexcept {
    if (!remembered_.empty()) [[unlikely]]
      finish();
  }
  // The tensor has a history or a tangent, which is about to change.
  void remember(const at::Tensor& tensor);

 private:
  struct Remembered {
    at::Tensor tensor;
    NodePtr grad_fn;
    std::uint32_t output_nr;
    std::uint32_t attr_version;  // of a view
    NodePtr retained_on;  // where the order to retain its gradient was; it stays there until the command succeeds
    NodePtr retained_beyond;
    c10::intrusive_ptr<HookList> hooks;
    NodePtr adjusted_grad_fn;
    std::unique_ptr<Geometry> recorded_geometry;
    std::unique_ptr<FamilyHistory> family;
    std::unique_ptr<Tangent> tangent;
  };
  void roll_back() noexcept;
  void finish() noexcept;
  std::list<Remembered> remembered_;  // handed over without memory
};

// W5: the tensor's grad_fn, regenerated if it is a stale view; raises if its creation meta forbids that.
const NodePtr& fresh_grad_fn(const at::Tensor& tensor, HistoryTransaction& transaction);
// Where a gradient of this tensor goes; invalid if nowhere.
Edge gradient_edge(const at::Tensor& tensor, HistoryTransaction& transaction);

// The same in the tensor's recorded geometry, where the gradient of everything recorded with it arrives.
Edge recorded_edge(const at::Tensor& tensor, HistoryTransaction& transaction);

// Of a tensor that an unrecorded in-place view operator gave elements that its recorded geometry does not have: where
// their gradient arrives, and in which geometry (S3).
c10::optional<FamilyHistory> beyond_recorded(const at::Tensor& tensor, HistoryTransaction& transaction);

// The history of all elements that `base` and its views share.
FamilyHistory family_of(const at::Tensor& base, HistoryTransaction& transaction);
// After an in-place view operator on a base, recorded as its history: views of it share elements that it may no longer
// name. `family` is what it had before.
void keep_family(const at::Tensor& base, std::unique_ptr<FamilyHistory> family);

// S7: where the gradient of what `tensor` is now arrives. Its history is fresh, and it is no leaf.
RetainPlace retain_place(const at::Tensor& tensor);
// The same for a hook, of a leaf too: on the way of everything recorded with the tensor, also before it was given other
// indices without a record. No node if no gradient comes.
RetainPlace hook_place(const at::Tensor& tensor, HistoryTransaction& transaction);
// The same for a base in the history of what it shares with its views.
RetainPlace place_in(const FamilyHistory& family, const at::Tensor& base);
// The tensor's gradient will be retained there.
void retain_at(const at::Tensor& tensor, const RetainPlace& place);
// The two halves of moving the order: given at the new place, which may fail, and withdrawn from an old one.
void order_retained(const at::Tensor& tensor, const RetainPlace& place);
void withdraw_retained(const at::Tensor& tensor, const NodePtr& from) noexcept;

// Makes the edge the tensor's history: its gradient goes there from now on.
void set_gradient_edge(const at::Tensor& tensor, Edge edge);
// The tensor is a fresh (or unshared) result of `node`: takes the next of its inputs.
void set_history(const at::Tensor& result, const NodePtr& node);
// W4: `node` recorded a write to `self`, its first argument. For a view the history goes through the base (CopySlices).
void rebase_history(const at::Tensor& self, const NodePtr& node);
// The same for any result of a node that knows its results, and any of the tensors that it was recorded for. A node of
// several results cannot be part of another history than its own: `self` must be its only result unless
// `replaces_history(self)`.
void rebase_history(const at::Tensor& self, const Edge& result, std::size_t written);
// A recorded write to `self` replaces all that there was: it is no view, and no view of it has elements that it lacks.
bool replaces_history(const at::Tensor& self);

// W4: raises unless a recorded write to `self` is allowed. `op` names the operator.
void check_inplace(const at::Tensor& self, std::string_view op);

// W5: raises if `tensor` is a view that may not be used after a recorded write to its family. `op` names the writer.
void check_outlives_write(const at::Tensor& tensor, std::string_view op);

// S3: nothing flows to this argument of `op`: raises if it asks for a gradient. Only where gradients are recorded.
void check_constant(const at::Tensor& tensor, std::string_view op, std::string_view argument);

// A node for the results of an operator whose derivative does not exist: raises when a gradient reaches it.
NodePtr not_implemented(std::string_view op, at::TensorList inputs, HistoryTransaction& transaction);

}  // namespace modecheck::engine
