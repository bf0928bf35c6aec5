// Norms: derivatives and dispatch tables.
#include "spec/operators/norms.h"

#include <algorithm>
#include <cmath>

#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/small_sizes.h"
#include "engine/kernels/register.h"
#include "spec/operators/activation.h"
#include "spec/operators/reduction.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

// The derivative with respect to an element is the element's sign or direction times (|element| / norm)^(p - 1). It is
// zero for zero elements, and for all elements if the norm is zero.
struct NormDerivative : Differentiable {
  static constexpr bool saves_result = true;
  SavedTensor self, result;
  SmallSizes dims;
  double order = 2;
  auto saved() { return std::tie(self, result); }

  void backward(Backward& b) {
    // The norm of order 0 is a count, so no gradient flows through it.
    if (!b.needs(0) || order == 0) return;
    const at::Tensor a = b.get(self);
    const SmallSizes sizes = reduced_sizes(a);
    const at::Tensor norm = reshape(b.get(result), sizes);
    const at::Tensor gradient = reshape(b.gradient(), sizes);
    if (std::isinf(order)) {
      b.out(0) = of_extreme(a, norm, gradient);
      return;
    }
    if (order == 1) {
      b.out(0) = mul(gradient, direction_of(a));
      return;
    }
    const at::Tensor none = call<operators::eq_Scalar>(norm, 0);
    // A zero norm is replaced as divisor. The quotient is masked below, but a second derivative would still contain it.
    const at::Tensor divisor = masked_fill(norm, none, 1);
    if (order == 2) {
      b.out(0) = masked_fill(mul(a, div(gradient, divisor)), none, 0);
      return;
    }
    const at::Tensor share = div(call<operators::abs>(a), divisor);
    const at::Tensor safe = masked_fill(share, call<operators::eq_Scalar>(share, 0), 1);
    const at::Tensor slope = call<operators::pow_Tensor_Scalar>(safe, order - 1);
    b.out(0) = masked_fill(mul(mul(gradient, slope), direction_of(a)), none, 0);
  }

 protected:
  // An empty `along` means all dimensions. The kernel checks later whether the dimensions exist.
  void keep(Saver& saver, const at::Tensor& a, double p, c10::IntArrayRef along) {
    saver.input(self, a);
    order = p;
    dims = along;
  }

 private:
  // Returns the sizes of the argument with size 1 in each reduced dimension.
  SmallSizes reduced_sizes(const at::Tensor& a) const {
    SmallSizes out(a.sizes());
    if (out.empty()) return out;
    for (const std::int64_t dim : dims) out[static_cast<std::size_t>(wrap(dim, a.dim()))] = 1;
    if (dims.empty()) std::fill(out.begin(), out.end(), 1);
    return out;
  }

  static at::Tensor direction_of(const at::Tensor& a) { return call<operators::sgn>(a); }

  // The elements with the extreme absolute value share the gradient. If the norm is NaN, all NaN elements share it.
  at::Tensor of_extreme(const at::Tensor& a, const at::Tensor& norm, const at::Tensor& gradient) const {
    const at::Tensor each = call<operators::abs>(a);
    const at::Tensor neither =
        call<operators::logical_and>(call<operators::ne_Tensor>(each, each), call<operators::ne_Tensor>(norm, norm));
    const at::Tensor chosen = call<operators::logical_or>(eq(each, norm), neither);
    if (a.dim() == 0) return mul(gradient, direction_of(a));
    const at::Tensor count = call<operators::sum_dim_IntList>(chosen, dims, true, c10::nullopt);
    return mul(mul(div(gradient, count), chosen), direction_of(a));
  }
};

}  // namespace

template <>
struct Derivative<operators::norm_Scalar> : NormDerivative {
  static constexpr const char* name = "NormBackward0";
  void save(Saver& saver, const at::Tensor& a, const c10::Scalar& p) { keep(saver, a, p.toDouble(), {}); }
};

template <>
struct Derivative<operators::norm_ScalarOpt_dim> : NormDerivative {
  static constexpr const char* name = "NormBackward1";
  void save(Saver& saver, const at::Tensor& a, const c10::optional<c10::Scalar>& p, c10::IntArrayRef along,
            bool /*keepdim*/) {
    keep(saver, a, p.has_value() ? p->toDouble() : 2.0, along);
  }
};

template <>
struct Derivative<operators::linalg_vector_norm> : NormDerivative {
  static constexpr const char* name = "LinalgVectorNormBackward0";
  void save(Saver& saver, const at::Tensor& a, const c10::Scalar& p, c10::OptionalIntArrayRef along, bool /*keepdim*/,
            c10::optional<c10::ScalarType> /*dtype*/) {
    keep(saver, a, p.toDouble(), along.value_or(c10::IntArrayRef()));
  }
};

MODECHECK_REGISTER(norm_Scalar, norm_ScalarOpt_dim, linalg_vector_norm)

}  // namespace modecheck::engine
