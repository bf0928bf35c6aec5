#include "engine/autograd/graph/staged_write.h"

#include <algorithm>
#include <utility>

#include "engine/autograd/graph/composite_transaction.h"
#include "engine/autograd/graph/copy_slices.h"
#include "engine/autograd/graph/node_hooks.h"
#include "engine/autograd/graph/strided_backward.h"

namespace modecheck::engine {

namespace {

bool names_each_once(const Geometry& elements, const Geometry& of) {
  return elements.contains(of) && !elements.may_overlap_itself();
}

// Extends the history of a family (a base and its views) to the elements of `tensor`. Elements that are new to the
// family are constants, so they receive no gradient.
FamilyHistory including(const at::Tensor& tensor, const Geometry& of_tensor, FamilyHistory family) {
  if (family.geometry.contains(of_tensor)) return family;
  const std::int64_t begin = std::min(family.geometry.offset(), of_tensor.offset());
  const std::int64_t end = std::max(family.geometry.end(), of_tensor.end());
  const Geometry span({end - begin}, {1}, begin);
  Edge edge;
  if (family.edge.is_valid())
    edge = Edge(make_strided_backward(family.geometry, span, tensor, std::move(family.edge)), 0);
  return {span, std::move(edge)};
}

}  // namespace

struct StagedWrite::Rebased {
  at::Tensor base;
  Edge of_base;
  // The new history of the base and its views. Null if the base addresses each element that it shares with its views
  // exactly once, because the base's own history then suffices.
  std::unique_ptr<FamilyHistory> family;
  NodePtr of_view;  // the new node of the written view; null if the base itself is written
  // The node that will retain the base's gradient; null if the base itself is written or retains no gradient.
  NodePtr base_retained_on;
};

StagedWrite::StagedWrite(const at::Tensor& self, Edge result, std::size_t written) : self_(self) {
  if (!replaces_history(self)) {
    stage_family(result, written);
    return;
  }
  materialize_autograd_meta(self);
  CompositeTransaction::remember(self);
  if (self.retains_grad()) [[unlikely]]
    retained_on_ = stage_retained(self, {result.function, result.input_nr, nullptr});
  edge_ = std::move(result);
}

StagedWrite::~StagedWrite() = default;

void StagedWrite::commit() noexcept {
  if (rebased_) [[unlikely]]
    return commit_family();
  if (retained_on_) [[unlikely]]
    commit_retained(self_, std::move(retained_on_));
  get_autograd_meta(self_)->family_.reset();
  get_autograd_meta(self_)->hooks_.reset();
  set_gradient_edge(self_, std::move(edge_));
}

// Prepares a write that becomes part of the history that the base and its views share.
void StagedWrite::stage_family(const Edge& result, std::size_t written) {
  const DifferentiableViewMeta* const view = get_view_autograd_meta(self_);
  const at::Tensor& base = view == nullptr ? self_ : view->get_backward_info().base_;
  HistoryTransaction transaction;  // this regenerates no history, because a base is no view
  const Geometry of_self = geometry_beside(base, self_);
  FamilyHistory family = including(self_, of_self, family_of(base, transaction));
  family.is_latest = true;
  family.edge = Edge(make_copy_slices(family, base, self_, of_self, result.function, written), 0);
  materialize_autograd_meta(base);
  CompositeTransaction::remember(base);
  rebased_ = std::make_unique<Rebased>();
  rebased_->base = base;
  const bool whole = names_each_once(Geometry(base), family.geometry) && Geometry(base) == family.geometry;
  if (whole) {
    rebased_->of_base = std::move(family.edge);
  } else {
    rebased_->of_base = Edge(make_strided_backward(family.geometry, base, family.edge), 0);
    rebased_->family = std::make_unique<FamilyHistory>(std::move(family));
  }
  const auto stage_of_base = [&] {
    return stage_retained(base, rebased_->family
                                    ? place_in(*rebased_->family, base)
                                    : RetainPlace{rebased_->of_base.function, rebased_->of_base.input_nr, nullptr});
  };
  if (view != nullptr) {
    // The history of the written view becomes a strided view of the base's history.
    CompositeTransaction::remember(self_);
    rebased_->of_view = make_view_backward(Geometry(base), self_, of_self, rebased_->of_base, rebased_->family.get());
    // The gradient that the base retains must be that of its values after the write (rule S7).
    if (base.retains_grad()) rebased_->base_retained_on = stage_of_base();
    if (view->retains_grad_) retained_on_ = stage_retained(self_, {rebased_->of_view, 0, nullptr});
  } else if (self_.retains_grad()) {
    retained_on_ = stage_of_base();
  }
}

void StagedWrite::commit_family() noexcept {
  DifferentiableViewMeta* const view = get_view_autograd_meta(self_);
  // A view gets a new history only if its version has changed, as in libtorch. Under a guard of rule G5 the write may
  // have bumped no version, and the view then keeps its old history.
  const bool counted = view == nullptr || view->get_attr_version() != version_of(self_);
  if (retained_on_) {
    if (counted)
      commit_retained(self_, std::move(retained_on_));
    else
      withdraw_retained(self_, retained_on_);
  }
  if (rebased_->base_retained_on) commit_retained(rebased_->base, std::move(rebased_->base_retained_on));
  get_autograd_meta(rebased_->base)->family_ = std::move(rebased_->family);
  set_gradient_edge(rebased_->base, std::move(rebased_->of_base));
  // Hooks that were registered before the write stay at the old node. The tensor starts a new list of hooks, so their
  // numbers begin with 0 again.
  if (counted) get_autograd_meta(self_)->hooks_.reset();
  if (view == nullptr || !counted) return;
  view->grad_fn_ = std::move(rebased_->of_view);
  view->output_nr_ = 0;
  view->set_attr_version(version_of(self_));
}

NodePtr StagedWrite::stage_retained(const at::Tensor& tensor, RetainPlace place) {
  order_retained(tensor, place);
  return std::move(place.node);
}

void StagedWrite::commit_retained(const at::Tensor& tensor, NodePtr retained_on) noexcept {
  AutogradMeta& meta = *get_autograd_meta(tensor);
  // Inside a composite operator a later step may still fail, so the composite removes the tensor from the old nodes
  // after it has succeeded.
  if (CompositeTransaction::current() == nullptr) {
    withdraw_retained(tensor, meta.retained_on_);
    withdraw_retained(tensor, meta.retained_beyond_);
  }
  meta.retained_on_ = std::move(retained_on);
  meta.retained_beyond_.reset();
}

bool replaces_history(const at::Tensor& self) {
  const AutogradMeta* const meta = get_autograd_meta(self);
  if (meta == nullptr) return true;
  if (meta->is_view_) return false;
  if (!meta->family_ && !meta->recorded_geometry_) [[likely]]
    return true;
  HistoryTransaction transaction;
  return names_each_once(Geometry(self), family_of(self, transaction).geometry);
}

void rebase_history(const at::Tensor& self, const NodePtr& node) {
  node->add_input_metadata(self);
  StagedWrite(self, Edge(node, 0), 0).commit();
}

void rebase_history(const at::Tensor& self, const Edge& result, std::size_t written) {
  StagedWrite(self, result, written).commit();
}

}  // namespace modecheck::engine
