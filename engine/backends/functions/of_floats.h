// The base of unary functions of floating numbers, which are computed in double and rounded once.
#pragma once

#include "engine/backends/functions/dtype_checks.h"
#include "engine/backends/functions/pointwise_rules.h"
#include "engine/backends/iterate/element.h"

namespace modecheck::engine::backends {

// The base class of a unary function that supports floating dtypes only. The derived class `Self` must have a function
// `double at(double) const`.
template <typename Self, bool on_half = false>
struct OfFloats {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false, .half = on_half};
  void check(const char* name, c10::ScalarType type) const { require_floating(name, type); }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [self = static_cast<const Self&>(*this)](T a) -> T { return convert<T>(self.at(static_cast<double>(a))); };
  }
};

}  // namespace modecheck::engine::backends
