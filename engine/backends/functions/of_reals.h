// The base of unary functions of real numbers. Some are defined on complex numbers, too. All are computed in double and
// rounded once.
#pragma once

#include "engine/backends/functions/in_double.h"
#include "engine/backends/functions/pointwise_rules.h"

namespace modecheck::engine::backends {

// Wraps `function` as a unary operator: integers are computed as float32. Complex dtypes are supported if
// `complex_function` is given.
template <double (*function)(double), ComplexDouble (*complex_function)(const ComplexDouble&) = nullptr,
          bool on_half = false>
struct OfReals : AnyDtype {
  static constexpr PointwiseRules rules{
      .integers_to_float = true, .cpu_scalars = false, .complex_numbers = complex_function != nullptr, .half = on_half};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return element_in_double<T, function, complex_function>();
  }
};

// Each kernel has an explicit key. The name of its type would not do, because two compilers may write such template
// arguments differently.
#define MODECHECK_OF_REALS(Name, text, ...)  \
  struct Name : OfReals<__VA_ARGS__> {       \
    static constexpr const char* key = text; \
  };
#define MODECHECK_OF_ALL_NUMBERS(Name, function)                                                                     \
  MODECHECK_HOST_DEVICE inline ComplexDouble complex_##function##_of(const ComplexDouble& z) { return function(z); } \
  MODECHECK_OF_REALS(Name, #function, std::function, complex_##function##_of)

}  // namespace modecheck::engine::backends
