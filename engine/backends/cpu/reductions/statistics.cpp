// Implements the kernels of var, std and logsumexp, which are computed in double and rounded once.
#include <tuple>
#include <utility>

#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/reductions/reduce.h"
#include "engine/backends/cpu/reductions/reduce_elements.h"
#include "engine/backends/functions/moments.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/types/default_dtype.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/reduction.h"

namespace modecheck::engine {
namespace backends {
namespace {

// Returns the dtype of the real and imaginary part if `type` is complex, and otherwise `type` itself.
c10::ScalarType part_type(c10::ScalarType type) {
  return type == c10::kComplexFloat ? c10::kFloat : type == c10::kComplexDouble ? c10::kDouble : type;
}

// Computes variances, or standard deviations if `root`. Writes the means to `means` if that is not null.
at::Tensor spread(const char* name, const at::Tensor& self, c10::OptionalIntArrayRef dim,
                  c10::optional<std::int64_t> correction, bool keepdim, bool root, at::Tensor* means = nullptr) {
  MODECHECK_CHECK(c10::isDifferentiableType(self.scalar_type()), ErrorClass::Dtype, name,
                  ": std and var only support floating point and complex dtypes, but got ", self.scalar_type());
  const Reduction reduction(name, self, dim.value_or(c10::IntArrayRef()), keepdim);
  at::Tensor out = empty(reduction.sizes(), part_type(self.scalar_type()), self.device());
  if (means != nullptr) *means = empty(reduction.sizes(), self.scalar_type(), self.device());
  if (!has_bytes(out)) return out;
  const auto less = static_cast<double>(correction.value_or(1));
  visit_dtype(self.scalar_type(), [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_floating_point_v<Computed<T>> || c10::is_complex_number<T>) {
      char* const mean_to = means != nullptr ? static_cast<char*>(means->data_ptr()) : nullptr;
      reduce_elements(name, reduction, self, out, Spread<T>(),
                      StoreSpread<T>{static_cast<char*>(out.data_ptr()), mean_to, less, root},
                      means != nullptr ? *means : at::Tensor());
    }
  });
  return out;
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::var_correction>::call(const at::Tensor& self, c10::OptionalIntArrayRef dim,
                                                   c10::optional<std::int64_t> correction, bool keepdim) {
  return spread("var", self, dim, correction, keepdim, false);
}

template <>
at::Tensor Kernel<operators::std_correction>::call(const at::Tensor& self, c10::OptionalIntArrayRef dim,
                                                   c10::optional<std::int64_t> correction, bool keepdim) {
  return spread("std", self, dim, correction, keepdim, true);
}

template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::var_mean_correction>::call(const at::Tensor& self,
                                                                                c10::OptionalIntArrayRef dim,
                                                                                c10::optional<std::int64_t> correction,
                                                                                bool keepdim) {
  at::Tensor means;
  at::Tensor variances = spread("var_mean", self, dim, correction, keepdim, false, &means);
  return {std::move(variances), std::move(means)};
}

template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::std_mean_correction>::call(const at::Tensor& self,
                                                                                c10::OptionalIntArrayRef dim,
                                                                                c10::optional<std::int64_t> correction,
                                                                                bool keepdim) {
  at::Tensor means;
  at::Tensor deviations = spread("std_mean", self, dim, correction, keepdim, true, &means);
  return {std::move(deviations), std::move(means)};
}

template <>
at::Tensor Kernel<operators::logsumexp>::call(const at::Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  const c10::ScalarType type =
      c10::isDifferentiableType(self.scalar_type()) ? self.scalar_type() : c10::floating_default_dtype();
  MODECHECK_CHECK(!c10::isComplexType(type) && type != c10::kHalf, ErrorClass::Dtype,
                  "logsumexp: Expected a floating point type other than Half, but got ", type);
  const Reduction reduction("logsumexp", self, dim, keepdim);
  MODECHECK_CHECK(!dim.empty() || keepdim || self.dim() == 0 || self.numel() == 0, ErrorClass::Shape,
                  "logsumexp: expected at least one dimension; name all of them");
  at::Tensor out = empty(reduction.sizes(), type, self.device());
  if (!has_bytes(out)) return out;
  const at::Tensor elements = read_as(self, type);
  visit_real_dtype(type, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_floating_point_v<Computed<T>>) {
      reduce_elements("logsumexp", reduction, elements, out, SumOfPowers<T>(),
                      StoreLogarithm<T>{static_cast<char*>(out.data_ptr())});
    }
  });
  return out;
}

}  // namespace modecheck::engine
