// The autograd state of one tensor. Most tensors have no such state.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/autograd/graph/creation_meta.h"
#include "engine/autograd/graph/family_history.h"
#include "engine/autograd/graph/forward_grad.h"
#include "engine/autograd/graph/hook_list.h"
#include "engine/autograd/graph/node.h"
#include "engine/autograd/graph/tensor_link.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

// The autograd state of one tensor. Its fields are stored values: reading a field never regenerates the history of a
// view whose base was written since.
struct AutogradMeta : public modecheck::engine::FreeListed<AutogradMeta> {
  AutogradMeta() = default;
  ~AutogradMeta();
  AutogradMeta(const AutogradMeta&) = delete;
  AutogradMeta& operator=(const AutogradMeta&) = delete;

  void reset_grad_accumulator() {
    c10::intrusive_ptr<Node>::reclaim(grad_accumulator_.exchange(nullptr, std::memory_order_acq_rel)).reset();
  }

  at::Tensor grad_;
  c10::intrusive_ptr<Node> grad_fn_;
  // The leaf's AccumulateGrad node, which the tensor owns. The node refers to the tensor by a link, so that there is no
  // cycle.
  std::atomic<Node*> grad_accumulator_{nullptr};
  c10::intrusive_ptr<modecheck::engine::TensorLink> link_;
  // The geometry of the gradients that grad_fn_ receives. It is set if an in-place view operator that was not recorded
  // has changed the tensor's own geometry since (rule S3).
  std::unique_ptr<modecheck::engine::Geometry> recorded_geometry_;
  // The history of all elements of a family, that is of a base and its views. It is set if the base no longer addresses
  // every element of its family exactly once. grad_fn_ is then a strided view of this history (rule S3). as_strided_ or
  // a resize of the base can cause that, or a write to a view with elements outside of the base.
  std::unique_ptr<modecheck::engine::FamilyHistory> family_;
  // The node whose hook retains this tensor's gradient. After an in-place view operator, or an in-place operator that
  // was not recorded, this node can be older than grad_fn_.
  c10::intrusive_ptr<Node> retained_on_;
  // A second node that retains this tensor's gradient. It delivers the gradient of those elements whose gradient does
  // not arrive at retained_on_. No node may own it, because its edges lead to retained_on_, which would make a cycle.
  c10::intrusive_ptr<Node> retained_beyond_;
  // The hooks that were registered since the tensor was last written, in the order of their registration. A view keeps
  // its hooks when its base is written.
  c10::intrusive_ptr<modecheck::engine::HookList> hooks_;
  // The node that converts gradients from the tensor's present geometry to recorded_geometry_. It is created when it is
  // first needed.
  c10::intrusive_ptr<Node> adjusted_grad_fn_;
  // The tensor's tangent in forward mode, or null if this is no dual tensor.
  std::unique_ptr<modecheck::engine::Tangent> tangent_;
  std::uint32_t output_nr_ = 0;
  bool requires_grad_ = false;
  bool retains_grad_ = false;
  bool is_view_ = false;  // true if this object is a DifferentiableViewMeta
};

// The base of a tracked view. The base itself is never a view, because a view of a view refers to the root (rule W1).
struct ViewInfo {
  at::Tensor base_;
};

// The autograd state of a tracked view. It also stores the base and how the view was created (rule W1).
struct DifferentiableViewMeta final : public AutogradMeta {
  DifferentiableViewMeta(at::Tensor base, CreationMeta creation_meta, std::uint32_t version, bool of_other_dtype)
      : backward_info_{std::move(base)},
        attr_version_(version),
        creation_meta_(creation_meta),
        of_other_dtype_(of_other_dtype) {
    is_view_ = true;
  }
  static void* operator new(std::size_t bytes) { return modecheck::engine::FreeLists::allocate(bytes); }
  static void operator delete(void* block, std::size_t bytes) noexcept {
    modecheck::engine::FreeLists::release(block, bytes);
  }

  bool has_bw_view() const { return true; }
  bool has_fw_view() const { return false; }
  const ViewInfo& get_backward_info() const { return backward_info_; }
  CreationMeta get_creation_meta() const { return creation_meta_; }
  void set_creation_meta(CreationMeta creation_meta) { creation_meta_ = creation_meta; }
  // Returns whether the view's elements have another dtype than the base's, as those of view_as_complex, view_as_real
  // and views of their results. The position of such elements in the base's history is unknown. The view is therefore
  // never regenerated, and writing to it while recording is an error.
  bool is_of_other_dtype() const { return of_other_dtype_; }
  // Returns the version of the tensor for which grad_fn_ is valid. If this is the tensor's current version, the calling
  // thread also sees the history that another thread stored before it set the version.
  std::uint32_t get_attr_version() const { return attr_version_.load(std::memory_order_acquire); }
  void set_attr_version(std::uint32_t version) { attr_version_.store(version, std::memory_order_release); }

 private:
  ViewInfo backward_info_;
  std::atomic<std::uint32_t> attr_version_;  // the version for which grad_fn_ is valid
  CreationMeta creation_meta_;
  bool of_other_dtype_;
};

namespace impl {

inline AutogradMeta* get_autograd_meta(const at::Tensor& tensor) {
  return tensor.unsafeGetTensorImpl()->autograd_meta();
}
// Returns the autograd state of a tracked view, or nullptr if the tensor is not a tracked view.
inline DifferentiableViewMeta* get_view_autograd_meta(const at::Tensor& tensor) {
  AutogradMeta* const meta = get_autograd_meta(tensor);
  return meta != nullptr && meta->is_view_ ? static_cast<DifferentiableViewMeta*>(meta) : nullptr;
}
// Returns the tensor's autograd state, which is created if there is none.
AutogradMeta& materialize_autograd_meta(const at::Tensor& tensor);

}  // namespace impl
}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch

namespace modecheck::engine {
using torch::autograd::AutogradMeta;
using torch::autograd::CreationMeta;
using torch::autograd::DifferentiableViewMeta;
using torch::autograd::impl::get_autograd_meta;
using torch::autograd::impl::get_view_autograd_meta;
using torch::autograd::impl::materialize_autograd_meta;

inline std::uint32_t version_of(const at::Tensor& tensor) {
  const auto& counter = tensor.unsafeGetTensorImpl()->counter();
  return counter ? counter->current() : 0;
}

// Returns the weak link to the tensor. The link is created when it is first needed.
c10::intrusive_ptr<TensorLink> link_to(const at::Tensor& tensor);

}  // namespace modecheck::engine
