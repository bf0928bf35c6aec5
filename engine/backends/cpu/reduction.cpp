// sum, mean, amax.
//
// Sums are rounded once; integer sums wrap; a sum of bools asked for as bool is "any".
#include "spec/operators/reduction.h"

#include <limits>

#include "engine/backends/cpu/checks.h"
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/options.h"
#include "engine/backends/cpu/reduce.h"
#include "engine/backends/cpu/reducer.h"
#include "engine/backends/cpu/reduction_loop.h"
#include "engine/backends/cpu/resize.h"
#include "engine/backends/cpu/safe_output.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/allocate.h"
#include "engine/core/differentiable_dtype.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/copy.h"

namespace modecheck::engine {
namespace backends {
namespace {

// Floating numbers are added in double precision, so that only sums of doubles lose any.
template <typename T>
using SumTotal = std::conditional_t<std::is_floating_point_v<Computed<T>>, double,
                                    std::conditional_t<c10::is_complex_number<T>, c10::complex<double>, Stored<T>>>;

template <typename T>
struct Sum : Reducer<Sum<T>, T, SumTotal<T>> {
  using Total = SumTotal<T>;
  static constexpr bool cascades = std::is_same_v<T, double> || std::is_same_v<T, c10::complex<double>>;
  Total start() const { return Total(0); }
  void add(Total& total, T element) const { merge(total, convert<Total>(element)); }
  void merge(Total& total, Total other) const {
    if constexpr (std::is_same_v<T, bool>)
      total |= other;
    else
      total = wrapping_add<Total>(total, other);
  }
};

// NaN if any element is.
template <typename T>
struct Greatest : Reducer<Greatest<T>, T, Computed<Stored<T>>> {
  using Total = Computed<Stored<T>>;
  static constexpr bool cascades = false;
  Total start() const {
    using Limits = std::numeric_limits<Total>;
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  }
  void add(Total& total, T element) const { merge(total, static_cast<Total>(element)); }
  void merge(Total& total, Total other) const { total = (other > total) | (other != other) ? other : total; }
};

// As the kernel reads it: in the dtype that is computed in.
at::Tensor in_dtype(const at::Tensor& self, c10::ScalarType type) {
  if (self.scalar_type() == type) return self;
  return Kernel<operators::_to_copy>::call(self, type, c10::nullopt, c10::nullopt, c10::nullopt, false, c10::nullopt);
}

const char* elements_of(const at::Tensor& self) { return static_cast<const char*>(self.data_ptr()); }

// The sum of every group of elements, or that divided by a number if it is not 0. `out` is row-major.
template <typename T>
void write_sums(const Reduction& reduction, const at::Tensor& self, const at::Tensor& out, std::int64_t divisor) {
  char* const to = static_cast<char*>(out.data_ptr());
  const Sum<T> sum;
  const auto write = [to, divisor](std::int64_t index, const SumTotal<T>& total) {
    T result = convert<T>(total);
    if constexpr (c10::is_complex_number<T> || std::is_floating_point_v<Computed<T>>)
      if (divisor != 1) result = divided(result, divisor);
    store<T>(to + index * static_cast<std::int64_t>(sizeof(Stored<T>)), result);
  };
  if (out.numel() == 1 && self.numel() <= kSpan && self.is_contiguous())
    return write(0, sum.span(elements_of(self), sizeof(Stored<T>), self.numel()));
  ReductionLoop(reduction, self).run(elements_of(self), sum, write);
}

// Elements of another dtype are converted first.
void write_sum(const Reduction& reduction, const at::Tensor& self, const at::Tensor& out, std::int64_t divisor = 1) {
  const at::Tensor elements = in_dtype(self, out.scalar_type());
  visit_dtype(out.scalar_type(), [&](auto type) { write_sums<decltype(type)>(reduction, elements, out, divisor); });
}

// Integers and bools are summed as int64.
c10::ScalarType sum_dtype(const at::Tensor& self, c10::optional<c10::ScalarType> dtype) {
  if (dtype.has_value()) {
    check_dtype_supported("sum", *dtype);
    return *dtype;
  }
  return c10::isIntegralType(self.scalar_type(), true) ? c10::kLong : self.scalar_type();
}

at::Tensor sum_of(const at::Tensor& self, c10::IntArrayRef dims, bool keepdim, c10::optional<c10::ScalarType> dtype) {
  const c10::ScalarType type = sum_dtype(self, dtype);
  const Reduction reduction("sum", self, dims, keepdim);
  at::Tensor out = empty(reduction.sizes(), type, self.device());
  if (has_bytes(out)) write_sum(reduction, self, out);
  return out;
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: this unit is the room's own

template <>
at::Tensor Kernel<operators::sum>::call(const at::Tensor& self, c10::optional<c10::ScalarType> dtype) {
  return sum_of(self, {}, false, dtype);
}

template <>
at::Tensor Kernel<operators::sum_dim_IntList>::call(const at::Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                                                    c10::optional<c10::ScalarType> dtype) {
  return sum_of(self, dim.value_or(c10::IntArrayRef()), keepdim, dtype);
}

// Without a dtype, elements are converted to the dtype of `out`, whatever it is, and then summed.
template <>
void Kernel<operators::sum_IntList_out>::call(const at::Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                                              c10::optional<c10::ScalarType> dtype, const at::Tensor& out) {
  const Reduction reduction("sum", self, dim.value_or(c10::IntArrayRef()), keepdim);
  MODECHECK_CHECK(dtype.value_or(out.scalar_type()) == out.scalar_type(), ErrorClass::Dtype,
                  "sum: Expected out tensor to have dtype ", *dtype, ", but got ", out.scalar_type(), " instead");
  check_same_device("sum", self, out);
  check_rank("sum", out.sizes().size());
  const at::Tensor input = kept_geometry(self, out);
  resize_output("sum", out, reduction.sizes());
  if (!has_bytes(out)) return;
  SafeOutput safe(out, !out.is_contiguous() || out.is_alias_of(input));
  write_sum(reduction, input, safe.target());
  safe.finish();
}

template <>
at::Tensor Kernel<operators::mean_dim>::call(const at::Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                                             c10::optional<c10::ScalarType> dtype) {
  const c10::ScalarType type = dtype.value_or(self.scalar_type());
  check_dtype_supported("mean", type);
  MODECHECK_CHECK(c10::isDifferentiableType(type), ErrorClass::Dtype,
                  "mean: could not infer output dtype. The dtype must be floating point or complex, but is ", type,
                  "; pass dtype=Float");
  const Reduction reduction("mean", self, dim.value_or(c10::IntArrayRef()), keepdim);
  at::Tensor out = empty(reduction.sizes(), type, self.device());
  if (!has_bytes(out)) return out;
  // The mean of nothing is not a number.
  write_sum(reduction, self, out, reduction.group_size());
  return out;
}

template <>
at::Tensor Kernel<operators::amax>::call(const at::Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  MODECHECK_CHECK(!c10::isComplexType(self.scalar_type()) || self.numel() == 0, ErrorClass::Dtype,
                  "amax: not implemented for ", self.scalar_type(), ", whose numbers have no order");
  const Reduction reduction("amax", self, dim, keepdim);
  if (self.numel() == 0) {
    MODECHECK_CHECK(!dim.empty(), ErrorClass::Dimension,
                    "amax: Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim "
                    "with the 'dim' argument.");
    for (int d = 0; d < static_cast<int>(self.dim()); ++d)
      MODECHECK_CHECK(!reduction.reduces(d) || self.sizes()[static_cast<std::size_t>(d)] != 0, ErrorClass::Dimension,
                      "amax: Expected reduction dim ", d, " to have non-zero size");
  }
  at::Tensor out = empty(reduction.sizes(), self.scalar_type(), self.device());
  if (!has_bytes(out)) return out;
  visit_real_dtype(self.scalar_type(), [&](auto type) {
    using T = decltype(type);
    char* const to = static_cast<char*>(out.data_ptr());
    ReductionLoop(reduction, self).run(elements_of(self), Greatest<T>(), [to](std::int64_t index, auto greatest) {
      store<T>(to + index * static_cast<std::int64_t>(sizeof(Stored<T>)), convert<T>(greatest));
    });
  });
  return out;
}

}  // namespace modecheck::engine
