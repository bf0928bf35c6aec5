// Defines the derivatives and dispatch tables of views. An in-place view operator has the derivative of its view.
#include "spec/operators/view.h"

#include <vector>

#include "engine/autograd/graph/accumulate_grad.h"
#include "engine/autograd/graph/strided_backward.h"
#include "engine/derivatives/gradient.h"
#include "engine/derivatives/within_zeros.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/metadata.h"

namespace modecheck::engine {

using namespace formula;  // NOLINT: formulas read like arithmetic

MODECHECK_GRADIENT(AliasBackward0, (alias)) { return g; }
// The gradient of expand is passed on unchanged, because the autograd engine sums it over expanded dimensions.
MODECHECK_GRADIENT(ExpandBackward0, (expand)) { return g; }

// The results of view, squeeze and unsqueeze have the argument's elements in the same order, so backward only reshapes
// the gradient.
MODECHECK_GRADIENT(ViewBackward0, (view), self_sizes) { return reshape(g, self_sizes); }
MODECHECK_GRADIENT_OF(ViewBackward0, SqueezeBackward0, squeeze)
MODECHECK_GRADIENT_OF(ViewBackward0, SqueezeBackward1, squeeze_dim)
MODECHECK_GRADIENT_OF(ViewBackward0, SqueezeBackward2, squeeze_)
MODECHECK_GRADIENT_OF(ViewBackward0, SqueezeBackward3, squeeze__dim)
MODECHECK_GRADIENT_OF(ViewBackward0, UnsqueezeBackward0, unsqueeze)
MODECHECK_GRADIENT_OF(ViewBackward0, UnsqueezeBackward1, unsqueeze_)

MODECHECK_GRADIENT(TransposeBackward0, (transpose_int), dim0, dim1) {
  return call<operators::transpose_int>(g, dim0, dim1);
}
MODECHECK_GRADIENT_OF(TransposeBackward0, TransposeBackward1, transpose_)

MODECHECK_GRADIENT(TBackward0, (t)) { return t(g); }
MODECHECK_GRADIENT_OF(TBackward0, TBackward1, t_)

MODECHECK_GRADIENT(PermuteBackward0, (permute), wrapped_dims) {
  std::vector<std::int64_t> inverse(wrapped_dims.size());
  for (std::size_t i = 0; i < wrapped_dims.size(); ++i)
    inverse[static_cast<std::size_t>(wrapped_dims[i])] = static_cast<std::int64_t>(i);
  return call<operators::permute>(g, inverse);
}

// The part that select or slice returns gets the gradient. The other elements of the argument get a zero gradient.
MODECHECK_GRADIENT(SelectBackward0, (select_int), self_sizes, dim, index) {
  return within_zeros(self_sizes, g,
                      [&](const at::Tensor& whole) { return call<operators::select_int>(whole, dim, index); });
}

MODECHECK_GRADIENT(SliceBackward0, (slice_Tensor), self_sizes, dim, start, end, step) {
  return within_zeros(self_sizes, g, [&](const at::Tensor& whole) {
    return call<operators::slice_Tensor>(whole, dim, start, end, step);
  });
}

MODECHECK_GRADIENT(DiagonalBackward0, (diagonal), self_sizes, offset, dim1, dim2) {
  return within_zeros(self_sizes, g,
                      [&](const at::Tensor& whole) { return call<operators::diagonal>(whole, offset, dim1, dim2); });
}

namespace {

// Looks for a history that covers more elements than `self` has. The search begins at the edge `own` and follows the
// chain of nodes behind it. It ends at the history that `self` shares with its base and other views, or at a leaf on
// the same storage.
c10::optional<FamilyHistory> family_behind(const at::Tensor& self, const Edge& own, HistoryTransaction& transaction) {
  const DifferentiableViewMeta* const view = get_view_autograd_meta(self);
  FamilyHistory family = family_of(view == nullptr ? self : view->get_backward_info().base_, transaction);
  if (family.edge == own) return {};
  for (Edge edge = own; edge.is_valid(); edge = Edge(edge.function->next_edge(0))) {
    if (edge == family.edge) return family;
    if (edge.function->num_outputs() > 0) continue;
    const at::Tensor leaf = leaf_of(*edge.function);
    if (!leaf.defined() || leaf.is_same(self) || !leaf.is_alias_of(self)) return {};
    // The history that is stored with the leaf is returned. The leaf may be a view whose base was written later, but no
    // grad_fn is regenerated for it here (rule W5), because the leaf is not used as an operand.
    const AutogradMeta& meta = *get_autograd_meta(leaf);
    if (meta.family_) return *meta.family_;
    return FamilyHistory{meta.recorded_geometry_ ? *meta.recorded_geometry_ : Geometry(leaf), edge};
  }
  return {};
}

struct AsStridedDerivative : Differentiable {
  static constexpr const char* name = "AsStridedBackward0";
  c10::optional<Geometry> input, output, family;
  // as_strided may reach elements of the storage that its argument does not contain. The argument's history may be part
  // of a larger history, of its base or of a leaf. The gradient of such elements then goes to the larger history (rule
  // S3). libtorch loses this gradient.
  void reach_beyond(Node& node, HistoryTransaction& transaction, const at::Tensor& self, c10::IntArrayRef size,
                    c10::IntArrayRef stride, c10::optional<std::int64_t> storage_offset) {
    // Sizes and strides of different lengths are an error, which the kernel reports later.
    if (size.size() != stride.size()) return;
    input.emplace(self);
    output.emplace(size, stride, storage_offset.value_or(self.storage_offset()));
    if (input->contains(*output)) return;
    const Edge own = gradient_edge(self, transaction);
    c10::optional<FamilyHistory> whole = family_behind(self, own, transaction);
    if (!whole.has_value()) return;
    family.emplace(std::move(whole->geometry));
    node.add_next_edge(std::move(whole->edge));
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = strided_backward(b.gradient(), *input, *output);
    // Only the gradient of elements that the argument does not contain goes to the family here. The gradient of all
    // other elements reaches the family through the argument.
    if (family.has_value() && b.needs(1)) b.out(1) = strided_backward_beyond(b.gradient(), *family, *input, *output);
  }
};
struct AsStridedInPlaceDerivative : AsStridedDerivative {
  static constexpr const char* name = "AsStridedBackward1";
};

// Returns the gradients of all parts into which a tensor was split. A part without a gradient gets zeros.
std::vector<at::Tensor> all_parts(Backward& b) {
  std::vector<at::Tensor> parts;
  at::Tensor like;
  for (std::size_t i = 0; i < b.gradients(); ++i)
    if (b.gradient(i).defined()) like = b.gradient(i);
  for (std::size_t i = 0; i < b.gradients(); ++i)
    parts.push_back(b.gradient(i).defined() ? b.gradient(i) : zeros(b.result(i).shape(), like));
  return parts;
}

}  // namespace

MODECHECK_GRADIENTS(SplitBackward0, (split_Tensor), wrapped_dim) {
  if (b.needs(0)) b.out(0) = call<operators::cat>(at::TensorList(all_parts(b)), wrapped_dim);
}
MODECHECK_GRADIENT_OF(SplitBackward0, SplitWithSizesBackward0, split_with_sizes)
MODECHECK_GRADIENTS(UnbindBackward0, (unbind_int), dim) {
  if (b.needs(0)) b.out(0) = call<operators::stack>(at::TensorList(all_parts(b)), dim);
}

MODECHECK_REGISTER_WITH(AsStridedDerivative, as_strided)
MODECHECK_REGISTER_WITH(AsStridedInPlaceDerivative, as_strided_)
MODECHECK_REGISTER_NOT_DIFFERENTIABLE(detach, view_dtype)

}  // namespace modecheck::engine
