// What autograd remembers about one tensor. Most tensors have none.
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

// Stored state: reading a field refreshes nothing.
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
  // The leaf's own node, owned. It reaches the tensor by a link, so the tensor may own it.
  std::atomic<Node*> grad_accumulator_{nullptr};
  c10::intrusive_ptr<modecheck::engine::TensorLink> link_;
  // The geometry that grad_fn_ speaks of, if an unrecorded in-place view operator has changed the tensor's since (S3).
  std::unique_ptr<modecheck::engine::Geometry> recorded_geometry_;
  // Of a base that does not name all elements of the family any more, or names one twice, be it that as_strided_ or a
  // resize changed the base or a write went to a view that is larger: the history of them all, of which grad_fn_ is a
  // strided view (S3).
  std::unique_ptr<modecheck::engine::FamilyHistory> family_;
  // Where the order to retain the gradient is: the node that an unrecorded or an in-place view operator left behind, if
  // there was one.
  c10::intrusive_ptr<Node> retained_on_;
  // A second such node, which tells of elements that the other does not know. No node may own it: it leads to the
  // other.
  c10::intrusive_ptr<Node> retained_beyond_;
  // Those that register_hook gave a position since the tensor was written last; a view keeps them when its base is.
  c10::intrusive_ptr<modecheck::engine::HookList> hooks_;
  // The node from the present geometry to that one, once it was asked for.
  c10::intrusive_ptr<Node> adjusted_grad_fn_;
  // Of a dual tensor (forward mode).
  std::unique_ptr<modecheck::engine::Tangent> tangent_;
  std::uint32_t output_nr_ = 0;
  bool requires_grad_ = false;
  bool retains_grad_ = false;
  bool is_view_ = false;  // this is a DifferentiableViewMeta
};

// The base of a tracked view: always the root, chains are flattened (W1).
struct ViewInfo {
  at::Tensor base_;
};

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
  // Of other elements than its base's, complex numbers of pairs or the pairs of them, or a view of such a one. Nothing
  // says where it lies in its base's history, so it neither regenerates nor is written in a recorded way.
  bool is_of_other_dtype() const { return of_other_dtype_; }
  // Whoever finds it to be the tensor's finds the history that was stored before it, too, whichever thread stored it.
  std::uint32_t get_attr_version() const { return attr_version_.load(std::memory_order_acquire); }
  void set_attr_version(std::uint32_t version) { attr_version_.store(version, std::memory_order_release); }

 private:
  ViewInfo backward_info_;
  std::atomic<std::uint32_t> attr_version_;  // the version at which grad_fn_ was right
  CreationMeta creation_meta_;
  bool of_other_dtype_;
};

namespace impl {

inline AutogradMeta* get_autograd_meta(const at::Tensor& tensor) {
  return tensor.unsafeGetTensorImpl()->autograd_meta();
}
// nullptr if the tensor is no tracked view.
inline DifferentiableViewMeta* get_view_autograd_meta(const at::Tensor& tensor) {
  AutogradMeta* const meta = get_autograd_meta(tensor);
  return meta != nullptr && meta->is_view_ ? static_cast<DifferentiableViewMeta*>(meta) : nullptr;
}
// Makes one if there is none.
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

// The tensor's link, made on demand.
c10::intrusive_ptr<TensorLink> link_to(const at::Tensor& tensor);

}  // namespace modecheck::engine
