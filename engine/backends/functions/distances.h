// The p-norm distances between rows of matrices (cdist, pdist), computed in double precision.
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

// Computes the p-norm of the difference of two rows, and the derivative of this norm.
struct DistanceNorm {
  double p;

  // Returns the p-norm of a - b, two rows of `count` elements. The result is NaN if an element of either row is NaN.
  template <typename T>
  MODECHECK_HOST_DEVICE double distance(const T* a, const T* b, std::int64_t count) const {
    double total = 0;
    for (std::int64_t k = 0; k < count; ++k) {
      // The difference is rounded to the rows' dtype, as in libtorch.
      const double apart = std::abs(static_cast<double>(static_cast<T>(a[k] - b[k])));
      if (p == 0)
        total += std::isnan(apart) ? apart : static_cast<double>(apart != 0);
      else if (p == 1)
        total += apart;
      else if (p == 2)
        total += apart * apart;
      else if (std::isinf(p))
        total = std::isnan(apart) || apart > total ? apart : total;
      else
        total += std::pow(apart, p);
      if (std::isnan(total)) break;
    }
    if (p == 2) return std::sqrt(total);
    return p == 0 || p == 1 || std::isinf(p) ? total : std::pow(total, 1 / p);
  }

  // The derivative of the distance with respect to `apart`, the difference of one pair of elements. The derivative is
  // zero if `apart` is zero, or if the rows are equal. With p = inf, every difference of the greatest absolute value
  // has the derivative 1 or -1.
  MODECHECK_HOST_DEVICE double slope(double apart, double distance) const {
    if (p == 0 || distance == 0 || apart == 0) return 0;
    const double sign = apart > 0 ? 1 : apart < 0 ? -1 : 0;
    if (p == 1) return sign;
    if (p == 2) return apart / distance;
    if (std::isinf(p)) return std::abs(apart) == distance ? sign : 0;
    return sign * std::pow(std::abs(apart), p - 1) / std::pow(distance, p - 1);
  }
};

}  // namespace modecheck::engine::backends
