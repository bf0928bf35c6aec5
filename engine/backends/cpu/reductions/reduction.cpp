// Implements the kernels of sum, nansum, mean and prod. Sums are rounded once, and integer sums wrap around. With dtype
// bool, a sum tells whether any element is true.
#include "spec/operators/reduction.h"

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/options.h"
#include "engine/backends/cpu/memory/resize.h"
#include "engine/backends/cpu/memory/safe_output.h"
#include "engine/backends/cpu/memory/write_result.h"
#include "engine/backends/cpu/reductions/reduce.h"
#include "engine/backends/cpu/reductions/reduce_elements.h"
#include "engine/backends/functions/reducers.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"

namespace modecheck::engine {
namespace backends {
namespace {

// Writes the sum of every group of elements, divided by `divisor`, to the row-major tensor `out`.
template <typename T>
void write_sums(const Reduction& reduction, const at::Tensor& self, const at::Tensor& out, std::int64_t divisor) {
  const SumOf<T> sum;
  const StoreTotal<T> write{static_cast<char*>(out.data_ptr()), divisor};
  if (out.numel() == 1 && self.numel() <= kSpan && self.is_contiguous() && !self.in_cuda_memory())
    return write(0, sum.span(elements_of(self), sizeof(Stored<T>), self.numel()));
  reduce_elements("sum", reduction, self, out, sum, write);
}

// Writes sums to `out`. Elements of another dtype are converted to that of `out` first.
void write_sum(const Reduction& reduction, const at::Tensor& self, const at::Tensor& out, std::int64_t divisor = 1) {
  const at::Tensor elements = read_as(self, out.scalar_type());
  visit_dtype(out.scalar_type(), [&](auto type) { write_sums<decltype(type)>(reduction, elements, out, divisor); });
}

// Returns the dtype in which a sum is computed: `dtype` if the caller gives it. Otherwise integers and bools are summed
// as int64, and other elements in their own dtype.
c10::ScalarType sum_dtype(const char* name, const at::Tensor& self, c10::optional<c10::ScalarType> dtype) {
  if (dtype.has_value()) {
    check_dtype_supported(name, *dtype);
    return *dtype;
  }
  return c10::isIntegralType(self.scalar_type(), true) ? c10::kLong : self.scalar_type();
}

at::Tensor sum_of(const at::Tensor& self, c10::IntArrayRef dims, bool keepdim, c10::optional<c10::ScalarType> dtype) {
  const c10::ScalarType type = sum_dtype("sum", self, dtype);
  const Reduction reduction("sum", self, dims, keepdim);
  at::Tensor out = empty(reduction.sizes(), type, self.device());
  if (has_bytes(out)) write_sum(reduction, self, out);
  return out;
}

at::Tensor mean_of(const at::Tensor& self, c10::IntArrayRef dims, bool keepdim, c10::optional<c10::ScalarType> dtype) {
  const c10::ScalarType type = dtype.value_or(self.scalar_type());
  check_dtype_supported("mean", type);
  MODECHECK_CHECK(c10::isDifferentiableType(type), ErrorClass::Dtype,
                  "mean: could not infer output dtype. The dtype must be floating point or complex, but is ", type,
                  "; pass dtype=Float");
  const Reduction reduction("mean", self, dims, keepdim);
  at::Tensor out = empty(reduction.sizes(), type, self.device());
  // The mean of no elements is NaN.
  if (has_bytes(out)) write_sum(reduction, self, out, reduction.group_size());
  return out;
}

at::Tensor product_of(const at::Tensor& self, c10::IntArrayRef dims, bool keepdim,
                      c10::optional<c10::ScalarType> dtype) {
  const c10::ScalarType type = sum_dtype("prod", self, dtype);
  const Reduction reduction("prod", self, dims, keepdim);
  MODECHECK_CHECK((type != c10::kHalf && type != c10::kBFloat16) || self.numel() == 0, ErrorClass::Dtype,
                  "prod: not implemented for ", type, "; pass dtype=Float");
  at::Tensor out = empty(reduction.sizes(), type, self.device());
  if (!has_bytes(out)) return out;
  const at::Tensor elements = read_as(self, type);
  visit_dtype(type, [&](auto tag) {
    using T = decltype(tag);
    reduce_elements("prod", reduction, elements, out, ProductOf<T>(),
                    StoreTotal<T>{static_cast<char*>(out.data_ptr())});
  });
  return out;
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::sum>::call(const at::Tensor& self, c10::optional<c10::ScalarType> dtype) {
  return sum_of(self, {}, false, dtype);
}

template <>
at::Tensor Kernel<operators::sum_dim_IntList>::call(const at::Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                                                    c10::optional<c10::ScalarType> dtype) {
  return sum_of(self, dim.value_or(c10::IntArrayRef()), keepdim, dtype);
}

// sum with `out=`: without a dtype, elements are converted to the dtype of `out` and then summed.
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
at::Tensor Kernel<operators::mean>::call(const at::Tensor& self, c10::optional<c10::ScalarType> dtype) {
  return mean_of(self, {}, false, dtype);
}

template <>
at::Tensor Kernel<operators::mean_dim>::call(const at::Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                                             c10::optional<c10::ScalarType> dtype) {
  return mean_of(self, dim.value_or(c10::IntArrayRef()), keepdim, dtype);
}

template <>
at::Tensor Kernel<operators::prod>::call(const at::Tensor& self, c10::optional<c10::ScalarType> dtype) {
  return product_of(self, {}, false, dtype);
}

template <>
at::Tensor Kernel<operators::prod_dim_int>::call(const at::Tensor& self, std::int64_t dim, bool keepdim,
                                                 c10::optional<c10::ScalarType> dtype) {
  return product_of(self, dim, keepdim, dtype);
}

// mean with `out=`: without a dtype, the mean is computed in the dtype of `out`. The input must still be floating or
// complex.
template <>
void Kernel<operators::mean_out>::call(const at::Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                                       c10::optional<c10::ScalarType> dtype, const at::Tensor& out) {
  const c10::ScalarType type = dtype.value_or(self.scalar_type());
  MODECHECK_CHECK(c10::isDifferentiableType(type), ErrorClass::Dtype,
                  "mean: could not infer output dtype. The dtype must be floating point or complex, but is ", type,
                  "; pass dtype=Float");
  // check the dimensions before the dtypes, so that an error about dimensions comes first
  const Reduction checked("mean", self, dim.value_or(c10::IntArrayRef()), keepdim);
  const c10::ScalarType written = dtype.value_or(out.scalar_type());
  write_result("mean", mean_of(self, dim.value_or(c10::IntArrayRef()), keepdim, written), out);
}

template <>
void Kernel<operators::prod_int_out>::call(const at::Tensor& self, std::int64_t dim, bool keepdim,
                                           c10::optional<c10::ScalarType> dtype, const at::Tensor& out) {
  write_result("prod", product_of(self, dim, keepdim, dtype.value_or(out.scalar_type())), out);
}

template <>
at::Tensor Kernel<operators::nansum>::call(const at::Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                                           c10::optional<c10::ScalarType> dtype) {
  MODECHECK_CHECK(!c10::isComplexType(self.scalar_type()), ErrorClass::Dtype,
                  "nansum: does not support complex inputs, but got ", self.scalar_type());
  // An integer is never NaN, so nansum of integers is sum.
  if (!c10::isFloatingType(self.scalar_type())) return sum_of(self, dim.value_or(c10::IntArrayRef()), keepdim, dtype);
  const c10::ScalarType type = sum_dtype("nansum", self, dtype);
  const Reduction reduction("nansum", self, dim.value_or(c10::IntArrayRef()), keepdim);
  MODECHECK_CHECK(c10::isFloatingType(type) || self.numel() == 0, ErrorClass::Dtype, "nansum: not implemented for ",
                  type, " of floating elements; pass dtype=Float");
  at::Tensor out = empty(reduction.sizes(), type, self.device());
  if (!has_bytes(out)) return out;
  if (self.numel() == 0) {
    fill_elements(out, 0);
    return out;
  }
  const at::Tensor elements = read_as(self, type);
  visit_real_dtype(type, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_floating_point_v<Computed<T>>)
      reduce_elements("nansum", reduction, elements, out, SumOfNumbers<T>(),
                      StoreTotal<T>{static_cast<char*>(out.data_ptr())});
  });
  return out;
}

}  // namespace modecheck::engine
