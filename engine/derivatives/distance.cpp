// Distances: derivatives and dispatch tables. Kernels compute the gradients, and these kernels are not differentiable.
// If backward is recorded, differentiable operators compute the gradients.
#include "spec/operators/distance.h"

#include <cmath>
#include <initializer_list>
#include <utility>

#include "engine/derivatives/arithmetic.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/kernels/register.h"
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

// Returns the derivatives of the distances with respect to the differences `apart`, whose last dimension has the
// differences of one pair. As in the kernels they are zero for a zero distance or difference. If p is infinite, each of
// several largest differences counts.
at::Tensor slopes(const at::Tensor& apart, const at::Tensor& distances, double p) {
  if (p == 0) return zeros_like(apart);
  const at::Tensor sign = sign_of(apart);
  if (p == 1) return sign;
  const at::Tensor distance = unsqueezed(distances, -1);
  const at::Tensor size = call<operators::abs>(apart);
  if (std::isinf(p)) return masked_fill(sign, call<operators::ne_Tensor>(size, distance), 0);
  // A zero distance is replaced as divisor, so that no infinity arises, whose product with zero would be NaN.
  const at::Tensor none = call<operators::eq_Scalar>(distance, 0);
  const at::Tensor divisor = masked_fill(distance, none, 1);
  if (p == 2) return masked_fill(div(apart, divisor), none, 0);
  const at::Tensor apart_or_one = masked_fill(size, call<operators::eq_Scalar>(apart, 0), 1);
  const at::Tensor ratio =
      div(call<operators::pow_Tensor_Scalar>(apart_or_one, p - 1), call<operators::pow_Tensor_Scalar>(divisor, p - 1));
  return masked_fill(mul(sign, ratio), none, 0);
}

// Returns the indices of both rows of each pair, in the order of `_pdist_forward`.
std::pair<at::Tensor, at::Tensor> pairs_of_rows(std::int64_t rows, const at::Tensor& like) {
  const std::int64_t count = rows < 2 ? 0 : rows * (rows - 1) / 2;
  const at::Tensor first = empty(count, c10::kLong, host_of(like.device()));
  const at::Tensor second = empty(count, c10::kLong, host_of(like.device()));
  if (first.is_meta() || count == 0) return {first, second};
  std::int64_t* left = first.data_ptr<std::int64_t>();
  std::int64_t* right = second.data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = i + 1; j < rows; ++j) {
      *left++ = i;
      *right++ = j;
    }
  return {placed(first, like.device()), placed(second, like.device())};
}

struct CdistDerivative : Differentiable {
  static constexpr const char* name = "CdistBackward0";
  static constexpr bool saves_result = true;
  SavedTensor x1, x2, result;
  double p = 2;
  auto saved() { return std::tie(x1, x2, result); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b, double order,
            c10::optional<std::int64_t> /*compute_mode*/) {
    saver.input(x1, a);
    saver.input(x2, b);
    p = order;
  }
  void backward(Backward& b) {
    const at::Tensor first = b.get(x1);
    const at::Tensor second = b.get(x2);
    const at::Tensor distances = b.get(result);
    // The dtypes may differ only if there are no columns. The kernels then return gradients without elements.
    if (is_recorded({&b.gradient(), &first, &second}) && first.scalar_type() == second.scalar_type()) {
      const at::Tensor apart = sub(unsqueezed(first, -2), unsqueezed(second, -3));
      const at::Tensor parts = mul(unsqueezed(b.gradient(), -1), slopes(apart, distances, p));
      if (b.needs(0)) b.out(0) = summed(parts, -2);
      if (b.needs(1)) b.out(1) = neg(summed(parts, -3));
      return;
    }
    if (b.needs(0)) b.out(0) = call<operators::_cdist_backward>(b.gradient(), first, second, p, distances);
    if (b.needs(1))
      b.out(1) = call<operators::_cdist_backward>(turned(b.gradient()), second, first, p, turned(distances));
  }
};

struct PdistDerivative : Differentiable {
  static constexpr const char* name = "PdistBackward0";
  static constexpr bool saves_result = true;
  SavedTensor self, result;
  double p = 2;
  auto saved() { return std::tie(self, result); }
  void save(Saver& saver, const at::Tensor& a, double order) {
    saver.input(self, a);
    p = order;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor rows = b.get(self);
    const at::Tensor distances = b.get(result);
    if (!is_recorded({&b.gradient(), &rows})) {
      b.out(0) = call<operators::_pdist_backward>(b.gradient(), rows, p, distances);
      return;
    }
    const auto [first, second] = pairs_of_rows(rows.size(0), rows);
    const at::Tensor apart =
        sub(call<operators::index_select>(rows, 0, first), call<operators::index_select>(rows, 0, second));
    const at::Tensor parts = mul(unsqueezed(b.gradient(), -1), slopes(apart, distances, p));
    b.out(0) = sub(index_added(rows.sizes(), 0, first, parts), index_added(rows.sizes(), 0, second, parts));
  }
};

struct CdistBackwardDerivative : Differentiable {
  static constexpr const char* name = "CdistBackwardBackward0";
  void backward(Backward& /*is refused*/) {
    raise(ErrorClass::NotDifferentiable, name, ": the derivative for '_cdist_backward' is not implemented");
  }
};

struct PdistBackwardDerivative : Differentiable {
  static constexpr const char* name = "PdistBackwardBackward0";
  void backward(Backward& /*is refused*/) {
    raise(ErrorClass::NotDifferentiable, name, ": the derivative for '_pdist_backward' is not implemented");
  }
};

}  // namespace

MODECHECK_REGISTER_WITH(CdistDerivative, _cdist_forward)
MODECHECK_REGISTER_WITH(PdistDerivative, _pdist_forward)
MODECHECK_REGISTER_WITH(CdistBackwardDerivative, _cdist_backward)
MODECHECK_REGISTER_WITH(PdistBackwardDerivative, _pdist_backward)

}  // namespace modecheck::engine
