// Implements the kernels of pow with tensors, fmod, remainder, div with rounding, hypot, logaddexp, lerp, clamp by
// tensors, addcmul and addcdiv. Transcendental functions of float32 are computed in double and rounded once.
#include <cmath>

#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/resize.h"
#include "engine/backends/cpu/pointwise/pointwise_forms.h"
#include "engine/backends/cuda/launch/moving.h"
#include "engine/backends/functions/division.h"
#include "engine/backends/functions/elementwise.h"
#include "engine/backends/iterate/promotion.h"
#include "spec/operators/copy.h"
#include "spec/operators/elementwise.h"
#include "spec/operators/pointwise.h"

namespace modecheck::engine {
namespace backends {
namespace {

// --- The kernels of fmod, remainder and div with rounding.

// Returns whether an element of the integer tensor `divisor` is zero in the dtype `type`, in which the operator
// divides.
bool has_zero(const at::Tensor& divisor, c10::ScalarType type) {
  // Convert the divisor to `type` before looking for zeros, because the conversion may turn a number into zero: 256
  // becomes 0 as uint8.
  if (divisor.itemsize() > c10::elementSize(type)) {
    const at::Tensor converted = empty(divisor.sizes(), type, divisor.device());
    copy_elements(converted, divisor);
    return has_zero(converted, type);
  }
  if (divisor.in_cuda_memory()) return cuda::has_zero(divisor);
  bool out = false;
  visit_dtype(divisor.scalar_type(), [&](auto tag) {
    using T = decltype(tag);
    Plan plan;
    plan.order_row_major(divisor.sizes());
    Loop loop(plan);
    loop.bind(divisor.data_ptr(), divisor.sizes(), divisor.strides(), static_cast<int>(divisor.itemsize()));
    loop.run([&](char* const* at, const std::int64_t* step, std::int64_t n) {
      for (std::int64_t i = 0; i < n; ++i) out = out || load<T>(at[0] + i * step[0]) == T(0);
    });
  });
  return out;
}

// Raises if an integer would be divided by zero, before anything is written (rule E1). The operator divides in the
// dtype `type`. If the result has no elements, nothing is divided.
void check_divisor(const char* name, c10::ScalarType type, const at::Tensor& self, const at::Tensor& divisor) {
  if (self.numel() == 0 || divisor.numel() == 0 || !has_bytes(divisor)) return;
  MODECHECK_CHECK(!has_zero(divisor, type), ErrorClass::Argument, name,
                  ": ZeroDivisionError: an integer is divided by zero");
}
void check_divisor(const char* name, c10::ScalarType type, const at::Tensor& self, const c10::Scalar& divisor) {
  // The conversion of the divisor to `type` keeps only the lowest bits, so only these bits are compared with zero.
  const auto kept = ~std::uint64_t{0} >> (64 - 8 * c10::elementSize(type));
  MODECHECK_CHECK(self.numel() == 0 || (static_cast<std::uint64_t>(divisor.toLong()) & kept) != 0, ErrorClass::Argument,
                  name, ": ZeroDivisionError: an integer is divided by zero");
}

// A division whose divisor is checked for zero first. `Divisor` is a tensor or a number.
template <DivisionKind what, typename Divisor>
struct CheckedDivision : Division<what> {
  const at::Tensor& self;
  const Divisor& divisor;
  CheckedDivision(const at::Tensor& divided, const Divisor& by) : self(divided), divisor(by) {}
  void check(const char* name, c10::ScalarType type) const {
    reject_bool_operand(name, type);
    if (!c10::isFloatingType(type)) check_divisor(name, type, self, divisor);
  }
};

template <DivisionKind what, typename Divisor>
CheckedDivision<what, Divisor> division_by(const at::Tensor& self, const Divisor& divisor) {
  return {self, divisor};
}

bool rounds_down(const char* name, std::string_view mode) {
  MODECHECK_CHECK(mode == "trunc" || mode == "floor", ErrorClass::Argument, name,
                  ": expected rounding_mode to be one of None, 'trunc', or 'floor' but found '", std::string(mode),
                  "'");
  return mode == "floor";
}

// --- The kernel of lerp.

void check_lerp(const char* name, const at::Tensor& self, const at::Tensor& other, const char* what) {
  MODECHECK_CHECK(self.scalar_type() == other.scalar_type(), ErrorClass::Dtype, name, ": expected dtype ",
                  self.scalar_type(), " for `", what, "` but got dtype ", other.scalar_type());
}
LerpBy lerp_by(const char* name, const at::Tensor& self, const at::Tensor& end, const c10::Scalar& weight) {
  check_lerp(name, self, end, "end");
  return {{}, weight};
}
Lerp lerp_of(const char* name, const at::Tensor& self, const at::Tensor& end, const at::Tensor& weight) {
  check_lerp(name, self, end, "end");
  check_lerp(name, self, weight, "weight");
  return {};
}

// --- The kernel of clamp by tensors.

using Bound = c10::optional<at::Tensor>;

bool is_there(const Bound& bound) { return bound.has_value() && bound->defined(); }

void require_bound(const char* name, const at::Tensor& self, const Bound& min, const Bound& max) {
  MODECHECK_CHECK(is_there(min) || is_there(max), ErrorClass::Argument, name,
                  ": At least one of 'min' or 'max' must not be None");
  MODECHECK_CHECK(!c10::isComplexType(self.scalar_type()), ErrorClass::Dtype, name, ": not implemented for ",
                  self.scalar_type(), ", whose numbers have no order");
}

// --- The kernels of addcmul and addcdiv.

AddQuotient add_quotient(const char* name, const at::Tensor& tensor1, const at::Tensor& tensor2,
                         const c10::Scalar& value) {
  MODECHECK_CHECK(
      !c10::isIntegralType(tensor1.scalar_type(), true) || !c10::isIntegralType(tensor2.scalar_type(), true),
      ErrorClass::Dtype, name,
      ": Integer division with addcdiv is not supported; convert one of the tensors, or use "
      "self + value * tensor1.div(tensor2, rounding_mode)");
  return {value};
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

MODECHECK_POINTWISE_FORMS(pow_Tensor_Tensor, pow__Tensor, pow_Tensor_Tensor_out, "pow", (const at::Tensor& exponent),
                          PowerOf{}, exponent)

template <>
at::Tensor Kernel<operators::pow_Scalar>::call(const c10::Scalar& self, const at::Tensor& exponent) {
  // pow of a number and a tensor: the result is contiguous, whatever the strides of the exponent.
  Promotion promotion;
  promotion.add_number(self);
  promotion.add_tensor(exponent.scalar_type(), exponent.dim() > 0);
  const c10::ScalarType type = promotion.result();
  check_dtype("pow", PowerOf::rules, type);
  PowerOf{}.check("pow", type);
  at::Tensor out = empty(exponent.sizes(), type, exponent.device());
  pointwise_into("pow", PowerOf{}, out, self, exponent);
  return out;
}

template <>
void Kernel<operators::pow_Scalar_out>::call(const c10::Scalar& self, const at::Tensor& exponent,
                                             const at::Tensor& out) {
  const bool fits = out.sizes().equals(exponent.sizes());
  // pow of a number and a tensor: if an `out=` argument has other sizes than the result, it becomes contiguous.
  const at::Tensor rows = fits ? at::Tensor() : empty(exponent.sizes(), out.scalar_type(), out.device());
  pointwise_into("pow", PowerOf{}, out, self, exponent);
  if (fits) return;
  if (has_bytes(out)) copy_elements(rows, out);
  resize_tensor("pow", out, exponent.sizes());
  if (has_bytes(out)) copy_elements(out, rows);
}

MODECHECK_POINTWISE_FORMS(fmod_Tensor, fmod__Tensor, fmod_Tensor_out, "fmod", (const at::Tensor& other),
                          division_by<DivisionKind::Fmod>(self, other), other)
MODECHECK_POINTWISE_PURE(fmod_Scalar, "fmod", (const c10::Scalar& other), division_by<DivisionKind::Fmod>(self, other),
                         other)
MODECHECK_POINTWISE_IN_PLACE(fmod__Scalar, "fmod", (const c10::Scalar& other),
                             division_by<DivisionKind::Fmod>(self, other), other)
MODECHECK_POINTWISE_FORMS(remainder_Tensor, remainder__Tensor, remainder_Tensor_out, "remainder",
                          (const at::Tensor& other), division_by<DivisionKind::Remainder>(self, other), other)
MODECHECK_POINTWISE_PURE(remainder_Scalar, "remainder", (const c10::Scalar& other),
                         division_by<DivisionKind::Remainder>(self, other), other)
MODECHECK_POINTWISE_IN_PLACE(remainder__Scalar, "remainder", (const c10::Scalar& other),
                             division_by<DivisionKind::Remainder>(self, other), other)

template <>
at::Tensor Kernel<operators::div_Tensor_mode>::call(const at::Tensor& self, const at::Tensor& other,
                                                    c10::optional<std::string_view> rounding_mode) {
  if (!rounding_mode.has_value()) return Kernel<operators::div_Tensor>::call(self, other);
  if (rounds_down("div", *rounding_mode))
    return pointwise("div", division_by<DivisionKind::Floor>(self, other), self, other);
  return pointwise("div", division_by<DivisionKind::Trunc>(self, other), self, other);
}
template <>
void Kernel<operators::div__Tensor_mode>::call(const at::Tensor& self, const at::Tensor& other,
                                               c10::optional<std::string_view> rounding_mode) {
  if (!rounding_mode.has_value()) return Kernel<operators::div__Tensor>::call(self, other);
  if (rounds_down("div_", *rounding_mode))
    return pointwise_into("div_", division_by<DivisionKind::Floor>(self, other), self, self, other);
  pointwise_into("div_", division_by<DivisionKind::Trunc>(self, other), self, self, other);
}

template <>
void Kernel<operators::div_out_mode>::call(const at::Tensor& self, const at::Tensor& other,
                                           c10::optional<std::string_view> rounding_mode, const at::Tensor& out) {
  if (!rounding_mode.has_value()) return Kernel<operators::div_out>::call(self, other, out);
  if (rounds_down("div", *rounding_mode))
    return pointwise_into("div", division_by<DivisionKind::Floor>(self, other), out, self, other);
  pointwise_into("div", division_by<DivisionKind::Trunc>(self, other), out, self, other);
}

template <>
at::Tensor Kernel<operators::div_Scalar_mode>::call(const at::Tensor& self, const c10::Scalar& other,
                                                    c10::optional<std::string_view> rounding_mode) {
  if (!rounding_mode.has_value()) return Kernel<operators::div_Scalar>::call(self, other);
  if (rounds_down("div", *rounding_mode))
    return pointwise("div", division_by<DivisionKind::Floor>(self, other), self, other);
  return pointwise("div", division_by<DivisionKind::Trunc>(self, other), self, other);
}
template <>
void Kernel<operators::div__Scalar_mode>::call(const at::Tensor& self, const c10::Scalar& other,
                                               c10::optional<std::string_view> rounding_mode) {
  if (!rounding_mode.has_value()) return Kernel<operators::div__Scalar>::call(self, other);
  if (rounds_down("div_", *rounding_mode))
    return pointwise_into("div_", division_by<DivisionKind::Floor>(self, other), self, self, other);
  pointwise_into("div_", division_by<DivisionKind::Trunc>(self, other), self, self, other);
}

#define MODECHECK_KERNELS(op, Function, except) \
  MODECHECK_POINTWISE_FORMS(op, op##_, op##_out, #op, (const at::Tensor& other), Function{}, other)
MODECHECK_BINARY_OPERATORS(MODECHECK_KERNELS)
#undef MODECHECK_KERNELS

MODECHECK_POINTWISE_PURE(logaddexp, "logaddexp", (const at::Tensor& other), LogAddExp{}, other)
MODECHECK_POINTWISE_OUT(logaddexp_out, "logaddexp", (const at::Tensor& other), LogAddExp{}, other)
MODECHECK_POINTWISE_FORMS(lerp_Scalar, lerp__Scalar, lerp_Scalar_out, "lerp",
                          (const at::Tensor& end, const c10::Scalar& weight), lerp_by(name, self, end, weight), end)
MODECHECK_POINTWISE_FORMS(lerp_Tensor, lerp__Tensor, lerp_Tensor_out, "lerp",
                          (const at::Tensor& end, const at::Tensor& weight), lerp_of(name, self, end, weight), end,
                          weight)

template <>
at::Tensor Kernel<operators::clamp_Tensor>::call(const at::Tensor& self, const Bound& min, const Bound& max) {
  require_bound("clamp", self, min, max);
  if (!is_there(max)) return Kernel<operators::clamp_min_Tensor>::call(self, *min);
  if (!is_there(min)) return Kernel<operators::clamp_max_Tensor>::call(self, *max);
  return pointwise("clamp", ClampByTensors{}, self, *min, *max);
}
template <>
void Kernel<operators::clamp__Tensor>::call(const at::Tensor& self, const Bound& min, const Bound& max) {
  require_bound("clamp_", self, min, max);
  if (!is_there(max)) return Kernel<operators::clamp_min__Tensor>::call(self, *min);
  if (!is_there(min)) return Kernel<operators::clamp_max__Tensor>::call(self, *max);
  pointwise_into("clamp_", ClampByTensors{}, self, self, *min, *max);
}
template <>
void Kernel<operators::clamp_Tensor_out>::call(const at::Tensor& self, const Bound& min, const Bound& max,
                                               const at::Tensor& out) {
  require_bound("clamp", self, min, max);
  if (!is_there(max)) return Kernel<operators::clamp_min_Tensor_out>::call(self, *min, out);
  if (!is_there(min)) return Kernel<operators::clamp_max_Tensor_out>::call(self, *max, out);
  pointwise_into("clamp", ClampByTensors{}, out, self, *min, *max);
}

MODECHECK_POINTWISE_FORMS(addcmul, addcmul_, addcmul_out, "addcmul",
                          (const at::Tensor& tensor1, const at::Tensor& tensor2, const c10::Scalar& value),
                          AddProduct{value}, tensor1, tensor2)
MODECHECK_POINTWISE_FORMS(addcdiv, addcdiv_, addcdiv_out, "addcdiv",
                          (const at::Tensor& tensor1, const at::Tensor& tensor2, const c10::Scalar& value),
                          add_quotient(name, tensor1, tensor2, value), tensor1, tensor2)

}  // namespace modecheck::engine
