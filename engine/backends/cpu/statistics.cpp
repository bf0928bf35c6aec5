// var, std, logsumexp: computed in double and rounded once.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "engine/backends/cpu/elements.h"
#include "engine/backends/cpu/reduce.h"
#include "engine/backends/cpu/reducer.h"
#include "engine/backends/cpu/reduction_loop.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/allocate.h"
#include "engine/core/default_dtype.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/reduction.h"

namespace modecheck::engine {
namespace backends {
namespace {

// The number of elements, their mean, and the sum of the squares of their distances from it.
template <typename Number>
struct Moments {
  double count = 0;
  Number mean = Number(0);
  double squares = 0;
};

inline double squared(double distance) { return distance * distance; }
inline double squared(c10::complex<double> distance) {
  return distance.real() * distance.real() + distance.imag() * distance.imag();
}

// Spans in two passes; their moments are merged by the distance of their means, so that no large squares are ever
// subtracted.
template <typename T>
struct Spread {
  using Element = T;
  using Number = std::conditional_t<c10::is_complex_number<T>, c10::complex<double>, double>;
  using Total = Moments<Number>;
  static constexpr bool cascades = true;

  Total start() const { return {}; }
  void add(Total& total, T element) const {
    const auto value = convert<Number>(element);
    total.count += 1;
    const Number before = value - total.mean;
    total.mean += before / Number(total.count);
    total.squares += squared(before) * ((total.count - 1) / total.count);
  }
  void merge(Total& total, const Total& other) const {
    if (other.count == 0) return;
    if (total.count == 0) {
      total = other;
      return;
    }
    const double count = total.count + other.count;
    const Number apart = other.mean - total.mean;
    total.squares += other.squares + squared(apart) * (total.count * (other.count / count));
    total.mean += apart * Number(other.count / count);
    total.count = count;
  }
  Total span(const char* from, std::int64_t step, std::int64_t n) const {
    Total out;
    out.count = static_cast<double>(n);
    if (n == 0) return out;
    for (std::int64_t i = 0; i < n; ++i) out.mean += convert<Number>(load<T>(from + i * step));
    out.mean = out.mean / Number(out.count);
    for (std::int64_t i = 0; i < n; ++i) out.squares += squared(convert<Number>(load<T>(from + i * step)) - out.mean);
    return out;
  }
};

// The dtype of the parts of a complex number.
c10::ScalarType part_type(c10::ScalarType type) {
  return type == c10::kComplexFloat ? c10::kFloat : type == c10::kComplexDouble ? c10::kDouble : type;
}

// `means`, if given, gets the means beside.
at::Tensor spread(const char* name, const at::Tensor& self, c10::OptionalIntArrayRef dim,
                  c10::optional<std::int64_t> correction, bool keepdim, bool root, at::Tensor* means = nullptr) {
  MODECHECK_CHECK(c10::isDifferentiableType(self.scalar_type()), ErrorClass::Dtype, name,
                  ": std and var only support floating point and complex dtypes, but got ", self.scalar_type());
  const Reduction reduction(name, self, dim.value_or(c10::IntArrayRef()), keepdim);
  at::Tensor out = empty(reduction.sizes(), part_type(self.scalar_type()), self.device());
  if (means != nullptr) *means = empty(reduction.sizes(), self.scalar_type(), self.device());
  if (!has_bytes(out)) return out;
  char* const mean_to = means != nullptr ? static_cast<char*>(means->data_ptr()) : nullptr;
  const double less = static_cast<double>(correction.value_or(1));
  visit_dtype(self.scalar_type(), [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_floating_point_v<Computed<T>> || c10::is_complex_number<T>) {
      const auto write = [&](auto* to) {
        using Part = std::remove_pointer_t<decltype(to)>;
        ReductionLoop(reduction, self)
            .run(elements_of(self), Spread<T>(), [=](std::int64_t index, const auto& moments) {
              double value = moments.squares / std::max(0.0, moments.count - less);
              if (moments.count == 0) value = std::numeric_limits<double>::quiet_NaN();
              to[index] = convert<Part>(root ? std::sqrt(value) : value);
              if (mean_to == nullptr) return;
              // Of nothing there is no mean.
              const auto mean = moments.count == 0 ? moments.mean / decltype(moments.mean)(0) : moments.mean;
              store<T>(mean_to + index * static_cast<std::int64_t>(sizeof(Stored<T>)), convert<T>(mean));
            });
      };
      if constexpr (c10::is_complex_number<T>)
        write(static_cast<typename T::value_type*>(out.data_ptr()));
      else
        write(static_cast<T*>(out.data_ptr()));
    }
  });
  return out;
}

// The greatest exponent, and the sum of the powers beside its own.
struct Powers {
  double greatest = -std::numeric_limits<double>::infinity();
  double sum = 0;
};

template <typename T>
struct SumOfPowers {
  using Element = T;
  using Total = Powers;
  static constexpr bool cascades = true;

  Total start() const { return {}; }
  void add(Total& total, T element) const { merge(total, {static_cast<double>(convert<double>(element)), 1}); }
  void merge(Total& total, const Total& other) const {
    if (other.sum == 0) return;
    if (total.sum == 0) {
      total = other;
    } else if (other.greatest == total.greatest) {
      total.sum += other.sum;  // infinities too
    } else if (other.greatest > total.greatest) {
      total.sum = total.sum * std::exp(total.greatest - other.greatest) + other.sum;
      total.greatest = other.greatest;
    } else {
      total.sum += other.sum * std::exp(other.greatest - total.greatest);
    }
  }
  Total span(const char* from, std::int64_t step, std::int64_t n) const {
    Total out;
    for (std::int64_t i = 0; i < n; ++i) {
      const auto value = convert<double>(load<T>(from + i * step));
      if (value > out.greatest || std::isnan(value)) out.greatest = value;
    }
    if (!std::isfinite(out.greatest)) {
      // Infinitely great, or small, or no number: how often does not matter.
      out.sum = n == 0 ? 0 : 1;
      return out;
    }
    for (std::int64_t i = 0; i < n; ++i) out.sum += std::exp(convert<double>(load<T>(from + i * step)) - out.greatest);
    return out;
  }
};

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: this unit is the room's own

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
      T* const to = static_cast<T*>(out.data_ptr());
      ReductionLoop(reduction, elements)
          .run(elements_of(elements), SumOfPowers<T>(), [to](std::int64_t index, const Powers& powers) {
            to[index] = convert<T>(powers.sum == 0 ? powers.greatest : powers.greatest + std::log(powers.sum));
          });
    }
  });
  return out;
}

}  // namespace modecheck::engine
