// Defines the derivatives and dispatch tables of max, min and median of a whole tensor, masked_select, take, roll,
// diag_embed, trace, unfold and logcumsumexp.
#include "spec/operators/selection.h"

#include <vector>

#include "engine/backends/iterate/broadcast.h"
#include "engine/derivatives/gradient.h"
#include "engine/derivatives/within_zeros.h"
#include "spec/operators/activation.h"
#include "spec/operators/arrangement.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/reduction.h"
#include "spec/operators/shape.h"

namespace modecheck::engine {
using namespace formula;  // NOLINT: formulas read like arithmetic

// All elements that are equal to the result of max, min or median share its gradient.
MODECHECK_GRADIENT(MaxBackward1, (max), self, result) {
  // NaN equals nothing, so if the result is NaN, all NaN elements share the gradient.
  const at::Tensor neither =
      call<operators::logical_and>(call<operators::ne_Tensor>(self, self), call<operators::ne_Tensor>(result, result));
  const at::Tensor mask = call<operators::logical_or>(eq(self, result), neither);
  return mul(div(g, call<operators::sum>(mask, c10::nullopt)), mask);
}
MODECHECK_GRADIENT_OF(MaxBackward1, MinBackward1, min)
MODECHECK_GRADIENT_OF(MaxBackward1, MedianBackward0, median)

MODECHECK_GRADIENT(MaskedSelectBackward0, (masked_select), self, mask) {
  backends::Dims shape(self.sizes());
  backends::BroadcastMismatch mismatch;
  backends::broadcast_into(shape, mask.sizes(), mismatch);
  return call<operators::masked_scatter>(zeros(shape, g), mask, g);
}

MODECHECK_GRADIENT(TakeBackward0, (take), self, index) {
  const at::Tensor places = reshape(index, {-1});
  const at::Tensor counted =
      where(call<operators::lt_Scalar>(places, 0), add(places, number(self.numel(), places)), places);
  return reshape(index_added({self.numel()}, 0, counted, reshape(g, {-1})), self.sizes());
}

// The gradient of roll is rolled by the negative shifts, in the reverse order of the dimensions.
MODECHECK_GRADIENT(RollBackward0, (roll), shifts, dims) {
  SmallSizes back, reversed;
  for (std::size_t i = shifts.size(); i-- > 0;) back.push_back(-shifts[i]);
  for (std::size_t i = dims.size(); i-- > 0;) reversed.push_back(dims[i]);
  return call<operators::roll>(g, back, reversed);
}

MODECHECK_GRADIENT(DiagEmbedBackward0, (diag_embed), offset, dim1, dim2) {
  return call<operators::diagonal>(g, offset, dim1, dim2);
}

MODECHECK_GRADIENT(TraceBackward0, (trace), self_sizes) {
  return within_zeros(self_sizes, g, [](const at::Tensor& whole) { return call<operators::diagonal>(whole, 0, 0, 1); });
}

// unfold copies an element into every window that contains it. The element gets the sum of the gradients from all these
// windows.
MODECHECK_GRADIENT(UnfoldBackward0, (unfold), self_sizes, wrapped_dimension, size, step) {
  if (self_sizes.empty()) return size == 0 ? g.sum() : reshape(g, self_sizes);
  // The last dimension of the gradient counts positions within a window. It is moved behind the dimension that counts
  // windows, and the two dimensions are merged.
  const std::int64_t windows = g.size(wrapped_dimension);
  std::vector<std::int64_t> order;
  std::vector<std::int64_t> joined;
  for (std::int64_t d = 0; d < g.dim() - 1; ++d) {
    order.push_back(d);
    if (d == wrapped_dimension) order.push_back(g.dim() - 1);
    joined.push_back(d == wrapped_dimension ? windows * size : g.size(d));
  }
  std::vector<std::int64_t> places;
  for (std::int64_t window = 0; window < windows; ++window)
    for (std::int64_t i = 0; i < size; ++i) places.push_back(window * step + i);
  return index_added(self_sizes, wrapped_dimension, index_tensor(places, g),
                     reshape(call<operators::permute>(g, order), joined));
}

MODECHECK_GRADIENT(LogcumsumexpBackward0, (logcumsumexp), self, result, dim) {
  if (self.dim() == 0) return g;
  const auto last = [dim](const at::Tensor& t) { return call<operators::transpose_int>(t, dim, -1); };
  const auto unsqueezed = [](const at::Tensor& t, std::int64_t at) { return call<operators::unsqueeze>(t, at); };
  // In logcumsumexp the derivative of a result with respect to an element is exp(element - result). It is zero for
  // results at positions before the element.
  const at::Tensor apart = sub(unsqueezed(last(self), -1), unsqueezed(last(result), -2));
  const at::Tensor shares = call<operators::triu>(call<operators::exp>(call<operators::triu>(apart, 0)), 0);
  const at::Tensor products = mul(shares, unsqueezed(last(g), -2));
  return last(call<operators::sum_dim_IntList>(products, c10::IntArrayRef(std::int64_t{-1}), false, c10::nullopt));
}

MODECHECK_REGISTER(masked_select_out, take_out)

}  // namespace modecheck::engine
