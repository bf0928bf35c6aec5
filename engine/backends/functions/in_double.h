// Makes element functions from functions of doubles. The element functions compute in double and round once.
#pragma once

#include <type_traits>

#include "engine/backends/functions/wide_complex.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/wide_functions.h"

namespace modecheck::engine::backends {

// Returns the element function for dtype T that computes `function` in double. Complex dtypes use `complex_function`.
// For float32 the result also has the vectorised form `wide`.
template <typename T, double (*function)(double), ComplexDouble (*complex_function)(const ComplexDouble&),
          WideFunction wide = wide_form<function>>
MODECHECK_HOST_DEVICE auto element_in_double() {
  if constexpr (std::is_same_v<T, float>) {
    return InDoubleOnce<function, wide>{};
  } else {
    return [](T a) -> T {
      if constexpr (c10::is_complex_number<T>) {
        return narrowed<T>(complex_function(widened(a)));
      } else {
        return convert<T>(function(static_cast<double>(a)));
      }
    };
  }
}

}  // namespace modecheck::engine::backends
