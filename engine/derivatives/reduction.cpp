// Defines the derivatives and dispatch tables of reductions and scans along dimensions.
#include "spec/operators/reduction.h"

#include <tuple>
#include <vector>

#include "engine/derivatives/gradient.h"
#include "engine/dispatch/device_kernel.h"
#include "spec/operators/creation.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

using Sizes = SmallSizes;

// Returns `reduced` with its reduced dimensions restored as dimensions of size 1.
at::Tensor restore_reduced(const at::Tensor& reduced, const Sizes& dims, bool keepdim, c10::IntArrayRef sizes) {
  if (keepdim || dims.empty()) return reduced;
  Sizes restored(sizes);
  for (std::int64_t dim : dims) restored[static_cast<std::size_t>(dim)] = 1;
  return reshape(reduced, restored);
}

// Returns the gradient of the argument of a mean over `dims`. Every element gets the mean's gradient divided by the
// number of averaged elements.
at::Tensor mean_gradient(const at::Tensor& gradient, const Sizes& dims, bool keepdim, c10::IntArrayRef sizes) {
  std::int64_t count = 1;
  for (std::int64_t dim : dims) count *= sizes[static_cast<std::size_t>(dim)];
  const at::Tensor wide = expand(restore_reduced(gradient, dims, keepdim, sizes), sizes);
  return div(wide, number(count, wide));
}

at::Tensor product_gradient(const at::Tensor& gradient, const at::Tensor& self, const at::Tensor& result,
                            std::int64_t dim) {
  const auto total = [dim](const at::Tensor& a) {
    return call<operators::sum_dim_IntList>(a, dim, true, c10::nullopt);
  };
  const at::Tensor rest = call<operators::prod_dim_int>(without_zeros(self), dim, true, c10::nullopt);
  const at::Tensor zeros = total(call<operators::eq_Scalar>(self, 0));
  return mul(gradient, conj(other_factors(self, result, rest, zeros, total(zeros_only(self)))));
}

// Returns the gradient of the argument of a variance along `dims`. `gradient` must have size 1 in these dimensions.
at::Tensor variance_gradient(const at::Tensor& gradient, const at::Tensor& a, c10::IntArrayRef dims,
                             std::int64_t correction) {
  std::int64_t count = 1;
  for (const std::int64_t dim : dims) count *= a.sizes()[static_cast<std::size_t>(dim)];
  const double freedom = static_cast<double>(count - correction);
  const at::Tensor mean = dims.empty() ? a : call<operators::mean_dim>(a, dims, true, c10::nullopt);
  return mul(mul(gradient, number(2.0 / freedom, gradient)), sub(a, mean));
}

// Returns the gradient of the argument of a standard deviation. Where the deviation is zero, its derivative is defined
// as zero. The deviation of no elements is NaN, but nothing depends on it.
at::Tensor deviation_gradient(const at::Tensor& g, const at::Tensor& a, const at::Tensor& deviation, const Sizes& dims,
                              std::int64_t correction, bool keepdim) {
  // The divisor is not zero there either: the second derivative of a division by zero would be NaN.
  const at::Tensor flat = a.numel() == 0 ? call<operators::isnan>(deviation) : eq(deviation, number(0, deviation));
  const at::Tensor divisor = masked_fill(mul(deviation, number(2, deviation)), flat, 1);
  const at::Tensor slope = masked_fill(div(g, divisor), flat, 0);
  return variance_gradient(restore_reduced(slope, dims, keepdim, a.sizes()), a, dims, correction);
}

// Returns the gradient of the argument of var_mean or std_mean. It is the sum of `of_spread`, which flows through the
// variance or deviation, and of the gradient that flows through the mean. Either gradient may be undefined.
at::Tensor with_mean_gradient(Backward& b, const at::Tensor& of_spread, const at::Tensor& a, const Sizes& dims,
                              bool keepdim) {
  if (!b.gradient(1).defined()) return of_spread;
  const at::Tensor of_mean = mean_gradient(b.gradient(1), dims, keepdim, a.sizes());
  return of_spread.defined() ? add(of_spread, of_mean) : of_mean;
}

// Returns the gradient of the argument of amax or amin. All elements that are equal to the extreme share its gradient.
at::Tensor gradient_of_extreme(const at::Tensor& gradient, const at::Tensor& self, const at::Tensor& extreme,
                               const Sizes& dims, bool keepdim) {
  const at::Tensor mask = eq(restore_reduced(extreme, dims, keepdim, self.sizes()), self);
  const at::Tensor whole = restore_reduced(gradient, dims, keepdim, self.sizes());
  return div(mul(whole, mask), call<operators::sum_dim_IntList>(mask, dims, true, c10::nullopt));
}

at::Tensor reversed(const at::Tensor& a, std::int64_t dim) {
  const std::int64_t length = a.sizes()[static_cast<std::size_t>(dim)];
  const at::Tensor index = KernelAnywhere<operators::arange_start_step>::call(length - 1, -1, -1, c10::kLong,
                                                                              c10::nullopt, a.device(), c10::nullopt);
  return call<operators::index_select>(a, dim, index);
}

}  // namespace

MODECHECK_GRADIENT(SumBackward0, (sum), self_sizes) { return expand(g, self_sizes); }
MODECHECK_GRADIENT(SumBackward1, (sum_dim_IntList), self_sizes, wrapped_dim, keepdim) {
  return expand(restore_reduced(g, wrapped_dim, keepdim, self_sizes), self_sizes);
}

// Only the sizes of the argument are saved, because the gradient does not depend on its elements (PyTorch issue
// 109876).
MODECHECK_GRADIENT(MeanBackward0, (mean), self_sizes) {
  return mean_gradient(g, wrapped(c10::nullopt, static_cast<std::int64_t>(self_sizes.size())), false, self_sizes);
}
MODECHECK_GRADIENT(MeanBackward1, (mean_dim), self_sizes, wrapped_dim, keepdim) {
  return mean_gradient(g, wrapped_dim, keepdim, self_sizes);
}

MODECHECK_GRADIENT(ProdBackward0, (prod), self, result) {
  const at::Tensor a = as_type(self, g.scalar_type());
  return reshape(product_gradient(g, reshape(a, -1), result, 0), a.sizes());
}
MODECHECK_GRADIENT(ProdBackward1, (prod_dim_int), self, result, wrapped_dim, keepdim) {
  const at::Tensor a = as_type(self, g.scalar_type());
  // The product of a tensor without dimensions is the tensor itself, so the gradient is passed on unchanged.
  if (a.dim() == 0) return g;
  const Sizes dims{c10::IntArrayRef(wrapped_dim)};
  return product_gradient(restore_reduced(g, dims, keepdim, a.sizes()), a,
                          restore_reduced(result, dims, keepdim, a.sizes()), wrapped_dim);
}

MODECHECK_GRADIENT(NansumBackward0, (nansum), self, wrapped_dim, keepdim) {
  return mul(expand(restore_reduced(g, wrapped_dim, keepdim, self.sizes()), self.sizes()), eq(self, self));
}

MODECHECK_GRADIENT(LogsumexpBackward0, (logsumexp), self, result, wrapped_dim, keepdim) {
  const at::Tensor sums = restore_reduced(result, wrapped_dim, keepdim, self.sizes());
  return mul(restore_reduced(g, wrapped_dim, keepdim, self.sizes()), call<operators::exp>(sub(self, sums)));
}

MODECHECK_GRADIENT(VarBackward0, (var_correction), self, wrapped_dim, correction, keepdim) {
  return variance_gradient(restore_reduced(g, wrapped_dim, keepdim, self.sizes()), self, wrapped_dim,
                           correction.value_or(1));
}
MODECHECK_GRADIENT(StdBackward0, (std_correction), self, result, wrapped_dim, correction, keepdim) {
  return deviation_gradient(g, self, result, wrapped_dim, correction.value_or(1), keepdim);
}

template <>
inline constexpr std::size_t differentiable_results_of<operators::var_mean_correction> = 2;
MODECHECK_GRADIENTS(VarMeanBackward0, (var_mean_correction), self, wrapped_dim, correction, keepdim) {
  if (!b.needs(0)) return;
  const at::Tensor a = b.get(self);
  at::Tensor out;
  if (g.defined())
    out =
        variance_gradient(restore_reduced(g, wrapped_dim, keepdim, a.sizes()), a, wrapped_dim, correction.value_or(1));
  b.out(0) = with_mean_gradient(b, out, a, wrapped_dim, keepdim);
}

template <>
inline constexpr std::size_t differentiable_results_of<operators::std_mean_correction> = 2;
MODECHECK_GRADIENTS(StdMeanBackward0, (std_mean_correction), self, result0, wrapped_dim, correction, keepdim) {
  if (!b.needs(0)) return;
  const at::Tensor a = b.get(self);
  at::Tensor out;
  if (g.defined()) out = deviation_gradient(g, a, b.get(result0), wrapped_dim, correction.value_or(1), keepdim);
  b.out(0) = with_mean_gradient(b, out, a, wrapped_dim, keepdim);
}

// In cumsum an element is part of the sums at its own and at all later positions. Its gradient is the sum of the
// gradients at these positions.
MODECHECK_GRADIENT(CumsumBackward0, (cumsum, cumsum_), wrapped_dim) {
  if (g.numel() <= 1) return g;
  return reversed(call<operators::cumsum>(reversed(g, wrapped_dim), wrapped_dim, c10::nullopt), wrapped_dim);
}

// In cumprod element k is a factor of the products at position k and at all later positions. The other factors of such
// a product are the product before k and the elements between k and the position.
MODECHECK_GRADIENT(CumprodBackward0, (cumprod, cumprod_), self, result, wrapped_dim) {
  const at::Tensor a = as_type(self, g.scalar_type());
  if (a.dim() == 0 || a.numel() == 0) return g;
  const std::int64_t length = a.sizes()[static_cast<std::size_t>(wrapped_dim)];
  const auto section = [&](const at::Tensor& of, std::int64_t start, std::int64_t count) {
    return call<operators::narrow>(of, wrapped_dim, start, count);
  };
  Sizes single(a.sizes());
  single[static_cast<std::size_t>(wrapped_dim)] = 1;
  const at::Tensor one = full(single, 1, a);
  std::vector<at::Tensor> slopes;
  for (std::int64_t k = 0; k < length; ++k) {
    const at::Tensor between[] = {one, section(a, k + 1, length - k - 1)};
    at::Tensor others =
        call<operators::cumprod>(call<operators::cat>(at::TensorList(between), wrapped_dim), wrapped_dim, c10::nullopt);
    if (k > 0) others = mul(others, section(result, k - 1, 1));
    const at::Tensor each = mul(section(g, k, length - k), conj(others));
    slopes.push_back(call<operators::sum_dim_IntList>(each, wrapped_dim, true, c10::nullopt));
  }
  return call<operators::cat>(at::TensorList(slopes), wrapped_dim);
}

MODECHECK_GRADIENT(AmaxBackward0, (amax), self, result, wrapped_dim, keepdim) {
  return gradient_of_extreme(g, self, result, wrapped_dim, keepdim);
}
MODECHECK_GRADIENT_OF(AmaxBackward0, AminBackward0, amin)

template <>
inline constexpr std::size_t differentiable_results_of<operators::aminmax> = 2;
MODECHECK_GRADIENTS(AminmaxBackward0, (aminmax), self, result0, result1, dim, keepdim) {
  if (!b.needs(0)) return;
  const at::Tensor a = b.get(self);
  const c10::IntArrayRef given = dim.has_value() ? c10::IntArrayRef(&*dim, 1) : c10::IntArrayRef();
  const Sizes dims = wrapped(given, a.dim());
  const at::Tensor& of_greatest = b.gradient(1);
  at::Tensor out;
  if (g.defined()) out = gradient_of_extreme(g, a, b.get(result0), dims, keepdim);
  if (of_greatest.defined()) {
    const at::Tensor more = gradient_of_extreme(of_greatest, a, b.get(result1), dims, keepdim);
    out = out.defined() ? add(out, more) : more;
  }
  b.out(0) = out;
}

MODECHECK_GRADIENT(SoftmaxBackward0, (_softmax), result, dim) {
  const at::Tensor total = call<operators::sum_dim_IntList>(mul(g, result), dim, true, c10::nullopt);
  return mul(sub(g, total), result);
}

MODECHECK_REGISTER(sum_IntList_out, amax_out, amin_out, nansum_out, any_all_out, any_out, all_all_out, all_out,
                   argmax_out, argmin_out, cumsum_out, cumprod_out, mean_out, prod_int_out)
MODECHECK_REGISTER(logsumexp_out, var_correction_out, std_correction_out, aminmax_out)
MODECHECK_REGISTER_NOT_DIFFERENTIABLE(any, any_dim, all, all_dim, argmax, argmin, count_nonzero)

}  // namespace modecheck::engine
