// Reductions and scans along dimensions: derivatives and dispatch tables.
#include "spec/operators/reduction.h"

#include <tuple>
#include <vector>

#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/keep_self.h"
#include "engine/derivatives/small_sizes.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/kernels/register.h"
#include "spec/operators/creation.h"
#include "spec/operators/out_variants.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

using Sizes = SmallSizes;

// Returns the dimensions counted from the front; all dimensions if none were given.
Sizes normalised(c10::OptionalIntArrayRef dims, std::int64_t rank) {
  Sizes out;
  if (!dims.has_value() || dims->empty()) {
    for (std::int64_t i = 0; i < rank; ++i) out.push_back(i);
    return out;
  }
  if (rank == 0) return out;
  for (std::int64_t dim : *dims) out.push_back(wrap(dim, rank));
  return out;
}

// Restores the reduced dimensions with size 1.
at::Tensor restore_reduced(const at::Tensor& reduced, const Sizes& dims, bool keepdim, c10::IntArrayRef sizes) {
  if (keepdim || dims.empty()) return reduced;
  Sizes restored(sizes);
  for (std::int64_t dim : dims) restored[static_cast<std::size_t>(dim)] = 1;
  return reshape(reduced, restored);
}

struct SumDerivative : Differentiable {
  static constexpr const char* name = "SumBackward0";
  Sizes sizes;
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::optional<c10::ScalarType> /*dtype*/) {
    sizes = self.sizes();
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = expand(b.gradient(), sizes);
  }
};

struct SumDimDerivative : Differentiable {
  static constexpr const char* name = "SumBackward1";
  Sizes sizes, dims;
  bool keepdim = false;
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::OptionalIntArrayRef dim, bool keep,
            c10::optional<c10::ScalarType> /*dtype*/) {
    sizes = self.sizes();
    dims = normalised(dim, self.dim());
    keepdim = keep;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = expand(restore_reduced(b.gradient(), dims, keepdim, sizes), sizes);
  }
};

// Only the sizes of the argument are saved (upstream #109876).
struct MeanDerivative : Differentiable {
  static constexpr const char* name = "MeanBackward1";
  Sizes sizes, dims;
  bool keepdim = false;
  void save(Saver& /*nothing*/, const at::Tensor& a, c10::OptionalIntArrayRef dim, bool keep,
            c10::optional<c10::ScalarType> /*dtype*/) {
    sizes = a.sizes();
    dims = normalised(dim, a.dim());
    keepdim = keep;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    std::int64_t count = 1;
    for (std::int64_t dim : dims) count *= sizes[static_cast<std::size_t>(dim)];
    const at::Tensor spread = expand(restore_reduced(b.gradient(), dims, keepdim, sizes), sizes);
    b.out(0) = div(spread, number(count, spread));
  }
};

// The mean of all elements. Only the argument's sizes and number of elements are saved.
struct MeanOfAllDerivative : Differentiable {
  static constexpr const char* name = "MeanBackward0";
  Sizes sizes;
  std::int64_t count = 0;
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::optional<c10::ScalarType> /*dtype*/) {
    sizes = self.sizes();
    count = self.numel();
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor spread = expand(b.gradient(), sizes);
    b.out(0) = div(spread, number(count, spread));
  }
};

// Base of derivatives that save the argument and the result.
struct KeepsBoth : Differentiable {
  static constexpr bool saves_result = true;
  SavedTensor self, result;
  Sizes dims;
  bool keepdim = false;
  auto saved() { return std::tie(self, result); }
  void keep(Saver& saver, const at::Tensor& a, c10::OptionalIntArrayRef dim, bool keeps) {
    saver.input(self, a);
    dims = normalised(dim, a.dim());
    keepdim = keeps;
  }
};

// The derivative with respect to an element is the product of the other elements: the result divided by the element. A
// single zero gets the product of the nonzero elements. Each of two zeros gets that product times the other zero, which
// is computed as the sum of both minus itself, so that it can be differentiated again. With more than two zeros, first
// and second derivatives are zero.
at::Tensor product_gradient(const at::Tensor& gradient, const at::Tensor& self, const at::Tensor& result,
                            std::int64_t dim) {
  const at::Tensor zero = call<operators::eq_Scalar>(self, 0);
  const at::Tensor one = number(1, self);
  const at::Tensor rest = where(zero, one, self);
  const at::Tensor regular = div(result, rest);
  const at::Tensor zeros_there = call<operators::sum_dim_IntList>(zero, dim, true, c10::nullopt);
  const at::Tensor of_rest = call<operators::prod_dim_int>(rest, dim, true, c10::nullopt);
  const at::Tensor nothing = number(0, self);
  const at::Tensor only_zeros = where(zero, self, nothing);
  const at::Tensor other_zero = sub(call<operators::sum_dim_IntList>(only_zeros, dim, true, c10::nullopt), only_zeros);
  const at::Tensor share = where(call<operators::eq_Scalar>(zeros_there, 1), one,
                                 where(call<operators::eq_Scalar>(zeros_there, 2), other_zero, nothing));
  return mul(gradient, conj(where(zero, mul(of_rest, share), regular)));
}

at::Tensor as_type(const at::Tensor& a, c10::ScalarType type) {
  if (a.scalar_type() == type) return a;
  return call<operators::_to_copy>(a, type, c10::nullopt, c10::nullopt, c10::nullopt, false, c10::nullopt);
}

struct ProductDerivative : KeepsBoth {
  static constexpr const char* name = "ProdBackward0";
  void save(Saver& saver, const at::Tensor& a, c10::optional<c10::ScalarType> /*dtype*/) {
    keep(saver, a, c10::nullopt, false);
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = as_type(b.get(self), b.gradient().scalar_type());
    b.out(0) = reshape(product_gradient(b.gradient(), reshape(a, -1), b.get(result), 0), a.sizes());
  }
};

struct ProductAlongDerivative : KeepsBoth {
  static constexpr const char* name = "ProdBackward1";
  void save(Saver& saver, const at::Tensor& a, std::int64_t dim, bool keeps, c10::optional<c10::ScalarType> /*dtype*/) {
    keep(saver, a, dim, keeps);
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = as_type(b.get(self), b.gradient().scalar_type());
    // The product of a tensor without dimensions is the tensor itself.
    if (a.dim() == 0)
      b.out(0) = b.gradient();
    else
      b.out(0) = product_gradient(restore_reduced(b.gradient(), dims, keepdim, a.sizes()), a,
                                  restore_reduced(b.get(result), dims, keepdim, a.sizes()), dims[0]);
  }
};

struct NansumDerivative : Differentiable {
  static constexpr const char* name = "NansumBackward0";
  SavedTensor self;
  Sizes dims;
  bool keepdim = false;
  auto saved() { return std::tie(self); }
  void save(Saver& saver, const at::Tensor& a, c10::OptionalIntArrayRef dim, bool keep,
            c10::optional<c10::ScalarType> /*dtype*/) {
    saver.input(self, a);
    dims = normalised(dim, a.dim());
    keepdim = keep;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = b.get(self);
    const at::Tensor spread = expand(restore_reduced(b.gradient(), dims, keepdim, a.sizes()), a.sizes());
    b.out(0) = mul(spread, eq(a, a));
  }
};

struct LogSumExpDerivative : KeepsBoth {
  static constexpr const char* name = "LogsumexpBackward0";
  void save(Saver& saver, const at::Tensor& a, c10::IntArrayRef dim, bool keeps) { keep(saver, a, dim, keeps); }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = b.get(self);
    const at::Tensor share = call<operators::exp>(sub(a, restore_reduced(b.get(result), dims, keepdim, a.sizes())));
    b.out(0) = mul(restore_reduced(b.gradient(), dims, keepdim, a.sizes()), share);
  }
};

// Returns the gradient of the argument of a variance along `dims`. `gradient` must have size 1 in these dimensions.
at::Tensor variance_gradient(const at::Tensor& gradient, const at::Tensor& a, c10::IntArrayRef dims,
                             std::int64_t correction) {
  std::int64_t count = 1;
  for (const std::int64_t dim : dims) count *= a.sizes()[static_cast<std::size_t>(dim)];
  const double freedom = static_cast<double>(count - correction);
  const at::Tensor mean = dims.empty() ? a : call<operators::mean_dim>(a, dims, true, c10::nullopt);
  return mul(mul(gradient, number(2.0 / freedom, gradient)), sub(a, mean));
}

struct VarianceDerivative : Differentiable {
  static constexpr const char* name = "VarBackward0";
  SavedTensor self;
  Sizes dims;
  std::int64_t correction = 1;
  bool keepdim = false;
  auto saved() { return std::tie(self); }
  void save(Saver& saver, const at::Tensor& a, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> less,
            bool keep) {
    saver.input(self, a);
    dims = normalised(dim, a.dim());
    correction = less.value_or(1);
    keepdim = keep;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = b.get(self);
    b.out(0) = variance_gradient(restore_reduced(b.gradient(), dims, keepdim, a.sizes()), a, dims, correction);
  }
};

// Adds the gradient that flows through the mean. Either gradient may be undefined.
at::Tensor with_mean_gradient(Backward& b, const at::Tensor& of_spread, const at::Tensor& a, const Sizes& dims,
                              bool keepdim) {
  if (!b.gradient(1).defined()) return of_spread;
  std::int64_t count = 1;
  for (const std::int64_t dim : dims) count *= a.sizes()[static_cast<std::size_t>(dim)];
  const at::Tensor wide = expand(restore_reduced(b.gradient(1), dims, keepdim, a.sizes()), a.sizes());
  const at::Tensor of_mean = div(wide, number(count, wide));
  return of_spread.defined() ? add(of_spread, of_mean) : of_mean;
}

struct VarianceAndMeanDerivative : VarianceDerivative {
  static constexpr const char* name = "VarMeanBackward0";
  static constexpr std::size_t differentiable_results = 2;
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = b.get(self);
    if (b.gradient().defined()) VarianceDerivative::backward(b);
    b.out(0) = with_mean_gradient(b, b.out(0), a, dims, keepdim);
  }
};

// Where the standard deviation is zero, its derivative is defined as zero.
struct DeviationDerivative : KeepsBoth {
  static constexpr const char* name = "StdBackward0";
  std::int64_t correction = 1;
  void save(Saver& saver, const at::Tensor& a, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> less,
            bool keeps) {
    keep(saver, a, dim, keeps);
    correction = less.value_or(1);
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = b.get(self);
    const at::Tensor root = b.get(result);
    const at::Tensor slope = masked_fill(div(b.gradient(), mul(root, number(2, root))), eq(root, number(0, root)), 0);
    b.out(0) = variance_gradient(restore_reduced(slope, dims, keepdim, a.sizes()), a, dims, correction);
  }
};

struct DeviationAndMeanDerivative : DeviationDerivative {
  static constexpr const char* name = "StdMeanBackward0";
  static constexpr std::size_t differentiable_results = 2;
  void save_results(Saver& /*nothing*/, const std::tuple<at::Tensor, at::Tensor>& results) {
    result.save_result(std::get<0>(results));
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = b.get(self);
    if (b.gradient().defined()) DeviationDerivative::backward(b);
    b.out(0) = with_mean_gradient(b, b.out(0), a, dims, keepdim);
  }
};

at::Tensor reversed(const at::Tensor& a, std::int64_t dim) {
  const std::int64_t length = a.sizes()[static_cast<std::size_t>(dim)];
  const at::Tensor index = KernelAnywhere<operators::arange_start_step>::call(length - 1, -1, -1, c10::kLong,
                                                                              c10::nullopt, a.device(), c10::nullopt);
  return call<operators::index_select>(a, dim, index);
}

// An element is part of the sums at its own and all later positions.
struct CumulativeSumDerivative : Differentiable {
  static constexpr const char* name = "CumsumBackward0";
  std::int64_t dim = 0;
  void save(Saver& /*nothing*/, const at::Tensor& self, std::int64_t along, c10::optional<c10::ScalarType> /*dtype*/) {
    dim = wrap(along, self.dim());
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor gradient = b.gradient();
    b.out(0) = gradient.numel() <= 1
                   ? gradient
                   : reversed(call<operators::cumsum>(reversed(gradient, dim), dim, c10::nullopt), dim);
  }
};

// Element k is a factor of every product from k on. The other factors are the product before k and the elements after k
// up to the position of the product.
template <typename Op>
struct CumulativeProductDerivative : Differentiable {
  static constexpr const char* name = "CumprodBackward0";
  static constexpr bool saves_result = true;
  SavedTensor self, result;
  std::int64_t dim = 0;
  auto saved() { return std::tie(self, result); }
  void save(Saver& saver, const at::Tensor& a, std::int64_t along, c10::optional<c10::ScalarType> /*dtype*/) {
    keep_self<Op>(saver, self, a);
    dim = wrap(along, a.dim());
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor gradient = b.gradient();
    const at::Tensor a = as_type(b.get(self), gradient.scalar_type());
    const at::Tensor products = b.get(result);
    if (a.dim() == 0 || a.numel() == 0) {
      b.out(0) = gradient;
      return;
    }
    const std::int64_t length = a.sizes()[static_cast<std::size_t>(dim)];
    const auto part = [&](const at::Tensor& of, std::int64_t start, std::int64_t count) {
      return call<operators::narrow>(of, dim, start, count);
    };
    Sizes single(a.sizes());
    single[static_cast<std::size_t>(dim)] = 1;
    const at::Tensor one = full(single, 1, a);
    std::vector<at::Tensor> slopes;
    for (std::int64_t k = 0; k < length; ++k) {
      const at::Tensor between[] = {one, part(a, k + 1, length - k - 1)};
      at::Tensor others =
          call<operators::cumprod>(call<operators::cat>(at::TensorList(between), dim), dim, c10::nullopt);
      if (k > 0) others = mul(others, part(products, k - 1, 1));
      const at::Tensor each = mul(part(gradient, k, length - k), conj(others));
      slopes.push_back(call<operators::sum_dim_IntList>(each, dim, true, c10::nullopt));
    }
    b.out(0) = call<operators::cat>(at::TensorList(slopes), dim);
  }
};

// All elements that are equal to the maximum share its gradient.
struct AmaxDerivative : Differentiable {
  static constexpr const char* name = "AmaxBackward0";
  static constexpr bool saves_result = true;
  SavedTensor self, result;
  Sizes dims;
  bool keepdim = false;
  auto saved() { return std::tie(self, result); }
  void save(Saver& saver, const at::Tensor& a, c10::IntArrayRef dim, bool keep) {
    saver.input(self, a);
    dims = normalised(dim, a.dim());
    keepdim = keep;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = b.get(self);
    const at::Tensor mask = eq(restore_reduced(b.get(result), dims, keepdim, a.sizes()), a);
    const at::Tensor gradient = restore_reduced(b.gradient(), dims, keepdim, a.sizes());
    b.out(0) = div(mul(gradient, mask), call<operators::sum_dim_IntList>(mask, dims, true, c10::nullopt));
  }
};

struct SoftmaxDerivative : Differentiable {
  static constexpr const char* name = "SoftmaxBackward0";
  static constexpr bool saves_result = true;
  SavedTensor result;
  std::int64_t dim = 0;
  auto saved() { return std::tie(result); }
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, std::int64_t along, bool /*half_to_float*/) { dim = along; }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor y = b.get(result);
    const at::Tensor total = call<operators::sum_dim_IntList>(mul(b.gradient(), y), dim, true, c10::nullopt);
    b.out(0) = mul(sub(b.gradient(), total), y);
  }
};

}  // namespace

template <>
struct Derivative<operators::amin> : AmaxDerivative {
  static constexpr const char* name = "AminBackward0";
};

MODECHECK_REGISTER_WITH(SumDerivative, sum)
MODECHECK_REGISTER_WITH(SumDimDerivative, sum_dim_IntList)
MODECHECK_REGISTER_WITH(MeanDerivative, mean_dim)
MODECHECK_REGISTER_WITH(AmaxDerivative, amax)
MODECHECK_REGISTER_WITH(MeanOfAllDerivative, mean)
MODECHECK_REGISTER_WITH(ProductDerivative, prod)
MODECHECK_REGISTER_WITH(ProductAlongDerivative, prod_dim_int)
MODECHECK_REGISTER_WITH(NansumDerivative, nansum)
MODECHECK_REGISTER_WITH(LogSumExpDerivative, logsumexp)
MODECHECK_REGISTER_WITH(VarianceDerivative, var_correction)
MODECHECK_REGISTER_WITH(DeviationDerivative, std_correction)
MODECHECK_REGISTER_WITH(VarianceAndMeanDerivative, var_mean_correction)
MODECHECK_REGISTER_WITH(DeviationAndMeanDerivative, std_mean_correction)
MODECHECK_REGISTER_WITH(CumulativeSumDerivative, cumsum, cumsum_)
MODECHECK_REGISTER_WITH_OWN(CumulativeProductDerivative, cumprod, cumprod_)
MODECHECK_REGISTER_WITH(SoftmaxDerivative, _softmax)
MODECHECK_REGISTER(sum_IntList_out, amax_out, amin, amin_out, nansum_out, any_all_out, any_out, all_all_out, all_out,
                   argmax_out, argmin_out, cumsum_out, cumprod_out, mean_out, prod_int_out)
MODECHECK_REGISTER(logsumexp_out, var_correction_out, std_correction_out)
MODECHECK_REGISTER_NOT_DIFFERENTIABLE(any, any_dim, all, all_dim, argmax, argmin, count_nonzero)

}  // namespace modecheck::engine
