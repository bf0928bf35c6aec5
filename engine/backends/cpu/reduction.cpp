// sum, mean, amax.
//
// Sums accumulate in double and are rounded once; integer sums wrap; a sum of bools asked for as bool is
// "any".
#include "spec/operators/reduction.h"

#include <cmath>
#include <vector>

#include "engine/backends/cpu/checks.h"
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/options.h"
#include "engine/backends/cpu/reduce.h"
#include "engine/backends/cpu/resize.h"
#include "engine/backends/cpu/safe_output.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/allocate.h"
#include "engine/core/differentiable_dtype.h"
#include "engine/dispatch/kernel.h"

namespace modecheck::engine {
namespace backends {
namespace {

template <typename T>
using Accumulator = std::conditional_t<std::is_floating_point_v<Computed<T>>, double,
                                       std::conditional_t<c10::is_complex_number<T>, c10::complex<double>, T>>;

// The sum of every group of elements, each read by `read` as a T; then finish(T) of it.
template <typename T, typename Read, typename Finish>
void write_sums(const Reduction& reduction, const at::Tensor& self, const at::Tensor& out, Read read, Finish finish) {
  using A = Accumulator<T>;
  const char* const from = static_cast<const char*>(self.data_ptr());
  const auto bytes = static_cast<std::int64_t>(self.itemsize());
  char* const to = static_cast<char*>(out.data_ptr());
  if (out.numel() == 1 && self.is_contiguous()) {
    A total = A(0);
    for (std::int64_t i = 0; i < self.numel(); ++i) total = wrapping_add<A>(total, convert<A>(read(from + i * bytes)));
    store<T>(to, finish(convert<T>(total)));
    return;
  }
  // `out` is row-major here, so an offset is an index.
  std::vector<Stored<A>> totals(static_cast<std::size_t>(out.numel()), Stored<A>(0));
  reduction.run(self, out, [&](std::int64_t group, std::int64_t element) {
    Stored<A>& total = totals[static_cast<std::size_t>(group)];
    total = static_cast<Stored<A>>(wrapping_add<A>(static_cast<A>(total), convert<A>(read(from + element * bytes))));
  });
  for (std::size_t i = 0; i < totals.size(); ++i)
    store<T>(to + i * sizeof(Stored<T>), finish(convert<T>(static_cast<A>(totals[i]))));
}

// Elements of another dtype than T are converted first.
template <typename T, typename Finish>
void write_converted_sums(const Reduction& reduction, const at::Tensor& self, const at::Tensor& out, Finish finish) {
  if (self.scalar_type() == c10::CppTypeToScalarType<T>::value)
    write_sums<T>(reduction, self, out, load<T>, finish);
  else
    write_sums<T>(reduction, self, out, loader<T>(self.scalar_type()), finish);
}

void write_sum(const Reduction& reduction, const at::Tensor& self, const at::Tensor& out) {
  visit_dtype(out.scalar_type(), [&](auto type) {
    using T = decltype(type);
    write_converted_sums<T>(reduction, self, out, [](T total) { return total; });
  });
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
  visit_dtype(type, [&](auto tag) {
    using T = decltype(tag);
    // The mean of nothing is not a number.
    const std::int64_t count = reduction.group_size();
    if constexpr (c10::is_complex_number<T> || std::is_floating_point_v<Computed<T>>)
      write_converted_sums<T>(reduction, self, out, [count](T total) { return divided(total, count); });
  });
  return out;
}

// NaN if any element is.
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
    constexpr std::int64_t bytes = sizeof(Stored<T>);
    const char* const from = static_cast<const char*>(self.data_ptr());
    char* const to = static_cast<char*>(out.data_ptr());
    std::vector<bool> seen(static_cast<std::size_t>(out.numel()));
    reduction.run(self, out, [&](std::int64_t group, std::int64_t element) {
      const T value = load<T>(from + element * bytes);
      char* const place = to + group * bytes;
      bool replaces = !seen[static_cast<std::size_t>(group)];
      if (!replaces) {
        const T greatest = load<T>(place);
        replaces = value > greatest;
        if constexpr (std::is_floating_point_v<Computed<T>>)
          replaces = !std::isnan(Computed<T>(greatest)) && (replaces || std::isnan(Computed<T>(value)));
      }
      if (replaces) store<T>(place, value);
      seen[static_cast<std::size_t>(group)] = true;
    });
  });
  return out;
}

}  // namespace modecheck::engine
