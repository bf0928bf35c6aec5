// Implements the kernels of minimum, fmax, fmin, atan2, copysign, xlogy, rsub, arithmetic with a number, and pow with a
// number. Transcendental functions of float32 are computed in double and rounded once.
#include "engine/backends/cpu/pointwise/pointwise_forms.h"
#include "engine/backends/functions/arithmetic.h"
#include "engine/backends/functions/binary.h"
#include "engine/core/types/default_dtype.h"
#include "spec/operators/copy.h"
#include "spec/operators/elementwise.h"
#include "spec/operators/pointwise.h"

namespace modecheck::engine {
namespace backends {
namespace {

void reject_bool(const char* name, bool any) {
  MODECHECK_CHECK(!any, ErrorClass::Dtype, name,
                  ": Subtraction, the `-` operator, with a bool tensor is not supported; use `logical_xor()` for two "
                  "masks, or convert them");
}
void reject_bool(const char* name, const at::Tensor& self, const c10::Scalar& other) {
  reject_bool(name, self.scalar_type() == c10::kBool || other.isBoolean());
}

// Returns the dtype to which `pow` with a number converts its base first.
c10::ScalarType dtype_of(const char* name, const Power& function, const at::Tensor& self) {
  const c10::Scalar& exponent = function.exponent;
  c10::ScalarType type = self.scalar_type();
  if (exponent.isFloatingPoint() && !c10::isDifferentiableType(type)) type = c10::get_default_dtype();
  if (type == c10::kBool && !exponent.isBoolean()) type = c10::kLong;
  function.check(name, type);
  return type;
}

at::Tensor as_dtype(const at::Tensor& self, c10::ScalarType type) {
  if (self.scalar_type() == type) return self;
  return Kernel<operators::_to_copy>::call(self, type, c10::nullopt, c10::nullopt, c10::nullopt, false, c10::nullopt);
}

void power_into(const char* name, const at::Tensor& out, const at::Tensor& self, const c10::Scalar& exponent) {
  const Power function{exponent};
  const c10::ScalarType type = dtype_of(name, function, self);
  MODECHECK_CHECK(type == out.scalar_type(), ErrorClass::Dtype, name, ": Found dtype ", out.scalar_type(),
                  " but expected ", type);
  pointwise_into(name, function, out, as_dtype(self, type));
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

MODECHECK_POINTWISE_PURE(minimum, "minimum", (const at::Tensor& other), Minimum{}, other)
MODECHECK_POINTWISE_OUT(minimum_out, "minimum", (const at::Tensor& other), Minimum{}, other)
MODECHECK_POINTWISE_PURE(fmax, "fmax", (const at::Tensor& other), NumberOf<true>{}, other)
MODECHECK_POINTWISE_OUT(fmax_out, "fmax", (const at::Tensor& other), NumberOf<true>{}, other)
MODECHECK_POINTWISE_PURE(fmin, "fmin", (const at::Tensor& other), NumberOf<false>{}, other)
MODECHECK_POINTWISE_OUT(fmin_out, "fmin", (const at::Tensor& other), NumberOf<false>{}, other)
MODECHECK_POINTWISE_FORMS(atan2, atan2_, atan2_out, "atan2", (const at::Tensor& other), Atan2{}, other)
MODECHECK_POINTWISE_FORMS(copysign_Tensor, copysign__Tensor, copysign_out, "copysign", (const at::Tensor& other),
                          Copysign{}, other)
MODECHECK_POINTWISE_FORMS(xlogy_Tensor, xlogy__Tensor, xlogy_OutTensor, "xlogy", (const at::Tensor& other), XLogY{},
                          other)
MODECHECK_POINTWISE_FORMS(clamp_max_Tensor, clamp_max__Tensor, clamp_max_Tensor_out, "clamp_max",
                          (const at::Tensor& max), Minimum{}, max)

template <>
at::Tensor Kernel<operators::rsub_Tensor>::call(const at::Tensor& self, const at::Tensor& other,
                                                const c10::Scalar& alpha) {
  reject_bool("rsub", self.scalar_type() == c10::kBool || other.scalar_type() == c10::kBool);
  // rsub passes `other`, from which it subtracts, as the first operand, because the order of operands decides the
  // strides of the result.
  return pointwise("rsub", Sum{alpha, true}, other, self);
}
template <>
at::Tensor Kernel<operators::rsub_Scalar>::call(const at::Tensor& self, const c10::Scalar& other,
                                                const c10::Scalar& alpha) {
  reject_bool("rsub", self, other);
  return pointwise("rsub", ReversedSub{alpha}, self, other);
}
template <>
at::Tensor Kernel<operators::add_Scalar>::call(const at::Tensor& self, const c10::Scalar& other,
                                               const c10::Scalar& alpha) {
  return pointwise("add", Sum{alpha, false}, self, other);
}
template <>
at::Tensor Kernel<operators::sub_Scalar>::call(const at::Tensor& self, const c10::Scalar& other,
                                               const c10::Scalar& alpha) {
  reject_bool("sub", self, other);
  return pointwise("sub", Sum{alpha, true}, self, other);
}
template <>
void Kernel<operators::sub__Scalar>::call(const at::Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  reject_bool("sub_", self, other);
  pointwise_into("sub_", Sum{alpha, true}, self, self, other);
}
template <>
void Kernel<operators::sub_out>::call(const at::Tensor& self, const at::Tensor& other, const c10::Scalar& alpha,
                                      const at::Tensor& out) {
  reject_bool("sub", self.scalar_type() == c10::kBool || other.scalar_type() == c10::kBool);
  pointwise_into("sub", Sum{alpha, true}, out, self, other);
}
template <>
at::Tensor Kernel<operators::pow_Tensor_Scalar>::call(const at::Tensor& self, const c10::Scalar& exponent) {
  const Power function{exponent};
  return pointwise("pow", function, as_dtype(self, dtype_of("pow", function, self)));
}
template <>
void Kernel<operators::pow__Scalar>::call(const at::Tensor& self, const c10::Scalar& exponent) {
  power_into("pow_", self, self, exponent);
}
template <>
void Kernel<operators::pow_Tensor_Scalar_out>::call(const at::Tensor& self, const c10::Scalar& exponent,
                                                    const at::Tensor& out) {
  power_into("pow", out, self, exponent);
}

}  // namespace modecheck::engine
