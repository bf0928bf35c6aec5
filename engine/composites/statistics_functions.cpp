#include "engine/composites/statistics_functions.h"

#include <cmath>
#include <vector>

#include "engine/api/composed_functions.h"
#include "engine/api/factories.h"
#include "engine/api/generated/functions.h"
#include "engine/api/like_factories.h"
#include "engine/api/result_type.h"
#include "engine/composites/arrangement_functions.h"
#include "engine/composites/composition.h"
#include "engine/composites/elementary_functions.h"
#include "engine/composites/norm_functions.h"
#include "engine/composites/sorting_functions.h"
#include "engine/core/errors/warning.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/tracing/sizes_as_numbers.h"
#include "engine/tracing/traced_composite.h"
#include "spec/operators/composites.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

using SizeList = std::vector<std::int64_t>;

Tensor given(const c10::optional<Tensor>& tensor) { return tensor.has_value() ? *tensor : Tensor(); }
double number_of(const Tensor& one) { return on_host(one.detach()).item().toDouble(); }

Tensor differences(const Tensor& self, std::int64_t dim) {
  const std::int64_t left = self.size(dim) - 1;
  const Tensor before = self.narrow(dim, 0, left);
  const Tensor after = self.narrow(dim, 1, left);
  return self.scalar_type() == c10::kBool ? after.logical_xor(before) : after.sub(before);
}

// Returns the sums of neighbouring elements, which are twice their means.
Tensor neighbours(const Tensor& y, std::int64_t dim) {
  const Tensor left = y.slice(dim, 0, -1);
  return left.add(y.slice(dim, 1, c10::nullopt));
}

// Returns `dim` counted from the front. Raises for a tensor without dimensions.
std::int64_t along_of(const char* name, const Tensor& y, std::int64_t dim) {
  MODECHECK_CHECK(y.dim() > 0, ErrorClass::Dimension, name, ": Dimension specified as ", dim,
                  " but tensor has no dimensions");
  return dimension_of(name, dim, y.dim());
}

void check_countable(const char* name, const Tensor& self) {
  MODECHECK_CHECK(self.scalar_type() != c10::kBool, ErrorClass::Dtype, name,
                  ": received a bool input for `x` or `y`, but bool is not supported");
}

// Returns the distances between neighbouring points, with as many dimensions as `y`.
Tensor distances(const char* name, const Tensor& y, const Tensor& x, std::int64_t dim) {
  sizes_as_numbers(name, y, x);
  check_countable(name, y);
  check_countable(name, x);
  SizeList shape = x.sizes().vec();
  const auto rank = static_cast<std::size_t>(y.dim());
  if (x.dim() == 1) {
    MODECHECK_CHECK(x.size(0) == y.size(dim), ErrorClass::Shape, name,
                    ": There must be one `x` value for each sample point, but got ", x.size(0), " and ", y.size(dim));
    shape.assign(rank, 1);
    shape[static_cast<std::size_t>(dim)] = x.size(0);
  } else if (shape.size() < rank) {
    shape.insert(shape.begin(), rank - shape.size(), 1);
  }
  const Tensor points = x.dim() == 1 || x.dim() < y.dim() ? x.view(shape) : x;
  const Tensor left = points.slice(dim, 0, -1);
  return points.slice(dim, 1, c10::nullopt).sub(left);
}

double distance(const char* name, const Tensor& y, const c10::Scalar& dx) {
  check_countable(name, y);
  MODECHECK_CHECK(!dx.isComplex() && !dx.isBoolean(), ErrorClass::Argument, name,
                  ": Currently, we only support dx as a real number.");
  return dx.toDouble();
}

Tensor nothing_along(const Tensor& y, std::int64_t dim) {
  SizeList shape = y.sizes().vec();
  shape.erase(shape.begin() + dim);
  return at::zeros(shape, y.options());
}

void check_weights(const char* kind, const Tensor& weights, std::int64_t observations, bool right_dtype) {
  sizes_as_numbers(kind, weights);
  MODECHECK_CHECK(weights.dim() <= 1, ErrorClass::Shape, "cov(): expected ", kind,
                  " to have one or fewer dimensions but got ", weights.dim());
  MODECHECK_CHECK(right_dtype, ErrorClass::Dtype, "cov(): ", kind, " have the wrong dtype ", weights.scalar_type());
  MODECHECK_CHECK(weights.numel() == observations, ErrorClass::Shape, "cov(): expected ", kind,
                  " to have the same numel as there are observations in the input but got ", weights.numel(), " and ",
                  observations);
  MODECHECK_CHECK(observations == 0 || number_of(weights.min()) >= 0, ErrorClass::Argument, "cov(): ", kind,
                  " cannot be negative");
}

Tensor scaling(const Tensor& self, const c10::Scalar& p, std::int64_t dim, const c10::Scalar& maxnorm) {
  MODECHECK_CHECK(!p.isComplex() && p.toDouble() > 0, ErrorClass::Argument, "renorm: non-positive-norm not supported");
  MODECHECK_CHECK(!maxnorm.isComplex() && maxnorm.toDouble() >= 0, ErrorClass::Argument,
                  "renorm: expected maxnorm to be >= 0 but got ", maxnorm.toDouble());
  MODECHECK_CHECK(self.dim() > 1, ErrorClass::Shape, "renorm: input needs at least 2 dimensions, got ", self.dim(),
                  " dimensions");
  // As in libtorch this number is added to each norm before the division.
  constexpr double epsilon = 1e-7;
  const std::int64_t along = dimension_of("renorm", dim, self.dim());
  SizeList others;
  for (std::int64_t d = 0; d < self.dim(); ++d)
    if (d != along) others.push_back(d);
  const Tensor norms = at::norm(self, p, others, /*keepdim=*/true);
  const Tensor small = norms.le(maxnorm);
  return norms.masked_fill(small, 1).add(epsilon).reciprocal().mul(maxnorm).masked_fill(small, 1);
}

}  // namespace

Tensor diff(const Tensor& self, std::int64_t n, std::int64_t dim, const c10::optional<Tensor>& prepend,
            const c10::optional<Tensor>& append) {
  return traced_composite<operators::diff>(
      [&]() -> Tensor {
        MODECHECK_CHECK(self.dim() >= 1, ErrorClass::Shape, "diff expects input to be at least one-dimensional");
        // A negative `n` is rejected, because such a difference has no meaning (PyTorch issue 94740).
        MODECHECK_CHECK(n >= 0, ErrorClass::Argument, "diff: order must be non-negative but got ", n);
        const bool joins = given(prepend).defined() || given(append).defined();
        const std::int64_t along = n == 0 && !joins ? 0 : dimension_of("diff", dim, self.dim());
        std::vector<Tensor> parts;
        for (const Tensor& part : {given(prepend), self, given(append)}) {
          if (!part.defined()) continue;
          MODECHECK_CHECK(part.dim() == self.dim(), ErrorClass::Shape,
                          "diff expects prepend or append to be the same dimension as input");
          for (std::int64_t d = 0; d < self.dim(); ++d)
            MODECHECK_CHECK(
                d == along || part.size(d) == self.size(d), ErrorClass::Shape,
                "diff expects the shape of tensor to prepend or append to match that of input except along the "
                "differencing dimension, but got ",
                part.sizes(), " and ", self.sizes());
          parts.push_back(part);
        }
        if (n == 0) return at::zeros_like(self).copy_(self);
        Tensor out = parts.size() == 1 ? self : at::cat(parts, along);
        for (std::int64_t left = std::min(n, out.size(along)); left > 0; --left) out = differences(out, along);
        return out;
      },
      self, n, dim, prepend, append);
}

Tensor trapezoid(const Tensor& y, const Tensor& x, std::int64_t dim) {
  return traced_composite<operators::trapezoid_x>(
      [&]() -> Tensor {
        const std::int64_t along = along_of("trapezoid", y, dim);
        if (y.size(along) == 0) return nothing_along(y, along);
        const Tensor widths = distances("trapezoid", y, x, along);
        return neighbours(y, along).mul(widths).sum(along).div(2.0);
      },
      y, x, dim);
}
Tensor trapezoid(const Tensor& y, const c10::Scalar& dx, std::int64_t dim) {
  return traced_composite<operators::trapezoid_dx>(
      [&]() -> Tensor {
        const std::int64_t along = along_of("trapezoid", y, dim);
        if (y.size(along) == 0) return nothing_along(y, along);
        const double width = distance("trapezoid", y, dx);
        // The integral is the sum of all elements minus half of the first and the last one, times the width.
        const Tensor last = y.select(along, -1);
        const Tensor ends = y.select(along, 0).add(last).mul(0.5);
        return y.sum(along).sub(ends).mul(width);
      },
      y, dx, dim);
}
Tensor trapz(const Tensor& y, const Tensor& x, std::int64_t dim) { return trapezoid(y, x, dim); }
Tensor trapz(const Tensor& y, double dx, std::int64_t dim) { return trapezoid(y, c10::Scalar(dx), dim); }

Tensor cumulative_trapezoid(const Tensor& y, const Tensor& x, std::int64_t dim) {
  return traced_composite<operators::cumulative_trapezoid_x>(
      [&]() -> Tensor {
        const std::int64_t along = dimension_of("cumulative_trapezoid", dim, y.dim());
        const Tensor widths = distances("cumulative_trapezoid", y, x, along);
        return neighbours(y, along).mul(widths).cumsum(along).div(2.0);
      },
      y, x, dim);
}
Tensor cumulative_trapezoid(const Tensor& y, const c10::Scalar& dx, std::int64_t dim) {
  return traced_composite<operators::cumulative_trapezoid_dx>(
      [&]() -> Tensor {
        const double width = distance("cumulative_trapezoid", y, dx);
        const std::int64_t along = dimension_of("cumulative_trapezoid", dim, y.dim());
        return neighbours(y, along).mul(width / 2).cumsum(along);
      },
      y, dx, dim);
}

Tensor cov(const Tensor& self, std::int64_t correction, const c10::optional<Tensor>& fweights,
           const c10::optional<Tensor>& aweights) {
  sizes_as_numbers("cov", self, fweights, aweights);
  MODECHECK_CHECK(self.dim() <= 2, ErrorClass::Shape,
                  "cov(): expected input to have two or fewer dimensions but got an input with ", self.dim());
  MODECHECK_CHECK(self.scalar_type() != c10::kBool, ErrorClass::Dtype, "cov(): bool dtype is not supported for input");
  Tensor rows = self.dim() < 2 ? self.view({1, -1}) : self;
  const std::int64_t observations = rows.size(1);
  const Tensor repeats = given(fweights);
  const Tensor importance = given(aweights);
  Tensor weights;
  if (repeats.defined()) {
    check_weights("fweights", repeats, observations, c10::isIntegralType(repeats.scalar_type(), false));
    weights = repeats;
  }
  if (importance.defined()) {
    check_weights("aweights", importance, observations, importance.is_floating_point());
    weights = weights.defined() ? weights.mul(importance) : importance;
  }
  const Tensor total = weights.defined() ? weights.sum() : at::scalar_to_tensor(observations, self.device());
  MODECHECK_CHECK(!weights.defined() || number_of(total) != 0, ErrorClass::Argument,
                  "cov(): weights sum to zero, can't be normalized");
  const auto weighed = [&](const Tensor& tensor) { return weights.defined() ? tensor.mul(weights) : tensor; };
  const Tensor average = weighed(rows).sum(1).div(total);
  Tensor freedom = importance.defined() && correction != 0
                       ? total.sub(weights.mul(importance).sum().mul(correction).div(total))
                       : total.sub(correction);
  if (number_of(freedom) <= 0) {
    c10::Warning::warn({"cov", __FILE__, __LINE__}, "cov(): degrees of freedom is <= 0", false);
    freedom = freedom.mul(0);
  }
  rows = rows.sub(average.unsqueeze(1));
  return at::mm(rows, weighed(rows).t().conj()).div(freedom).squeeze();
}

Tensor corrcoef(const Tensor& self) {
  MODECHECK_CHECK(self.dim() <= 2, ErrorClass::Shape,
                  "corrcoef(): expected input to have two or fewer dimensions but got an input with ", self.dim());
  const Tensor covariance = at::cov(self);
  if (covariance.dim() == 0) return covariance.div(covariance);
  const Tensor deviation = at::real(covariance.diag()).sqrt();
  const Tensor out = covariance.div(deviation.view({-1, 1})).div(deviation.view({1, -1}));
  const auto clipped = [](const Tensor& part) { return part.clamp(c10::Scalar(-1), c10::Scalar(1)); };
  return out.is_complex() ? at::complex(clipped(at::real(out)), clipped(at::imag(out))) : clipped(out);
}

Tensor nanmean(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype) {
  MODECHECK_CHECK(self.is_floating_point(), ErrorClass::Dtype,
                  "nanmean(): expected input to have floating point dtype but got ", self.scalar_type());
  return as_a_whole([&] {
    const Tensor numbers = at::isnan(self.detach()).logical_not().sum(dim, keepdim);
    return at::nansum(self, dim, keepdim, dtype).div(numbers);
  });
}

std::tuple<Tensor, Tensor> mode(const Tensor& self, std::int64_t dim, bool keepdim) {
  sizes_as_numbers("mode", self);
  const std::int64_t along = dimension_of("mode", dim, self.dim());
  if (self.dim() == 0) return {self.clone(), at::zeros({}, self.options().dtype(c10::kLong))};
  MODECHECK_CHECK(self.size(along) > 0, ErrorClass::Dimension, "mode(): Expected reduction dim ", along,
                  " to have non-zero size.");
  const Tensor lines = self.transpose(along, -1);
  const Tensor keys = self.scalar_type() == c10::kBool ? lines.to(c10::kByte) : lines.detach();
  const auto [sorted, order] = keys.contiguous().sort(c10::optional<bool>(true), -1, false);
  // Counts how often each element occurs. argmax finds the first of the highest counts, where the run of the smallest
  // such element begins.
  const Tensor counts = at::searchsorted(sorted, sorted, false, true).sub(at::searchsorted(sorted, sorted));
  const Tensor first = counts.argmax(-1, /*keepdim=*/true);
  const Tensor last = first.add(counts.gather(-1, first)).sub(1);
  const Tensor place = order.gather(-1, last).transpose(along, -1);
  const Tensor values = self.gather(along, place);
  // The results are copies, so that they are no views.
  const auto shaped = [&](const Tensor& tensor) {
    return (keepdim ? tensor : tensor.squeeze(along)).clone(c10::MemoryFormat::Contiguous);
  };
  return {shaped(values), shaped(place)};
}

Tensor bincount(const Tensor& self, const c10::optional<Tensor>& weights, std::int64_t minlength) {
  sizes_as_numbers("bincount", self, weights);
  MODECHECK_CHECK(minlength >= 0, ErrorClass::Argument, "bincount: minlength should be >= 0, got ", minlength);
  MODECHECK_CHECK(c10::isIntegralType(self.scalar_type(), /*includeBool=*/false), ErrorClass::Dtype,
                  "bincount: not implemented for ", self.scalar_type(), "; use integers");
  const bool empty = self.dim() == 1 && self.numel() == 0;
  MODECHECK_CHECK(self.dim() == 1 && (empty || number_of(self.min()) >= 0), ErrorClass::Argument,
                  "bincount only supports 1-d non-negative integral inputs.");
  const at::NoGradGuard quiet;
  const Tensor weight = given(weights);
  const bool weighed = weight.defined() && weight.numel() > 0;
  const std::int64_t least = empty ? 0 : on_host(self.max()).item().toLong() + 1;
  const c10::ScalarType type = empty || !weighed                     ? c10::kLong
                               : weight.scalar_type() == c10::kFloat ? c10::kFloat
                                                                     : c10::kDouble;
  const Tensor counts = at::zeros(std::max(least, minlength), self.options().dtype(type));
  if (empty) return counts;
  MODECHECK_CHECK(!weighed || (weight.dim() == 1 && weight.size(0) == self.size(0)), ErrorClass::Shape,
                  "bincount: weights should be 1-d and have the same length as input");
  return counts.index_add_(0, self.to(c10::kLong), weighed ? weight.to(type) : at::ones_like(self, type));
}

Tensor histc(const Tensor& self, std::int64_t bins, const c10::Scalar& min, const c10::Scalar& max) {
  sizes_as_numbers("histc", self);
  MODECHECK_CHECK(self.is_floating_point(), ErrorClass::Dtype, "histogram: not implemented for ", self.scalar_type(),
                  "; use a floating dtype");
  MODECHECK_CHECK(bins > 0, ErrorClass::Argument, "histc: bins must be > 0, but got ", bins);
  const at::NoGradGuard quiet;
  const Tensor flat = self.detach().reshape(-1);
  double low = min.toDouble();
  double high = max.toDouble();
  if (low == high && flat.numel() > 0) {
    low = number_of(flat.min());
    high = number_of(flat.max());
  }
  if (low == high) {
    low -= 1;
    high += 1;
  }
  MODECHECK_CHECK(std::isfinite(low) && std::isfinite(high), ErrorClass::Argument, "histc: range of [", low, ", ", high,
                  "] is not finite");
  MODECHECK_CHECK(low < high, ErrorClass::Argument, "histc: max must be larger than min");
  const Tensor inside = flat.masked_select(flat.ge(low).logical_and(flat.le(high)));
  const Tensor place = inside.sub(low).mul(static_cast<double>(bins)).div(high - low);
  return at::bincount(place.to(c10::kLong).clamp_max(bins - 1), {}, bins).to(self.scalar_type());
}

Tensor renorm(const Tensor& self, const c10::Scalar& p, std::int64_t dim, const c10::Scalar& maxnorm) {
  return self.mul(scaling(self, p, dim, maxnorm)).contiguous();
}
Tensor& Tensor::renorm_(const c10::Scalar& p, std::int64_t dim, const c10::Scalar& maxnorm) const {
  return write_back("renorm", *this, [&](const Tensor& x) { return at::renorm(x, p, dim, maxnorm); });
}

Tensor one_hot(const Tensor& self, std::int64_t num_classes) {
  sizes_as_numbers("one_hot", self);
  MODECHECK_CHECK(self.scalar_type() == c10::kLong, ErrorClass::Dtype, "one_hot is only applicable to index tensor.");
  SizeList shape = self.sizes().vec();
  if (self.numel() == 0) {
    MODECHECK_CHECK(num_classes > 0, ErrorClass::Argument, "Can not infer total number of classes from empty tensor.");
    shape.push_back(num_classes);
    return at::zeros(shape, self.options());
  }
  MODECHECK_CHECK(number_of(self.min()) >= 0, ErrorClass::Argument, "Class values must be non-negative.");
  const std::int64_t least = on_host(self.max()).item().toLong() + 1;
  MODECHECK_CHECK(num_classes == -1 || num_classes > 0, ErrorClass::Argument, "num_classes should be positive");
  MODECHECK_CHECK(num_classes == -1 || least <= num_classes, ErrorClass::Argument,
                  "Class values must be smaller than num_classes.");
  shape.push_back(num_classes == -1 ? least : num_classes);
  return at::zeros(shape, self.options()).scatter_(-1, self.unsqueeze(-1), 1);
}

Tensor vander(const Tensor& x, c10::optional<std::int64_t> N, bool increasing) {
  sizes_as_numbers("vander", x);
  MODECHECK_CHECK(x.dim() == 1, ErrorClass::Shape, "x must be a one-dimensional tensor, but has ", x.dim(),
                  " dimensions");
  const std::int64_t columns = N.value_or(x.size(0));
  MODECHECK_CHECK(columns >= 0, ErrorClass::Argument, "N must be non-negative, but is ", columns);
  const c10::TensorOptions options = x.options().dtype(at::promote_types(x.scalar_type(), c10::kLong));
  Tensor out = at::ones({x.size(0), std::min<std::int64_t>(columns, 1)}, options);
  if (columns > 1) {
    const Tensor powers = at::cumprod(x.to(options.dtype().toScalarType()).unsqueeze(1).expand({-1, columns - 1}), 1);
    const Tensor parts[] = {out, powers};
    out = at::cat(TensorList(parts, 2), 1);
  }
  return increasing ? out : out.flip(1);
}

}  // namespace modecheck_v1
}  // namespace at
