// The reducer of vector norms. Norms of groups of elements are computed in double and rounded once.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/backends/functions/wide_complex.h"
#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

template <typename T>
MODECHECK_HOST_DEVICE double size_of(T element) {
  if constexpr (c10::is_complex_number<T>) {
    const ComplexDouble z = widened(element);
    return std::hypot(z.real(), z.imag());
  } else {
    return std::abs(static_cast<double>(element));
  }
}

// The total of a norm over a group of elements. `any` is false for an empty group, whose norm is zero.
struct NormTotal {
  double value = 0;
  bool any = false;
};

template <typename T>
struct NormOf {
  using Element = T;
  using Total = NormTotal;
  static constexpr bool cascades = true;

  double order;

  MODECHECK_HOST_DEVICE Total start() const { return {}; }
  MODECHECK_HOST_DEVICE void add(Total& total, T element) const {
    const double size = size_of(element);
    double part = size;
    if (order == 0)
      part = size != 0 ? 1 : 0;
    else if (order == 2)
      part = size * size;
    else if (order != 1 && !std::isinf(order))
      part = std::pow(size, order);
    merge(total, {part, true});
  }
  MODECHECK_HOST_DEVICE void merge(Total& total, const Total& other) const {
    if (!other.any) return;
    if (!total.any)
      total = other;
    else if (!std::isinf(order))
      total.value += other.value;
    else if (std::isnan(other.value) || (order > 0 ? other.value > total.value : other.value < total.value))
      total.value = other.value;
  }
  Total span(const char* from, std::int64_t step, std::int64_t n) const {
    Total total = start();
    for (std::int64_t i = 0; i < n; ++i) add(total, load<T>(from + i * step));
    return total;
  }

  MODECHECK_HOST_DEVICE double norm(const Total& total) const {
    if (!total.any) return 0;
    if (std::isinf(order) || order == 0 || order == 1) return total.value;
    return order == 2 ? std::sqrt(total.value) : std::pow(total.value, 1 / order);
  }
};

// Writes the norms of a reduction as doubles. The caller rounds them to the result's dtype.
template <typename T>
struct StoreNorm {
  double* to;
  NormOf<T> norm;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t index, const NormTotal& total) const {
    to[index] = norm.norm(total);
  }
};

}  // namespace modecheck::engine::backends
