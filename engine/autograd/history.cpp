#include "engine/autograd/history.h"

#include <algorithm>

#include "engine/autograd/accumulate_grad.h"
#include "engine/autograd/composite_transaction.h"
#include "engine/autograd/copy_slices.h"
#include "engine/autograd/node_hooks.h"
#include "engine/autograd/strided_backward.h"
#include "engine/core/thread_state.h"

namespace modecheck::engine {
namespace {

constexpr std::string_view way_out =
    " Given that this use case is ambiguous and error-prone, it is forbidden. Do the view and the write both inside or "
    "both outside of the block, or write a clone.";

// `indirect`: the write was to the base or another view of it.
[[noreturn, gnu::cold]] void reject_write(const DifferentiableViewMeta& view, std::string_view op, bool indirect) {
  const std::string_view how =
      indirect ? "its base or another view of its base has been modified inplace" : "is being modified inplace";
  switch (view.get_creation_meta()) {
    case CreationMeta::INFERENCE_MODE:
      raise(ErrorClass::ViewMadeInInferenceMode, op, ": A view was created in inference mode and ", how,
            " in normal mode.", way_out);
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
    case CreationMeta::OTHER_DTYPE:
      raise(ErrorClass::Unsupported, op, ": A view of another dtype than its base's (view_as_real, view_as_complex) ",
            how, ", which is not implemented where it is recorded. Write a clone, or make the view anew.");
    case CreationMeta::NO_DERIVATIVE:
      raise(ErrorClass::NotDifferentiable, op, ": A view of an operator which does not have a derivative implemented ",
            how,
            ": its history would have to be made again from its base's, and regenerating the history of a view of an "
            "operator which does not have a derivative implemented is forbidden. Write a clone, or give the operator a "
            "derivative.");
    case CreationMeta::DEFAULT:
      break;
  }
  raise(ErrorClass::Internal, "INTERNAL: reject_write called for a writable view");
}

// A tensor that retains its gradient retains that of what it is now: the order goes from its old place to its new one.
void move_retained(const at::Tensor& tensor, const RetainPlace& to) {
  const c10::intrusive_ptr<TensorLink> link = link_to(tensor);
  AutogradMeta& meta = *get_autograd_meta(tensor);
  if (meta.retained_on_ && meta.retained_on_->has_tensor_hooks()) {
    std::vector<TensorHook>& hooks = meta.retained_on_->tensor_hooks();
    // Its place is free again if it is the last: the numbers of others are their positions.
    if (!hooks.empty() && hooks.back().retain == link) hooks.pop_back();
    for (TensorHook& hook : hooks)
      if (hook.retain == link) hook.retain.reset();
  }
  retain_at(tensor, to);
}

}  // namespace

void HistoryTransaction::remember(const at::Tensor& view) {
  const DifferentiableViewMeta& meta = *get_view_autograd_meta(view);
  RetainPlace retained{meta.retained_on_, 0, nullptr};
  if (meta.retained_on_)
    for (const TensorHook& hook : meta.retained_on_->tensor_hooks())
      if (hook.retain == meta.link_) retained = {meta.retained_on_, hook.output_nr, hook.reindex};
  refreshed_.push_back({view, meta.grad_fn_, meta.output_nr_, meta.get_attr_version(), std::move(retained)});
}

void HistoryTransaction::hand_over() {
  HistoryTransaction* const composite = CompositeTransaction::current();
  if (composite != nullptr && composite != this)
    for (Refreshed& refreshed : refreshed_) composite->refreshed_.push_back(std::move(refreshed));
  refreshed_.clear();
}

void HistoryTransaction::roll_back() noexcept {
  while (!refreshed_.empty()) {
    Refreshed& last = refreshed_.back();
    DifferentiableViewMeta& meta = *get_view_autograd_meta(last.view);
    if (meta.retains_grad_) move_retained(last.view, last.retained);
    meta.grad_fn_ = std::move(last.grad_fn);
    meta.output_nr_ = last.output_nr;
    meta.set_attr_version(last.attr_version);
    refreshed_.pop_back();
  }
}

const NodePtr& fresh_grad_fn(const at::Tensor& tensor, HistoryTransaction& transaction) {
  static const NodePtr none;
  AutogradMeta* const meta = get_autograd_meta(tensor);
  if (meta == nullptr) return none;
  if (!meta->is_view_) return meta->grad_fn_;
  auto& view = static_cast<DifferentiableViewMeta&>(*meta);
  const at::Tensor& base = view.get_backward_info().base_;
  const std::uint32_t current = version_of(tensor);
  if (view.get_attr_version() == current || (!view.grad_fn_ && !base.requires_grad())) return view.grad_fn_;
  if (view.get_creation_meta() != CreationMeta::DEFAULT) reject_write(view, "reading a stale view's history", true);
  // Every view here can be recomputed from its root by as_strided, whatever chain of operators made it.
  const AutogradMeta* const above = get_autograd_meta(base);
  // A base that was given other sizes and strides without a record may leave out elements that its history knows.
  const bool reshaped = above != nullptr && above->recorded_geometry_ && !above->family_;
  NodePtr node = reshaped
                     ? make_view_backward(*above->recorded_geometry_, tensor, recorded_edge(base, transaction), nullptr)
                     : make_view_backward(Geometry(base), tensor, gradient_edge(base, transaction),
                                          above == nullptr ? nullptr : above->family_.get());
  transaction.remember(tensor);
  if (view.retains_grad_) move_retained(tensor, {node, 0, nullptr});
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
  // S3: what is used from here on are the same elements under other indices.
  if (!meta->adjusted_grad_fn_)
    meta->adjusted_grad_fn_ = make_strided_backward(*meta->recorded_geometry_, tensor, std::move(edge));
  return Edge(meta->adjusted_grad_fn_, 0);
}

RetainPlace retain_place(const at::Tensor& tensor) {
  const AutogradMeta& meta = *get_autograd_meta(tensor);
  // What the base's views pass on does not come by the base's own node, which is a strided view itself.
  if (meta.family_ && meta.family_->is_latest)
    return {meta.family_->edge.function, meta.family_->edge.input_nr,
            std::make_shared<const Reindex>(Reindex{meta.family_->geometry, Geometry(tensor)})};
  RetainPlace place{meta.grad_fn_, meta.output_nr_, nullptr};
  if (meta.recorded_geometry_)
    place.reindex = std::make_shared<const Reindex>(Reindex{*meta.recorded_geometry_, Geometry(tensor)});
  return place;
}

void retain_at(const at::Tensor& tensor, const RetainPlace& place) {
  if (place.node)
    place.node->tensor_hooks().push_back(
        {place.output_nr, place.node->tensor_hook_count(place.output_nr), nullptr, link_to(tensor), place.reindex});
  get_autograd_meta(tensor)->retained_on_ = place.node;
}

void set_gradient_edge(const at::Tensor& tensor, Edge edge) {
  AutogradMeta& meta = materialize_autograd_meta(tensor);
  meta.grad_fn_ = std::move(edge.function);
  meta.output_nr_ = edge.input_nr;
  meta.recorded_geometry_.reset();
  meta.adjusted_grad_fn_.reset();
  // The new history is right as of now.
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

namespace {

bool names_each_once(const Geometry& elements, const Geometry& of) {
  return elements.contains(of) && !elements.may_overlap_itself();
}

// The family's elements and the tensor's: the history knows the new ones as constants.
FamilyHistory including(const at::Tensor& tensor, FamilyHistory family) {
  const Geometry of_tensor(tensor);
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

void keep_family(const at::Tensor& base, FamilyHistory family) {
  AutogradMeta& meta = *get_autograd_meta(base);
  family.is_latest = false;
  if (names_each_once(Geometry(base), family.geometry))
    meta.family_.reset();
  else
    meta.family_ = std::make_unique<FamilyHistory>(std::move(family));
}

namespace {

inline bool replaces(const at::Tensor& self) {
  const AutogradMeta* const meta = get_autograd_meta(self);
  if (meta == nullptr) return true;
  if (meta->is_view_) return false;
  if (!meta->family_ && !meta->recorded_geometry_) [[likely]]
    return true;
  HistoryTransaction transaction;
  return names_each_once(Geometry(self), family_of(self, transaction).geometry);
}

inline void replace(const at::Tensor& self, const NodePtr& node, std::uint32_t output_nr) {
  if (AutogradMeta* const meta = get_autograd_meta(self); meta != nullptr) meta->family_.reset();
  if (self.retains_grad()) move_retained(self, {node, output_nr, nullptr});
  set_gradient_edge(self, Edge(node, output_nr));
}

// The write becomes a part of the history that the base and its views share.
[[gnu::noinline]] void rebase_family(const at::Tensor& self, const NodePtr& node, std::size_t written) {
  const DifferentiableViewMeta* const view = get_view_autograd_meta(self);
  HistoryTransaction transaction;
  const at::Tensor& base = view == nullptr ? self : view->get_backward_info().base_;
  FamilyHistory family = including(self, family_of(base, transaction));
  family.is_latest = true;
  family.edge = Edge(make_copy_slices(family, self, view == nullptr, node, written), 0);
  AutogradMeta& meta = materialize_autograd_meta(base);
  const bool whole = names_each_once(Geometry(base), family.geometry) && Geometry(base) == family.geometry;
  if (whole) {
    meta.family_.reset();
    set_gradient_edge(base, std::move(family.edge));
  } else {
    set_gradient_edge(base, Edge(make_strided_backward(family.geometry, base, family.edge), 0));
    meta.family_ = std::make_unique<FamilyHistory>(std::move(family));
  }
  if (view == nullptr) {
    if (self.retains_grad()) move_retained(self, retain_place(self));
  } else {
    // The view's own history is now a strided view of the base's.
    static_cast<void>(fresh_grad_fn(self, transaction));
  }
  transaction.commit();
}

}  // namespace

bool replaces_history(const at::Tensor& self) { return replaces(self); }

void rebase_history(const at::Tensor& self, const NodePtr& node) {
  node->add_input_metadata(self);
  if (replaces(self)) [[likely]]
    replace(self, node, 0);
  else
    rebase_family(self, node, 0);
}

void rebase_history(const at::Tensor& self, const Edge& result, std::size_t written) {
  if (replaces(self))
    replace(self, result.function, result.input_nr);
  else
    rebase_family(self, result.function, written);
}

void check_inplace(const at::Tensor& self, std::string_view op) {
  if (const DifferentiableViewMeta* const view = get_view_autograd_meta(self); view != nullptr) {
    if (view->get_creation_meta() != CreationMeta::DEFAULT) reject_write(*view, op, false);
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
  if (view != nullptr && view->get_creation_meta() != CreationMeta::DEFAULT) reject_write(*view, op, true);
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
