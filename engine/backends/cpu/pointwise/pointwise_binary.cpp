// Implements the kernels of add, sub, mul, div and maximum.
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/pointwise/pointwise_forms.h"
#include "engine/backends/functions/arithmetic.h"
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

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

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

MODECHECK_POINTWISE_FORMS(mul_Tensor, mul__Tensor, mul_out, "mul", (const at::Tensor& other), Mul{}, other)
MODECHECK_POINTWISE_PURE(mul_Scalar, "mul", (const c10::Scalar& other), Mul{}, other)
MODECHECK_POINTWISE_IN_PLACE(mul__Scalar, "mul", (const c10::Scalar& other), Mul{}, other)
MODECHECK_POINTWISE_FORMS(div_Tensor, div__Tensor, div_out, "div", (const at::Tensor& other), Div{}, other)
MODECHECK_POINTWISE_PURE(div_Scalar, "div", (const c10::Scalar& other), Div{}, other)
MODECHECK_POINTWISE_IN_PLACE(div__Scalar, "div", (const c10::Scalar& other), Div{}, other)
MODECHECK_POINTWISE_PURE(maximum, "maximum", (const at::Tensor& other), Maximum{}, other)
MODECHECK_POINTWISE_OUT(maximum_out, "maximum", (const at::Tensor& other), Maximum{}, other)
MODECHECK_POINTWISE_FORMS(clamp_min_Tensor, clamp_min__Tensor, clamp_min_Tensor_out, "clamp_min",
                          (const at::Tensor& min), Maximum{}, min)

}  // namespace modecheck::engine
