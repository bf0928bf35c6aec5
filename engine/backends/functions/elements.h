// The element functions of copy_ and fill_.
#pragma once

#include "engine/backends/functions/pointwise_rules.h"
#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"
#include "engine/core/types/scalar.h"

namespace modecheck::engine::backends {

// The element function of copy_. The loop converts dtypes when it reads the element, so this function returns the
// element itself.
struct Same : AnyDtype {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  static constexpr const char* key = "copy";
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a) -> T { return a; };
  }
};

// The element function of fill_: returns `value` for every element. The caller has checked that `value` fits the dtype.
struct Constant : AnyDtype {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  static constexpr const char* key = "fill";
  c10::Scalar value;
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [number = value.unchecked<T>()]() -> T { return number; };
  }
};

}  // namespace modecheck::engine::backends
