// Defines the derivatives and dispatch tables of distances. Kernels compute the gradients, and these kernels are not
// differentiable. If backward is recorded, differentiable operators compute the gradients.
#include "spec/operators/distance.h"

#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

#include "engine/derivatives/gradient.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/modes/grad_mode.h"
#include "spec/operators/reduction.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: this unit is made of formulas

at::Tensor turned(const at::Tensor& a) { return call<operators::transpose_int>(a, -2, -1); }
at::Tensor unsqueezed(const at::Tensor& a, std::int64_t dim) { return call<operators::unsqueeze>(a, dim); }
at::Tensor summed(const at::Tensor& a, std::int64_t dim) {
  return call<operators::sum_dim_IntList>(a, c10::IntArrayRef(dim), false, c10::nullopt);
}

// Returns whether a computation with these tensors is recorded.
bool is_recorded(std::initializer_list<const at::Tensor*> tensors) {
  if (!c10::GradMode::is_enabled()) return false;
  for (const at::Tensor* tensor : tensors)
    if (tensor->requires_grad()) return true;
  return false;
}

// Returns the derivatives of the distances with respect to the differences `apart`. The last dimension of `apart` has
// the differences between two rows. As in the kernels, the derivatives are zero for a zero distance or difference. If p
// is infinite, every largest difference has the derivative 1 or -1.
at::Tensor slopes(const at::Tensor& apart, const at::Tensor& distances, double p) {
  if (p == 0) return zeros_like(apart);
  const at::Tensor sign = sign_of(apart);
  if (p == 1) return sign;
  const at::Tensor distance = unsqueezed(distances, -1);
  const at::Tensor size = call<operators::abs>(apart);
  if (std::isinf(p)) return masked_fill(sign, call<operators::ne_Tensor>(size, distance), 0);
  // Where the distance is zero, the divisor is 1. Otherwise the quotient would be infinite, and its product with zero
  // would be NaN.
  const at::Tensor none = call<operators::eq_Scalar>(distance, 0);
  const at::Tensor divisor = masked_fill(distance, none, 1);
  if (p == 2) return masked_fill(div(apart, divisor), none, 0);
  const at::Tensor apart_or_one = masked_fill(size, call<operators::eq_Scalar>(apart, 0), 1);
  const at::Tensor ratio =
      div(call<operators::pow_Tensor_Scalar>(apart_or_one, p - 1), call<operators::pow_Tensor_Scalar>(divisor, p - 1));
  return masked_fill(mul(sign, ratio), none, 0);
}

// Returns the indices of the first and of the second row of every pair of rows. The pairs have the order in which
// `_pdist_forward` returns their distances.
std::pair<at::Tensor, at::Tensor> pairs_of_rows(std::int64_t rows, const at::Tensor& like) {
  const std::int64_t count = rows * (rows - 1) / 2;
  if (!like.has_bytes()) return {empty({count}, at::kLong, like.device()), empty({count}, at::kLong, like.device())};
  std::vector<std::int64_t> left, right;
  left.reserve(static_cast<std::size_t>(count));
  right.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = i + 1; j < rows; ++j) {
      left.push_back(i);
      right.push_back(j);
    }
  return {index_tensor(left, like), index_tensor(right, like)};
}

}  // namespace

MODECHECK_GRADIENTS(CdistBackward0, (_cdist_forward), x1, x2, result, p) {
  const at::Tensor first = b.get(x1);
  const at::Tensor second = b.get(x2);
  const at::Tensor distances = b.get(result);
  // The dtypes of x1 and x2 may differ only if x1 and x2 have no columns. The gradients then have no elements, and the
  // kernels return them.
  if (is_recorded({&g, &first, &second}) && first.scalar_type() == second.scalar_type()) {
    const at::Tensor apart = sub(unsqueezed(first, -2), unsqueezed(second, -3));
    const at::Tensor of_pairs = mul(unsqueezed(g, -1), slopes(apart, distances, p));
    if (b.needs(0)) b.out(0) = summed(of_pairs, -2);
    if (b.needs(1)) b.out(1) = neg(summed(of_pairs, -3));
    return;
  }
  if (b.needs(0)) b.out(0) = call<operators::_cdist_backward>(g, first, second, p, distances);
  if (b.needs(1)) b.out(1) = call<operators::_cdist_backward>(turned(g), second, first, p, turned(distances));
}

MODECHECK_GRADIENT(PdistBackward0, (_pdist_forward), self, result, p) {
  if (!is_recorded({&g, &self})) return call<operators::_pdist_backward>(g, self, p, result);
  const auto [first, second] = pairs_of_rows(self.size(0), self);
  const at::Tensor apart =
      sub(call<operators::index_select>(self, 0, first), call<operators::index_select>(self, 0, second));
  const at::Tensor of_pairs = mul(unsqueezed(g, -1), slopes(apart, result, p));
  return sub(index_added(self.sizes(), 0, first, of_pairs), index_added(self.sizes(), 0, second, of_pairs));
}

MODECHECK_GRADIENTS(CdistBackwardBackward0, (_cdist_backward)) {
  raise(ErrorClass::NotDifferentiable, name, ": the derivative for '_cdist_backward' is not implemented");
}
MODECHECK_GRADIENTS(PdistBackwardBackward0, (_pdist_backward)) {
  raise(ErrorClass::NotDifferentiable, name, ": the derivative for '_pdist_backward' is not implemented");
}

}  // namespace modecheck::engine
