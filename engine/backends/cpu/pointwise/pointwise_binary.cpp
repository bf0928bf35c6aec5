// Kernels of add, sub, mul, div, maximum.
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/pointwise/pointwise.h"
#include "engine/backends/functions/arithmetic.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/elementwise.h"
#include "spec/operators/pointwise.h"

namespace modecheck::engine {
namespace backends {
namespace {

bool is_one(const c10::Scalar& alpha) { return alpha.type() == c10::kLong && alpha.toLong() == 1; }

void check_subtraction(const char* name, c10::ScalarType a, c10::ScalarType b) {
  MODECHECK_CHECK(a != c10::kBool && b != c10::kBool, ErrorClass::Dtype, name,
                  ": Subtraction, the `-` operator, with a bool tensor is not supported; use `logical_xor()` for two "
                  "masks, or convert them");
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: this unit is the module's own

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
