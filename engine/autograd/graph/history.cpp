#include "engine/autograd/graph/history.h"

#include <algorithm>
#include <mutex>
#include <new>

#include "engine/autograd/graph/accumulate_grad.h"
#include "engine/autograd/graph/composite_transaction.h"
#include "engine/autograd/graph/node_hooks.h"
#include "engine/autograd/graph/strided_backward.h"
#include "engine/core/errors/origin.h"
#include "engine/core/memory/thread_state.h"

namespace modecheck::engine {
namespace {

bool has_place_in_history(const DifferentiableViewMeta& view) {
  return view.get_creation_meta() == CreationMeta::DEFAULT && !view.is_of_other_dtype();
}

constexpr std::string_view way_out =
    " Given that this use case is ambiguous and error-prone, it is forbidden. Do the view and the write both inside or "
    "both outside of the block, or write a clone.";

// Raises because a recorded write, direct or through an alias, makes this view unusable. `indirect` is true if the base
// or another view of the base was written, and not this view.
[[noreturn, gnu::cold]] void reject_write(const at::Tensor& tensor, const DifferentiableViewMeta& view,
                                          std::string_view op, bool indirect) {
  const std::string_view how =
      indirect ? "its base or another view of its base has been modified inplace" : "is being modified inplace";
  switch (view.get_creation_meta()) {
    case CreationMeta::INFERENCE_MODE:
      raise(ErrorClass::ViewMadeInInferenceMode, op, ": A view was created in inference mode and ", how,
            " in normal mode.", way_out, Origin{ErrorClass::ViewMadeInInferenceMode, tensor.unsafeGetTensorImpl()});
    case CreationMeta::NO_GRAD_MODE:
      raise(ErrorClass::ViewMadeInNoGradMode, op, ": A view was created in no_grad mode and ", how,
            " with grad mode enabled.", way_out);
    case CreationMeta::MULTI_OUTPUT_NODE:
      raise(ErrorClass::ViewOfMultiOutput, op, ": Output ", view.output_nr_, " of ",
            view.grad_fn_ ? view.grad_fn_->name() : std::string("a multi-view operator"), " is a view and ", how,
            ". This view is the output of a function that returns multiple views. Such functions do not allow the "
            "output views to be modified inplace. Use the out-of-place operator, or select or narrow each view.");
    case CreationMeta::IN_CUSTOM_FUNCTION:
      raise(ErrorClass::ViewMadeInCustomFunction, op, ": A view was created inside a custom Function and ", how,
            ". Return a clone of the view from the custom Function.");
    case CreationMeta::NO_DERIVATIVE:
      raise(ErrorClass::NotDifferentiable, op, ": A view of an operator which does not have a derivative implemented ",
            how,
            ": its history would have to be made again from its base's, and regenerating the history of a view of an "
            "operator which does not have a derivative implemented is forbidden. Write a clone, or give the operator a "
            "derivative.");
    case CreationMeta::DEFAULT:
      break;
  }
  if (view.is_of_other_dtype())
    raise(ErrorClass::Unsupported, op, ": A view of another dtype than its base's (view_as_real, view_as_complex) ",
          how, ", which is not implemented where it is recorded. Write a clone, or make the view anew.");
  raise(ErrorClass::Internal, "INTERNAL: reject_write called for a writable view");
}

template <typename T>
std::unique_ptr<T> copy_of(const std::unique_ptr<T>& one) {
  return one ? std::make_unique<T>(*one) : nullptr;
}

// Held while a history is regenerated or rolled back. That history belongs to a stale view (a view whose base was
// written since), or to a tensor whose geometry has changed. Between regeneration and rollback another thread may read
// a stale view and keep its new history, which the rollback then discards. A program must therefore synchronise a
// rejected operator with threads that read the same stale view.
std::mutex regeneration;

}  // namespace

void HistoryTransaction::remember(const at::Tensor& tensor) {
  const AutogradMeta& meta = *get_autograd_meta(tensor);
  remembered_.push_back({tensor, meta.grad_fn_, meta.output_nr_,
                         meta.is_view_ ? static_cast<const DifferentiableViewMeta&>(meta).get_attr_version() : 0,
                         meta.retained_on_, meta.retained_beyond_, meta.hooks_, meta.adjusted_grad_fn_,
                         copy_of(meta.recorded_geometry_), copy_of(meta.family_), copy_of(meta.tangent_)});
}

void HistoryTransaction::finish() noexcept {
  HistoryTransaction* const composite = CompositeTransaction::current();
  if (composite != nullptr && composite != this) {
    composite->remembered_.splice(composite->remembered_.end(), remembered_);
    return;
  }
  // The operator or backward call has succeeded, so the old nodes no longer retain the gradient: only the new nodes do.
  for (const Remembered& one : remembered_)
    if (one.retained_on != get_autograd_meta(one.tensor)->retained_on_) {
      withdraw_retained(one.tensor, one.retained_on);
      withdraw_retained(one.tensor, one.retained_beyond);
    }
  remembered_.clear();
}

void HistoryTransaction::roll_back() noexcept {
  if (remembered_.empty()) return;
  const std::lock_guard<std::mutex> lock(regeneration);
  while (!remembered_.empty()) {
    Remembered& last = remembered_.back();
    AutogradMeta& meta = *get_autograd_meta(last.tensor);
    if (meta.retained_on_ != last.retained_on) {
      withdraw_retained(last.tensor, meta.retained_on_);
      withdraw_retained(last.tensor, meta.retained_beyond_);
    }
    meta.retained_on_ = std::move(last.retained_on);
    meta.retained_beyond_ = std::move(last.retained_beyond);
    meta.hooks_ = std::move(last.hooks);
    meta.grad_fn_ = std::move(last.grad_fn);
    meta.output_nr_ = last.output_nr;
    meta.adjusted_grad_fn_ = std::move(last.adjusted_grad_fn);
    meta.recorded_geometry_ = std::move(last.recorded_geometry);
    meta.family_ = std::move(last.family);
    meta.tangent_ = std::move(last.tangent);
    if (meta.is_view_) static_cast<DifferentiableViewMeta&>(meta).set_attr_version(last.attr_version);
    remembered_.pop_back();
  }
}

// Autograd does not see set_data. So if the dtypes are equal, the places of the view's elements are read as places in
// the base, as in libtorch, whatever memory the base has now.
Geometry geometry_beside(const at::Tensor& base, const at::Tensor& view) {
  Geometry out(view);
  if (base.unsafeGetTensorImpl()->storage() == view.unsafeGetTensorImpl()->storage() ||
      base.scalar_type() == view.scalar_type()) [[likely]]
    return out;
  return {out.sizes(), out.strides(), out.offset() + Geometry(base).end()};
}

const NodePtr& fresh_grad_fn(const at::Tensor& tensor, HistoryTransaction& transaction) {
  static const NodePtr none;
  AutogradMeta* const meta = get_autograd_meta(tensor);
  if (meta == nullptr) return none;
  if (!meta->is_view_) return meta->grad_fn_;
  auto& view = static_cast<DifferentiableViewMeta&>(*meta);
  const at::Tensor& base = view.get_backward_info().base_;
  const std::uint32_t current = version_of(tensor);
  if (view.get_attr_version() == current || (!base.requires_grad() && !view.grad_fn_)) return view.grad_fn_;
  // Several threads may read the same stale view, that is a view whose base was written since. The first thread
  // regenerates its history, and the others find the result.
  const std::lock_guard<std::mutex> lock(regeneration);
  if (view.get_attr_version() == current) return view.grad_fn_;
  if (!has_place_in_history(view)) reject_write(tensor, view, "reading a stale view's history", true);
  // The check above has rejected all other views. This view can be recomputed from its root by as_strided, whatever
  // chain of operators created it.
  const AutogradMeta* const above = get_autograd_meta(base);
  // The node is made for the geometry that the base had when its history was recorded. Since then the base may have
  // changed its geometry without being recorded, and it may no longer address all elements of its history.
  const bool reshaped = above != nullptr && above->recorded_geometry_;
  const FamilyHistory* const family = above == nullptr ? nullptr : above->family_.get();
  NodePtr node = make_view_backward(reshaped ? *above->recorded_geometry_ : Geometry(base), tensor,
                                    geometry_beside(base, tensor), recorded_edge(base, transaction), family);
  transaction.remember(tensor);
  if (view.retains_grad_) retain_at(tensor, {node, 0, nullptr});
  view.grad_fn_ = std::move(node);
  view.output_nr_ = 0;
  view.set_attr_version(current);
  return view.grad_fn_;
}

Edge recorded_edge(const at::Tensor& tensor, HistoryTransaction& transaction) {
  AutogradMeta* const meta = get_autograd_meta(tensor);
  if (meta == nullptr) return {};
  if (const NodePtr& grad_fn = fresh_grad_fn(tensor, transaction); grad_fn) return Edge(grad_fn, meta->output_nr_);
  return meta->requires_grad_ ? Edge(grad_accumulator(tensor), 0) : Edge();
}

Edge gradient_edge(const at::Tensor& tensor, HistoryTransaction& transaction) {
  Edge edge = recorded_edge(tensor, transaction);
  AutogradMeta* const meta = get_autograd_meta(tensor);
  if (meta == nullptr || !meta->recorded_geometry_) [[likely]]
    return edge;
  if (*meta->recorded_geometry_ == Geometry(tensor)) return edge;
  // The tensor's geometry changed after its history was recorded. Operators now see its elements under other indices,
  // or other elements of its storage. A node between them converts the gradient (rule S3).
  const std::lock_guard<std::mutex> lock(regeneration);
  if (!meta->adjusted_grad_fn_)
    meta->adjusted_grad_fn_ =
        make_view_backward(*meta->recorded_geometry_, tensor, Geometry(tensor), std::move(edge), meta->family_.get());
  return Edge(meta->adjusted_grad_fn_, 0);
}

c10::optional<FamilyHistory> beyond_recorded(const at::Tensor& tensor, HistoryTransaction& transaction) {
  const AutogradMeta* const meta = get_autograd_meta(tensor);
  if (meta == nullptr || !meta->recorded_geometry_ || meta->recorded_geometry_->contains(Geometry(tensor)))
    return c10::nullopt;
  if (meta->family_ && meta->family_->edge.is_valid()) return *meta->family_;
  // No base or view has a history for the elements that the tensor gained. From now on, the gradient of these elements
  // arrives at the tensor's own history.
  return FamilyHistory{Geometry(tensor), gradient_edge(tensor, transaction)};
}

RetainPlace place_in(const FamilyHistory& family, const at::Tensor& base) {
  return {family.edge.function, family.edge.input_nr,
          std::make_shared<const Reindex>(Reindex{family.geometry, Geometry(base)})};
}

namespace {

// Returns the node at which the tensor's gradient arrives, and how to convert that gradient from the recorded geometry
// to the tensor's present geometry. `recorded` is the edge of the recorded geometry.
RetainPlace read_as_it_is(const at::Tensor& tensor, Edge recorded, HistoryTransaction& transaction) {
  const AutogradMeta& meta = *get_autograd_meta(tensor);
  RetainPlace place{std::move(recorded.function), recorded.input_nr, nullptr};
  if (!place.node || !meta.recorded_geometry_) return place;
  place.reindex = std::make_shared<const Reindex>(Reindex{*meta.recorded_geometry_, Geometry(tensor)});
  const auto beyond = beyond_recorded(tensor, transaction);
  if (beyond.has_value())
    place.beyond = std::make_shared<const RetainPlace>(RetainPlace{
        beyond->edge.function, beyond->edge.input_nr,
        std::make_shared<const Reindex>(Reindex{beyond->geometry, Geometry(tensor), *meta.recorded_geometry_}), nullptr,
        beyond->edge.function == meta.adjusted_grad_fn_});
  return place;
}

}  // namespace

RetainPlace retain_place(const at::Tensor& tensor) {
  const AutogradMeta& meta = *get_autograd_meta(tensor);
  // The base's own node is only a strided view of the history that the base shares with its views. The gradient that
  // the views contribute does not pass through this node. The gradient is therefore retained at the node of the shared
  // history.
  if (meta.family_ && meta.family_->is_latest) return place_in(*meta.family_, tensor);
  HistoryTransaction transaction;
  RetainPlace place = read_as_it_is(tensor, Edge(meta.grad_fn_, meta.output_nr_), transaction);
  transaction.commit();
  return place;
}

RetainPlace hook_place(const at::Tensor& tensor, HistoryTransaction& transaction) {
  // As in retain_place(): a later write to the base takes the gradient to the shared history, and not through the node
  // of the base.
  const AutogradMeta* const meta = get_autograd_meta(tensor);
  if (meta != nullptr && meta->family_ && meta->family_->is_latest) return place_in(*meta->family_, tensor);
  Edge recorded = recorded_edge(tensor, transaction);
  return read_as_it_is(tensor, std::move(recorded), transaction);
}

namespace {

// Returns where the rest of the gradient of `place.node` arrives, or null if backward cannot wait there for it. It can
// if the second node was recorded earlier, or belongs to a leaf: then it does not lead to the first.
std::shared_ptr<const RestOfGradient> rest_of_gradient(const RetainPlace& place) {
  const RetainPlace* const beyond = place.beyond.get();
  if (beyond == nullptr || !beyond->node || beyond->node == place.node) return nullptr;
  if (!beyond->runs_before_node && beyond->node->num_outputs() != 0 &&
      beyond->node->sequence_nr() >= place.node->sequence_nr())
    return nullptr;
  return std::make_shared<const RestOfGradient>(
      RestOfGradient{beyond->node.get(), beyond->node->sequence_nr(), beyond->output_nr,
                     beyond->runs_before_node ? NodePtr() : beyond->node, beyond->reindex});
}

}  // namespace

void add_tensor_hooks(const RetainPlace& place, const TensorHook& hook) {
  const std::lock_guard<std::mutex> lock(tensor_hooks_mutex);
  const std::shared_ptr<const RestOfGradient> rest = hook.slot ? rest_of_gradient(place) : nullptr;
  const bool is_added_to_both = rest == nullptr && place.beyond != nullptr && place.beyond->node;
  const RetainPlace* const beyond = is_added_to_both ? place.beyond.get() : nullptr;
  // Reserve first, so that the second push_back cannot throw after the first has succeeded (rule E1). Both hooks may
  // belong to one node, so each node gets memory for two more.
  for (const RetainPlace* const one : {beyond, &place}) {
    if (one == nullptr) continue;
    auto& hooks = one->node->tensor_hooks();
    if (hooks.capacity() < hooks.size() + 2) hooks.reserve(2 * hooks.size() + 2);
  }
  for (const RetainPlace* const one : {beyond, &place})
    if (one != nullptr)
      one->node->tensor_hooks().push_back({one->output_nr, hook.id, hook.slot, hook.retain, one->reindex, rest});
}

void order_retained(const at::Tensor& tensor, const RetainPlace& place) {
  if (place.node) add_tensor_hooks(place, {0, 0, nullptr, link_to(tensor), nullptr});
}

void withdraw_retained(const at::Tensor& tensor, const NodePtr& from) noexcept {
  if (!from || !from->has_hooks()) return;
  const c10::intrusive_ptr<TensorLink>& link = get_autograd_meta(tensor)->link_;
  const std::lock_guard<std::mutex> lock(tensor_hooks_mutex);
  for (TensorHook& hook : from->tensor_hooks())
    if (hook.retain == link) hook.retain.reset();
}

void retain_at(const at::Tensor& tensor, const RetainPlace& place) {
  order_retained(tensor, place);
  AutogradMeta& meta = *get_autograd_meta(tensor);
  meta.retained_on_ = place.node;
  meta.retained_beyond_ = place.beyond == nullptr ? NodePtr() : place.beyond->node;
}

void set_gradient_edge(const at::Tensor& tensor, Edge edge) {
  AutogradMeta& meta = materialize_autograd_meta(tensor);
  meta.grad_fn_ = std::move(edge.function);
  meta.output_nr_ = edge.input_nr;
  meta.recorded_geometry_.reset();
  meta.adjusted_grad_fn_.reset();
  // The new history belongs to the tensor's present version, so the view is no longer stale.
  if (meta.is_view_) static_cast<DifferentiableViewMeta&>(meta).set_attr_version(version_of(tensor));
}

void set_history(const at::Tensor& result, const NodePtr& node) {
  const std::uint32_t output_nr = node->add_input_metadata(result);
  set_gradient_edge(result, Edge(node, output_nr));
}

FamilyHistory family_of(const at::Tensor& base, HistoryTransaction& transaction) {
  const AutogradMeta* const meta = get_autograd_meta(base);
  if (meta != nullptr && meta->family_) return *meta->family_;
  const bool reshaped = meta != nullptr && meta->recorded_geometry_;
  return {reshaped ? *meta->recorded_geometry_ : Geometry(base), recorded_edge(base, transaction)};
}

void keep_family(const at::Tensor& base, std::unique_ptr<FamilyHistory> family) {
  AutogradMeta& meta = *get_autograd_meta(base);
  family->is_latest = false;
  const Geometry now(base);
  bool names_each_once = false;
  try {
    names_each_once = now.contains(family->geometry) && !now.may_overlap_itself();
  } catch (const std::bad_alloc&) {
    // The tensor was changed already, so this cannot raise. The family may be kept where it is not needed.
  }
  meta.family_ = names_each_once ? nullptr : std::move(family);
}

void check_inplace(const at::Tensor& self, std::string_view op) {
  if (const DifferentiableViewMeta* const view = get_view_autograd_meta(self); view != nullptr) {
    if (!has_place_in_history(*view)) reject_write(self, *view, op, false);
    const at::Tensor& base = view->get_backward_info().base_;
    MODECHECK_CHECK(
        !(self.requires_grad() && base.is_leaf()), ErrorClass::ViewOfLeafInPlace, op,
        ": a view of a leaf Variable that requires grad is being used in an in-place operation. Write under "
        "NoGradGuard, or write a clone. (sizes ",
        self.sizes(), ")");
  }
  MODECHECK_CHECK(!(self.requires_grad() && self.is_leaf()), ErrorClass::LeafInPlace, op,
                  ": a leaf Variable that requires grad is being used in an in-place operation. Write under "
                  "NoGradGuard, or write a clone. (sizes ",
                  self.sizes(), ")");
}

void check_outlives_write(const at::Tensor& tensor, std::string_view op) {
  const DifferentiableViewMeta* const view = get_view_autograd_meta(tensor);
  if (view != nullptr && !has_place_in_history(*view)) reject_write(tensor, *view, op, true);
}

void check_constant(const at::Tensor& tensor, std::string_view op, std::string_view argument) {
  MODECHECK_CHECK(!tensor.defined() || !tensor.requires_grad(), ErrorClass::Argument, op,
                  ": the function is not differentiable with respect to argument '", argument,
                  "', which cannot require grad. Detach it, or call it under NoGradGuard.");
}

namespace {

struct NotImplemented final : public Node {
  explicit NotImplemented(std::string_view op) : op_(op) {}
  std::string name() const override { return "torch::autograd::NotImplemented"; }
  variable_list apply(variable_list&& /*gradients*/) override {
    raise(ErrorClass::NotDifferentiable, "derivative for ", op_,
          " is not implemented; detach its result or use another operator");
  }

 private:
  std::string op_;
};

}  // namespace

NodePtr not_implemented(std::string_view op, at::TensorList inputs, HistoryTransaction& transaction) {
  NodePtr node = NodePtr::reclaim(new NotImplemented(op));
  for (const at::Tensor& input : inputs) node->add_next_edge(gradient_edge(input, transaction));
  return node;
}

}  // namespace modecheck::engine
