// The base of unary functions of real numbers. Some of these functions are defined on complex numbers, too. All
// functions are computed in double and rounded once.
#pragma once

#include "engine/backends/functions/in_double.h"
#include "engine/backends/functions/pointwise_rules.h"

namespace modecheck::engine::backends {

// Makes a unary operator of `function`. The operator computes integers as float32. It is defined on complex dtypes if
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

// Names the GPU kernel of the function by the string `text`. Most kernels are named after their C++ type, but two
// compilers may spell the template arguments of this type in two ways.
#define MODECHECK_OF_REALS(Name, text, ...)  \
  struct Name : OfReals<__VA_ARGS__> {       \
    static constexpr const char* key = text; \
  };
#define MODECHECK_OF_ALL_NUMBERS(Name, function)                                                                     \
  MODECHECK_HOST_DEVICE inline ComplexDouble complex_##function##_of(const ComplexDouble& z) { return function(z); } \
  MODECHECK_OF_REALS(Name, #function, std::function, complex_##function##_of)

}  // namespace modecheck::engine::backends
