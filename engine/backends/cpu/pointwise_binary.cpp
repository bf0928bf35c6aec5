// add, sub, mul, div, maximum.
#include <cmath>

#include "engine/backends/cpu/elements.h"
#include "engine/backends/cpu/pointwise.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/elementwise.h"
#include "spec/operators/pointwise.h"

namespace modecheck::engine {
namespace backends {
namespace {

void check_alpha(const char* name, const c10::Scalar& alpha, c10::ScalarType computed) {
  MODECHECK_CHECK(!alpha.isBoolean() || computed == c10::kBool, ErrorClass::Argument, name,
                  ": Boolean alpha only supported for Boolean results; use a number instead of ", alpha);
  MODECHECK_CHECK(!alpha.isFloatingPoint() || c10::isDifferentiableType(computed), ErrorClass::Argument, name,
                  ": For integral input tensors, argument alpha must not be a floating point number, but it is ",
                  alpha);
  MODECHECK_CHECK(!alpha.isComplex() || c10::isComplexType(computed), ErrorClass::Argument, name,
                  ": For non-complex input tensors, argument alpha must not be a complex number, but it is ", alpha);
  check_number_fits(name, alpha, computed);
}

bool is_one(const c10::Scalar& alpha) { return alpha.type() == c10::kLong && alpha.toLong() == 1; }

struct Add : AnyDtype {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  template <typename T>
  auto element() const {
    return [](T a, T b) -> T { return wrapping_add<T>(a, b); };
  }
};

// alpha * other is rounded, then added.
struct AddScaled {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  c10::Scalar alpha;
  void check(const char* name, c10::ScalarType computed) const { check_alpha(name, alpha, computed); }
  template <typename T>
  auto element() const {
    return [scale = alpha.to<T>()](T a, T b) -> T { return wrapping_add<T>(a, wrapping_mul<T>(scale, b)); };
  }
};

struct Sub : AnyDtype {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  template <typename T>
  auto element() const {
    return [](T a, T b) -> T { return wrapping_sub<T>(a, b); };
  }
};

struct SubScaled {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  c10::Scalar alpha;
  void check(const char* name, c10::ScalarType computed) const { check_alpha(name, alpha, computed); }
  template <typename T>
  auto element() const {
    return [scale = alpha.to<T>()](T a, T b) -> T { return wrapping_sub<T>(a, wrapping_mul<T>(scale, b)); };
  }
};

struct Mul : AnyDtype {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  template <typename T>
  auto element() const {
    return [](T a, T b) -> T { return wrapping_mul<T>(a, b); };
  }
};

struct Div : AnyDtype {
  static constexpr PointwiseRules rules{.integers_to_float = true, .complex_numbers = true};
  template <typename T>
  auto element() const {
    return [](T a, T b) -> T { return divide(a, b); };
  }
  // By IEEE 754 division by zero is defined; the language says otherwise, and the sanitizer believes it.
  template <typename T>
#if defined(__clang__)
  __attribute__((no_sanitize("float-divide-by-zero")))
#endif
  static T
  divide(T a, T b) {
    return a / b;
  }
};

// NaN if either is.
struct Maximum : AnyDtype {
  static constexpr PointwiseRules rules{};
  template <typename T>
  auto element() const {
    return [](T a, T b) -> T {
      if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(a)) return a;
        if (std::isnan(b)) return b;
      }
      return a > b ? a : b;
    };
  }
};

void check_subtraction(const char* name, c10::ScalarType a, c10::ScalarType b) {
  MODECHECK_CHECK(a != c10::kBool && b != c10::kBool, ErrorClass::Dtype, name,
                  ": Subtraction, the `-` operator, with a bool tensor is not supported; use `logical_xor()` for two "
                  "masks, or convert them");
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: this unit is the room's own

template <>
at::Tensor Kernel<operators::add_Tensor>::call(const at::Tensor& self, const at::Tensor& other,
                                               const c10::Scalar& alpha) {
  if (is_one(alpha)) return pointwise("add", Add{}, self, other);
  return pointwise("add", AddScaled{alpha}, self, other);
}
template <>
void Kernel<operators::add__Tensor>::call(const at::Tensor& self, const at::Tensor& other, const c10::Scalar& alpha) {
  if (is_one(alpha)) return pointwise_into("add_", Add{}, self, self, other);
  pointwise_into("add_", AddScaled{alpha}, self, self, other);
}
template <>
void Kernel<operators::add_out>::call(const at::Tensor& self, const at::Tensor& other, const c10::Scalar& alpha,
                                      const at::Tensor& out) {
  if (is_one(alpha)) return pointwise_into("add", Add{}, out, self, other);
  pointwise_into("add", AddScaled{alpha}, out, self, other);
}
template <>
void Kernel<operators::add__Scalar>::call(const at::Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  pointwise_into("add_", AddScaled{alpha}, self, self, other);
}

template <>
at::Tensor Kernel<operators::sub_Tensor>::call(const at::Tensor& self, const at::Tensor& other,
                                               const c10::Scalar& alpha) {
  check_subtraction("sub", self.scalar_type(), other.scalar_type());
  if (is_one(alpha)) return pointwise("sub", Sub{}, self, other);
  return pointwise("sub", SubScaled{alpha}, self, other);
}
template <>
void Kernel<operators::sub__Tensor>::call(const at::Tensor& self, const at::Tensor& other, const c10::Scalar& alpha) {
  check_subtraction("sub_", self.scalar_type(), other.scalar_type());
  if (is_one(alpha)) return pointwise_into("sub_", Sub{}, self, self, other);
  pointwise_into("sub_", SubScaled{alpha}, self, self, other);
}

template <>
at::Tensor Kernel<operators::mul_Tensor>::call(const at::Tensor& self, const at::Tensor& other) {
  return pointwise("mul", Mul{}, self, other);
}
template <>
void Kernel<operators::mul__Tensor>::call(const at::Tensor& self, const at::Tensor& other) {
  pointwise_into("mul_", Mul{}, self, self, other);
}
template <>
void Kernel<operators::mul_out>::call(const at::Tensor& self, const at::Tensor& other, const at::Tensor& out) {
  pointwise_into("mul", Mul{}, out, self, other);
}
template <>
void Kernel<operators::mul__Scalar>::call(const at::Tensor& self, const c10::Scalar& other) {
  pointwise_into("mul_", Mul{}, self, self, other);
}

template <>
at::Tensor Kernel<operators::div_Tensor>::call(const at::Tensor& self, const at::Tensor& other) {
  return pointwise("div", Div{}, self, other);
}
template <>
void Kernel<operators::div__Tensor>::call(const at::Tensor& self, const at::Tensor& other) {
  pointwise_into("div_", Div{}, self, self, other);
}
template <>
void Kernel<operators::div_out>::call(const at::Tensor& self, const at::Tensor& other, const at::Tensor& out) {
  pointwise_into("div", Div{}, out, self, other);
}

template <>
void Kernel<operators::maximum_out>::call(const at::Tensor& self, const at::Tensor& other, const at::Tensor& out) {
  pointwise_into("maximum", Maximum{}, out, self, other);
}

template <>
at::Tensor Kernel<operators::maximum>::call(const at::Tensor& self, const at::Tensor& other) {
  return pointwise("maximum", Maximum{}, self, other);
}

template <>
at::Tensor Kernel<operators::clamp_min_Tensor>::call(const at::Tensor& self, const at::Tensor& min) {
  return pointwise("clamp_min", Maximum{}, self, min);
}
template <>
void Kernel<operators::clamp_min__Tensor>::call(const at::Tensor& self, const at::Tensor& min) {
  pointwise_into("clamp_min_", Maximum{}, self, self, min);
}
template <>
void Kernel<operators::clamp_min_Tensor_out>::call(const at::Tensor& self, const at::Tensor& min,
                                                   const at::Tensor& out) {
  pointwise_into("clamp_min", Maximum{}, out, self, min);
}

}  // namespace modecheck::engine
