// The element functions of neg, abs, exp, relu, sigmoid and tanh. Transcendental functions are computed in double and
// rounded once.
#pragma once

#include <cmath>
#include <type_traits>

#include "engine/backends/functions/in_double.h"
#include "engine/backends/functions/pointwise_rules.h"
#include "engine/backends/functions/wide_complex.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/wide_functions.h"
#include "engine/core/errors/error.h"

namespace modecheck::engine::backends {

template <typename T>
constexpr bool is_continuous = std::is_floating_point_v<T> || c10::is_complex_number<T>;

struct Neg {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false, .complex_numbers = true};
  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(type != c10::kBool, ErrorClass::Dtype, name,
                    ": Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a "
                    "mask, use `logical_not()` instead");
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a) -> T {
      if constexpr (is_continuous<T>) {
        return -a;
      } else {
        return wrapping_sub<T>(T(0), a);
      }
    };
  }
};

struct Abs {
  static constexpr PointwiseRules rules{.cpu_scalars = false, .complex_numbers = true, .complex_to_real = true};
  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(type != c10::kBool, ErrorClass::Dtype, name,
                    ": not implemented for Bool; convert the tensor to an integer or floating dtype");
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a) {
      if constexpr (c10::is_complex_number<T>) {
        return std::hypot(a.real(), a.imag());
      } else if constexpr (std::is_floating_point_v<T>) {
        return std::fabs(a);
      } else {
        return a < T(0) ? wrapping_sub<T>(T(0), a) : a;
      }
    };
  }
};

// The operator relu. A NaN element stays NaN.
struct Relu {
  static constexpr PointwiseRules rules{.cpu_scalars = false, .half = false};
  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(type != c10::kBool, ErrorClass::Dtype, name,
                    ": Boolean inputs not supported; convert the tensor to an integer or floating dtype");
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a) -> T { return a < T(0) ? T(0) : a; };
  }
};

template <double (*function)(double), ComplexDouble (*complex_function)(const ComplexDouble&),
          WideFunction wide = wide_form<function>>
struct InDouble : AnyDtype {
  static constexpr PointwiseRules rules{
      .integers_to_float = true, .cpu_scalars = false, .complex_numbers = true, .half = false};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return element_in_double<T, function, complex_function, wide>();
  }
};

MODECHECK_HOST_DEVICE inline double sigmoid_of(double x) { return 1.0 / (1.0 + std::exp(-x)); }
MODECHECK_HOST_DEVICE inline ComplexDouble complex_exp_of(const ComplexDouble& z) { return exp(z); }
MODECHECK_HOST_DEVICE inline ComplexDouble complex_tanh_of(const ComplexDouble& z) { return tanh(z); }
MODECHECK_HOST_DEVICE inline ComplexDouble complex_sigmoid_of(const ComplexDouble& z) { return 1.0 / (1.0 + exp(-z)); }

struct Exp : InDouble<std::exp, complex_exp_of> {
  static constexpr const char* key = "exp";
};
struct Tanh : InDouble<std::tanh, complex_tanh_of> {
  static constexpr const char* key = "tanh";
};
struct Sigmoid : InDouble<sigmoid_of, complex_sigmoid_of, wide_sigmoid> {
  static constexpr const char* key = "sigmoid";
};

}  // namespace modecheck::engine::backends
