// Views: derivatives and dispatch tables. An in-place view operator has the derivative of its view.
#include "spec/operators/view.h"

#include <vector>

#include "engine/autograd/graph/accumulate_grad.h"
#include "engine/autograd/graph/strided_backward.h"
#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/small_sizes.h"
#include "engine/kernels/register.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/metadata.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

using Sizes = SmallSizes;

struct AliasDerivative : Differentiable {
  static constexpr const char* name = "AliasBackward0";
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = b.gradient();
  }
};

// Base for views that have the same elements in the same order.
struct SameOrder : Differentiable {
  Sizes sizes;
  template <typename... Rest>
  void save(Saver& /*nothing*/, const at::Tensor& self, const Rest&... /*rest*/) {
    sizes = self.sizes();
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = reshape(b.gradient(), sizes);
  }
};
struct ViewDerivative : SameOrder {
  static constexpr const char* name = "ViewBackward0";
};
struct SqueezeDerivative : SameOrder {
  static constexpr const char* name = "SqueezeBackward0";
};
struct SqueezeDimDerivative : SameOrder {
  static constexpr const char* name = "SqueezeBackward1";
};
struct SqueezeInPlaceDerivative : SameOrder {
  static constexpr const char* name = "SqueezeBackward2";
};
struct SqueezeDimInPlaceDerivative : SameOrder {
  static constexpr const char* name = "SqueezeBackward3";
};
struct UnsqueezeDerivative : SameOrder {
  static constexpr const char* name = "UnsqueezeBackward0";
};
struct UnsqueezeInPlaceDerivative : SameOrder {
  static constexpr const char* name = "UnsqueezeBackward1";
};

struct TransposeDerivative : Differentiable {
  static constexpr const char* name = "TransposeBackward0";
  std::int64_t first = 0, second = 0;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, std::int64_t dim0, std::int64_t dim1) {
    first = dim0;
    second = dim1;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::transpose_int>(b.gradient(), first, second);
  }
};
struct TransposeInPlaceDerivative : TransposeDerivative {
  static constexpr const char* name = "TransposeBackward1";
};

struct TDerivative : Differentiable {
  static constexpr const char* name = "TBackward0";
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = t(b.gradient());
  }
};
struct TInPlaceDerivative : TDerivative {
  static constexpr const char* name = "TBackward1";
};

struct PermuteDerivative : Differentiable {
  static constexpr const char* name = "PermuteBackward0";
  Sizes dims;
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::IntArrayRef order) {
    for (std::int64_t dim : order) dims.push_back(wrap(dim, self.dim()));
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    std::vector<std::int64_t> inverse(dims.size());
    for (std::size_t i = 0; i < dims.size(); ++i)
      inverse[static_cast<std::size_t>(dims[i])] = static_cast<std::int64_t>(i);
    b.out(0) = call<operators::permute>(b.gradient(), inverse);
  }
};

struct ExpandDerivative : Differentiable {
  static constexpr const char* name = "ExpandBackward0";
  // The engine sums the gradient over expanded dimensions.
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = b.gradient();
  }
};

// The selected part of the argument gets the gradient. The other elements get zero.
struct SelectDerivative : Differentiable {
  static constexpr const char* name = "SelectBackward0";
  Sizes sizes;
  std::int64_t dim = 0, index = 0;
  void save(Saver& /*nothing*/, const at::Tensor& self, std::int64_t along, std::int64_t which) {
    sizes = self.sizes();
    dim = along;
    index = which;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor whole = zeros(sizes, b.gradient());
    call<operators::copy_>(call<operators::select_int>(whole, dim, index), b.gradient(), false);
    b.out(0) = whole;
  }
};

struct SliceDerivative : Differentiable {
  static constexpr const char* name = "SliceBackward0";
  Sizes sizes;
  std::int64_t dim = 0, step = 1;
  c10::optional<std::int64_t> start, end;
  void save(Saver& /*nothing*/, const at::Tensor& self, std::int64_t along, c10::optional<std::int64_t> from,
            c10::optional<std::int64_t> to, std::int64_t by) {
    sizes = self.sizes();
    dim = along;
    start = from;
    end = to;
    step = by;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor whole = zeros(sizes, b.gradient());
    call<operators::copy_>(call<operators::slice_Tensor>(whole, dim, start, end, step), b.gradient(), false);
    b.out(0) = whole;
  }
};

struct DiagonalDerivative : Differentiable {
  static constexpr const char* name = "DiagonalBackward0";
  Sizes sizes;
  std::int64_t offset = 0, first = 0, second = 1;
  void save(Saver& /*nothing*/, const at::Tensor& self, std::int64_t by, std::int64_t dim1, std::int64_t dim2) {
    sizes = self.sizes();
    offset = by;
    first = dim1;
    second = dim2;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor whole = zeros(sizes, b.gradient());
    call<operators::copy_>(call<operators::diagonal>(whole, offset, first, second), b.gradient(), false);
    b.out(0) = whole;
  }
};

// Looks for a history of more elements than `self` contains, among `own` and the histories that it continues. This is
// the history of self's family, or of a leaf that is itself a view of a base without history.
c10::optional<FamilyHistory> family_behind(const at::Tensor& self, const Edge& own, HistoryTransaction& transaction) {
  const DifferentiableViewMeta* const view = get_view_autograd_meta(self);
  FamilyHistory family = family_of(view == nullptr ? self : view->get_backward_info().base_, transaction);
  if (family.edge == own) return {};
  for (Edge edge = own; edge.is_valid(); edge = Edge(edge.function->next_edge(0))) {
    if (edge == family.edge) return family;
    if (edge.function->num_outputs() > 0) continue;
    const at::Tensor leaf = leaf_of(*edge.function);
    if (!leaf.defined() || leaf.is_same(self) || !leaf.is_alias_of(self)) return {};
    // The leaf itself is the history, even if it has become a stale view since then. It is not regenerated here (W5).
    const AutogradMeta& meta = *get_autograd_meta(leaf);
    if (meta.family_) return *meta.family_;
    return FamilyHistory{meta.recorded_geometry_ ? *meta.recorded_geometry_ : Geometry(leaf), edge};
  }
  return {};
}

struct AsStridedDerivative : Differentiable {
  static constexpr const char* name = "AsStridedBackward0";
  c10::optional<Geometry> input, output, family;
  // as_strided may reach elements of the storage that its argument does not contain. If the argument's history is that
  // of a view of its family, the gradient of these elements goes to the family (S3). libtorch loses this gradient.
  void reach_beyond(Node& node, HistoryTransaction& transaction, const at::Tensor& self, c10::IntArrayRef size,
                    c10::IntArrayRef stride, c10::optional<std::int64_t> storage_offset) {
    // The kernel rejects wrong arguments later.
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
    // The gradient of elements that the argument contains reaches the family through the argument.
    if (family.has_value() && b.needs(1)) b.out(1) = strided_backward_beyond(b.gradient(), *family, *input, *output);
  }
};
struct AsStridedInPlaceDerivative : AsStridedDerivative {
  static constexpr const char* name = "AsStridedBackward1";
};

// Returns the gradients of all parts, with zeros for parts that have no gradient.
std::vector<at::Tensor> all_parts(Backward& b) {
  std::vector<at::Tensor> parts;
  at::Tensor like;
  for (std::size_t i = 0; i < b.gradients(); ++i)
    if (b.gradient(i).defined()) like = b.gradient(i);
  for (std::size_t i = 0; i < b.gradients(); ++i)
    parts.push_back(b.gradient(i).defined() ? b.gradient(i) : zeros(b.result(i).shape(), like));
  return parts;
}

struct SplitDerivative : Differentiable {
  static constexpr const char* name = "SplitBackward0";
  std::int64_t dim = 0;
  void save(Saver& /*nothing*/, const at::Tensor& self, std::int64_t /*split_size*/, std::int64_t along) {
    dim = wrap(along, self.dim());
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::cat>(at::TensorList(all_parts(b)), dim);
  }
};

struct SplitWithSizesDerivative : Differentiable {
  static constexpr const char* name = "SplitWithSizesBackward0";
  std::int64_t dim = 0;
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::IntArrayRef /*split_sizes*/, std::int64_t along) {
    dim = wrap(along, self.dim());
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::cat>(at::TensorList(all_parts(b)), dim);
  }
};

struct UnbindDerivative : Differentiable {
  static constexpr const char* name = "UnbindBackward0";
  std::int64_t dim = 0;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, std::int64_t along) { dim = along; }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::stack>(at::TensorList(all_parts(b)), dim);
  }
};

}  // namespace

MODECHECK_REGISTER_WITH(AliasDerivative, alias)
MODECHECK_REGISTER_WITH(ViewDerivative, view)
MODECHECK_REGISTER_WITH(TransposeDerivative, transpose_int)
MODECHECK_REGISTER_WITH(TransposeInPlaceDerivative, transpose_)
MODECHECK_REGISTER_WITH(PermuteDerivative, permute)
MODECHECK_REGISTER_WITH(TDerivative, t)
MODECHECK_REGISTER_WITH(TInPlaceDerivative, t_)
MODECHECK_REGISTER_WITH(SelectDerivative, select_int)
MODECHECK_REGISTER_WITH(SliceDerivative, slice_Tensor)
MODECHECK_REGISTER_WITH(ExpandDerivative, expand)
MODECHECK_REGISTER_WITH(SqueezeDerivative, squeeze)
MODECHECK_REGISTER_WITH(SqueezeInPlaceDerivative, squeeze_)
MODECHECK_REGISTER_WITH(SqueezeDimDerivative, squeeze_dim)
MODECHECK_REGISTER_WITH(SqueezeDimInPlaceDerivative, squeeze__dim)
MODECHECK_REGISTER_WITH(UnsqueezeDerivative, unsqueeze)
MODECHECK_REGISTER_WITH(UnsqueezeInPlaceDerivative, unsqueeze_)
MODECHECK_REGISTER_WITH(DiagonalDerivative, diagonal)
MODECHECK_REGISTER_WITH(AsStridedDerivative, as_strided)
MODECHECK_REGISTER_WITH(AsStridedInPlaceDerivative, as_strided_)
MODECHECK_REGISTER_WITH(SplitDerivative, split_Tensor)
MODECHECK_REGISTER_WITH(SplitWithSizesDerivative, split_with_sizes)
MODECHECK_REGISTER_WITH(UnbindDerivative, unbind_int)
MODECHECK_REGISTER_NOT_DIFFERENTIABLE(detach, view_dtype)

}  // namespace modecheck::engine
