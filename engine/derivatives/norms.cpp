// Defines the derivatives and dispatch tables of norms.
#include "spec/operators/norms.h"

#include <cmath>

#include "engine/derivatives/gradient.h"
#include "spec/operators/activation.h"
#include "spec/operators/reduction.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

at::Tensor direction_of(const at::Tensor& a) { return call<operators::sgn>(a); }

// Returns the gradient of a norm of infinite order, which is the largest or smallest absolute value. All elements with
// that absolute value share the gradient. If the norm is NaN, all NaN elements share it.
at::Tensor extreme_gradient(const at::Tensor& gradient, const at::Tensor& a, const at::Tensor& norm,
                            c10::IntArrayRef dims) {
  if (a.dim() == 0) return mul(gradient, direction_of(a));
  const at::Tensor each = call<operators::abs>(a);
  const at::Tensor neither =
      call<operators::logical_and>(call<operators::ne_Tensor>(each, each), call<operators::ne_Tensor>(norm, norm));
  const at::Tensor chosen = call<operators::logical_or>(eq(each, norm), neither);
  const at::Tensor count = call<operators::sum_dim_IntList>(chosen, dims, true, c10::nullopt);
  return mul(mul(div(gradient, count), chosen), direction_of(a));
}

// Returns the gradient of `a`, whose norm of order `order` over `dims` is `result`. Empty `dims` mean all dimensions.
// The derivative with respect to an element is the element's sign or direction times (|element| / norm)^(order - 1). It
// is zero for zero elements, and for all elements if the norm is zero.
at::Tensor norm_gradient(const at::Tensor& g, const at::Tensor& a, const at::Tensor& result, double order,
                         c10::IntArrayRef dims) {
  // The norm of order 0 is a count, so its derivative is zero.
  if (order == 0) return zeros_like(a);
  // The sizes of the argument with size 1 in each reduced dimension.
  SmallSizes sizes(a.sizes());
  for (const std::int64_t dim : wrapped(dims, a.dim())) sizes[static_cast<std::size_t>(dim)] = 1;
  const at::Tensor norm = reshape(result, sizes);
  const at::Tensor gradient = reshape(g, sizes);
  if (std::isinf(order)) return extreme_gradient(gradient, a, norm, dims);
  if (order == 1) return mul(gradient, direction_of(a));
  const at::Tensor none = call<operators::eq_Scalar>(norm, 0);
  // Where the norm is zero, the divisor is replaced by 1. The quotient is masked below anyway, but a second derivative
  // would still contain a division by zero.
  const at::Tensor divisor = masked_fill(norm, none, 1);
  if (order == 2) return masked_fill(mul(a, div(gradient, divisor)), none, 0);
  const at::Tensor share = div(call<operators::abs>(a), divisor);
  const at::Tensor safe = masked_fill(share, call<operators::eq_Scalar>(share, 0), 1);
  const at::Tensor slope = call<operators::pow_Tensor_Scalar>(safe, order - 1);
  return masked_fill(mul(mul(gradient, slope), direction_of(a)), none, 0);
}

}  // namespace

MODECHECK_GRADIENT(NormBackward0, (norm_Scalar), self, result, p) {
  return norm_gradient(g, self, result, p.toDouble(), {});
}
MODECHECK_GRADIENT(NormBackward1, (norm_ScalarOpt_dim), self, result, p, dim) {
  return norm_gradient(g, self, result, p.has_value() ? p->toDouble() : 2.0, dim);
}
MODECHECK_GRADIENT(LinalgVectorNormBackward0, (linalg_vector_norm), self, result, ord, dim) {
  return norm_gradient(g, self, result, ord.toDouble(), dim);
}

}  // namespace modecheck::engine
