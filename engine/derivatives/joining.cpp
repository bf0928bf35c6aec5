// Defines the derivatives and dispatch tables of operators that join tensors or pick elements.
#include "spec/operators/joining.h"

#include <vector>

#include "engine/derivatives/gradient.h"
#include "engine/dispatch/internal_operators.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

// cat accepts and ignores vectors without elements, whatever the sizes of the other tensors are.
bool is_skipped(const at::Tensor& tensor) { return tensor.dim() == 1 && tensor.numel() == 0; }

struct CatDerivative : Differentiable {
  static constexpr const char* name = "CatBackward0";
  std::int64_t dim = 0;
  std::vector<std::int64_t> lengths;
  void save(Saver& /*nothing*/, at::TensorList tensors, std::int64_t along) {
    std::int64_t rank = 1;
    for (const at::Tensor& tensor : tensors)
      if (!is_skipped(tensor)) rank = tensor.dim();
    dim = wrap(along, rank);
    for (const at::Tensor& tensor : tensors) {
      const bool empty = is_skipped(tensor) || dim < 0 || dim >= tensor.dim();
      lengths.push_back(empty ? -1 : tensor.sizes()[static_cast<std::size_t>(dim)]);
    }
  }
  void backward(Backward& b) {
    std::int64_t start = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      if (lengths[i] < 0) {
        if (b.needs(i)) b.out(i) = zeros({0}, b.gradient());
        continue;
      }
      if (b.needs(i)) b.out(i) = call<operators::slice_Tensor>(b.gradient(), dim, start, start + lengths[i], 1);
      start += lengths[i];
    }
  }
};

}  // namespace

MODECHECK_REGISTER_WITH(CatDerivative, cat)

MODECHECK_GRADIENTS(StackBackward0, (stack), dim) {
  for (std::size_t i = 0; i < b.inputs(); ++i)
    if (b.needs(i)) b.out(i) = call<operators::select_int>(g, dim, static_cast<std::int64_t>(i));
}

MODECHECK_GRADIENT(IndexSelectBackward0, (index_select), index, self_sizes, wrapped_dim) {
  return index_added(self_sizes, wrapped_dim, index, g);
}

// gather saves its argument as in libtorch, although the argument's sizes would suffice.
MODECHECK_GRADIENT(GatherBackward0, (gather), self, index, wrapped_dim) {
  return scatter_added(self.sizes(), wrapped_dim, index, g);
}

// index_add adds slices of `source`. Each slice gets the gradient at the position to which it was added.
MODECHECK_GRADIENTS(IndexAddBackward0, (index_add, index_add_), index_for_1, source_for_1, wrapped_dim, alpha) {
  if (b.needs(0)) b.out(0) = g;
  if (b.needs(1)) {
    const at::Tensor picked = call<operators::index_select>(g, wrapped_dim, b.get(index_for_1));
    b.out(1) = scale(reshape(picked, b.get(source_for_1).sizes()), alpha.conj());
  }
}

// index_copy overwrites slices of `self`. The overwritten elements get a zero gradient, and `source` gets the gradient
// at their positions.
MODECHECK_GRADIENTS(IndexCopyBackward0, (index_copy, index_copy_), index, source_for_1, wrapped_dim) {
  const at::Tensor places = b.get(index);
  if (b.needs(0)) b.out(0) = call<operators::index_fill_int_Scalar>(g, wrapped_dim, places, 0);
  if (b.needs(1))
    b.out(1) = reshape(call<operators::index_select>(g, wrapped_dim, places), b.get(source_for_1).sizes());
}

// Elements that a number overwrites get a zero gradient, so zero is written to their positions in the gradient.
MODECHECK_GRADIENT(IndexFillBackward0, (index_fill_int_Scalar, index_fill__int_Scalar), index, wrapped_dim) {
  return call<operators::index_fill_int_Scalar>(g, wrapped_dim, index, 0);
}
MODECHECK_GRADIENT(ScatterBackward1, (scatter_value, scatter__value), index, wrapped_dim) {
  return call<operators::scatter_value>(g, wrapped_dim, index, 0);
}

MODECHECK_GRADIENTS(ScatterBackward0, (scatter_src, scatter__src), index, wrapped_dim) {
  const at::Tensor places = b.get(index);
  if (b.needs(0)) b.out(0) = call<operators::scatter_value>(g, wrapped_dim, places, 0);
  if (b.needs(1)) b.out(1) = call<operators::gather>(g, wrapped_dim, places, false);
}

MODECHECK_GRADIENTS(ScatterAddBackward0, (scatter_add, scatter_add_), index_for_1, wrapped_dim) {
  if (b.needs(0)) b.out(0) = g;
  if (b.needs(1)) b.out(1) = call<operators::gather>(g, wrapped_dim, b.get(index_for_1), false);
}

MODECHECK_GRADIENT(MaskedFillBackward0, (masked_fill_Scalar, masked_fill__Scalar), mask) {
  return masked_fill(g, mask, 0);
}

MODECHECK_GRADIENTS(MaskedScatterBackward0, (masked_scatter, masked_scatter_), mask, source_sizes) {
  const at::Tensor taken = b.get(mask);
  // masked_scatter also accepts a byte tensor as the mask, so the mask is converted to bool.
  if (b.needs(0)) b.out(0) = masked_fill(g, call<operators::ne_Scalar>(taken, 0), 0);
  if (b.needs(1)) b.out(1) = call<internal::_masked_taken>(g, taken, source_sizes);
}

MODECHECK_GRADIENTS(MaskedFillBackward1, (masked_fill_Tensor, masked_fill__Tensor), mask) {
  const at::Tensor filled = b.get(mask);
  if (b.needs(0)) b.out(0) = masked_fill(g, filled, 0);
  if (b.needs(1)) b.out(1) = where(filled, g, zeros({}, g));
}

MODECHECK_REGISTER(index_add_out, scatter_src_out, scatter_value_out, scatter_add_out, cat_out, stack_out,
                   index_select_out, gather_out)

}  // namespace modecheck::engine
