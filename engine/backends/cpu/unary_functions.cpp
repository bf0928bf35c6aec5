// The functions of one tensor, in all their forms. One row per function, at the end.
//
// Transcendental functions of float32 are computed in double and rounded once.
#include "engine/backends/functions/unary_functions.h"

#include <limits>

#include "engine/backends/cpu/checks.h"
#include "engine/backends/cpu/elements.h"
#include "engine/backends/cpu/pointwise.h"
#include "engine/backends/iterate/layout.h"
#include "engine/core/allocate.h"
#include "engine/core/default_dtype.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/comparison.h"
#include "spec/operators/copy.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace backends {
namespace {

double largest_of(c10::ScalarType type) {
  if (type == c10::kHalf) return 65504.0;
  if (type == c10::kBFloat16) return 0x1.fep127;
  return type == c10::kFloat ? double{std::numeric_limits<float>::max()} : std::numeric_limits<double>::max();
}

// The bounds of a clamp take part in type promotion: what is clamped is converted first.
struct Bounds {
  c10::optional<c10::Scalar> least, most;

  c10::ScalarType dtype_of(const char* name, const at::Tensor& self) const {
    MODECHECK_CHECK(!c10::isComplexType(self.scalar_type()), ErrorClass::Dtype, name, ": not implemented for ",
                    self.scalar_type(), ", whose numbers have no order");
    MODECHECK_CHECK(least.has_value() || most.has_value(), ErrorClass::Argument, name,
                    ": At least one of 'min' or 'max' must not be None");
    c10::ScalarType type = self.scalar_type();
    if (!c10::isFloatingType(type)) {
      for (const auto& bound : {least, most}) {
        if (!bound.has_value()) continue;
        if (bound->isFloatingPoint()) return check(name, c10::get_default_dtype());
        if (!bound->isBoolean() && type == c10::kBool) type = c10::kLong;
      }
    }
    return check(name, type);
  }

 private:
  static c10::ScalarType check(const char* name, c10::ScalarType type) {
    reject_bool(name, type);
    return type;
  }
};

Clamp clamp_by(const Bounds& bounds) {
  return {bounds.least.value_or(c10::Scalar(0)), bounds.most.value_or(c10::Scalar(0)), bounds.least.has_value(),
          bounds.most.has_value()};
}

template <typename Function>
at::Tensor made_like(const char* name, const Function& function, const at::Tensor& self, c10::ScalarType type) {
  function.check(name, self.scalar_type());
  check_rank(name, self.sizes().size());
  Dims strides;
  preserved_strides(self.sizes(), self.strides(), strides);
  const at::Tensor out = empty_strided(self.sizes(), strides, type, self.device());
  pointwise_into(name, function, out, self);
  return out;
}

at::Tensor as_dtype(const at::Tensor& self, c10::ScalarType type) {
  if (self.scalar_type() == type) return self;
  return Kernel<operators::_to_copy>::call(self, type, c10::nullopt, c10::nullopt, c10::nullopt, false, c10::nullopt);
}

at::Tensor clamped(const char* name, const at::Tensor& self, const Bounds& bounds) {
  const c10::ScalarType type = bounds.dtype_of(name, self);
  return pointwise(name, clamp_by(bounds), as_dtype(self, type));
}
void clamp_into(const char* name, const at::Tensor& out, const at::Tensor& self, const Bounds& bounds) {
  const c10::ScalarType type = bounds.dtype_of(name, self);
  MODECHECK_CHECK(type == out.scalar_type(), ErrorClass::Dtype, name, ": result type ", type,
                  " can't be cast to the desired output type ", out.scalar_type());
  pointwise_into(name, clamp_by(bounds), out, as_dtype(self, type));
}

// The real parts of a complex tensor, or the imaginary ones: they lie two apart.
at::Tensor part_of(const at::Tensor& self, std::int64_t which) {
  Dims strides(self.strides());
  for (int i = 0; i < strides.size(); ++i) strides[i] *= 2;
  return make_alias(self, self.sizes(), strides, 2 * self.storage_offset() + which,
                    c10::toRealValueType(self.scalar_type()));
}
Gelu gelu_with(std::string_view approximate) {
  MODECHECK_CHECK(approximate == "none", ErrorClass::Argument, "gelu: approximate='", std::string(approximate),
                  "' is not supported; use 'none'");
  return {};
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: this unit is the room's own

// A dtype that an operator does not take is named before anything else that is wrong.
#define MODECHECK_FUNCTION(op, ...)                                \
  template <>                                                      \
  at::Tensor Kernel<operators::op>::call(const at::Tensor& self) { \
    const auto function = __VA_ARGS__;                             \
    function.check(#op, self.scalar_type());                       \
    return pointwise(#op, function, self);                         \
  }
#define MODECHECK_IN_PLACE(op, ...)                             \
  template <>                                                   \
  void Kernel<operators::op##_>::call(const at::Tensor& self) { \
    const auto function = __VA_ARGS__;                          \
    function.check(#op "_", self.scalar_type());                \
    pointwise_into(#op "_", function, self, self);              \
  }
#define MODECHECK_OUT(op, ...)                                                            \
  template <>                                                                             \
  void Kernel<operators::op##_out>::call(const at::Tensor& self, const at::Tensor& out) { \
    const auto function = __VA_ARGS__;                                                    \
    function.check(#op, self.scalar_type());                                              \
    pointwise_into(#op, function, out, self);                                             \
  }
#define MODECHECK_FORMS(op, ...)      \
  MODECHECK_FUNCTION(op, __VA_ARGS__) \
  MODECHECK_IN_PLACE(op, __VA_ARGS__) \
  MODECHECK_OUT(op, __VA_ARGS__)

MODECHECK_FORMS(log, Log{})
MODECHECK_FORMS(log2, Log2{})
MODECHECK_FORMS(log10, Log10{})
MODECHECK_FORMS(log1p, Log1p{})
MODECHECK_FORMS(exp2, Exp2{})
MODECHECK_FORMS(expm1, Expm1{})
MODECHECK_FORMS(sqrt, Sqrt{})
MODECHECK_FORMS(rsqrt, Rsqrt{})
MODECHECK_FORMS(sin, Sin{})
MODECHECK_FORMS(cos, Cos{})
MODECHECK_FORMS(tan, Tan{})
MODECHECK_FORMS(asin, Asin{})
MODECHECK_FORMS(acos, Acos{})
MODECHECK_FORMS(atan, Atan{})
MODECHECK_FORMS(sinh, Sinh{})
MODECHECK_FORMS(cosh, Cosh{})
MODECHECK_FUNCTION(asinh, Asinh{})
MODECHECK_OUT(asinh, Asinh{})
MODECHECK_FUNCTION(acosh, Acosh{})
MODECHECK_OUT(acosh, Acosh{})
MODECHECK_FUNCTION(atanh, Atanh{})
MODECHECK_OUT(atanh, Atanh{})
MODECHECK_FORMS(erf, Erf{})
MODECHECK_FORMS(erfc, Erfc{})
MODECHECK_FORMS(reciprocal, Reciprocal{})
MODECHECK_FORMS(sign, Sign{})
MODECHECK_FORMS(floor, Floor{})
MODECHECK_FORMS(ceil, Ceil{})
MODECHECK_FORMS(trunc, Trunc{})
MODECHECK_FORMS(round, Round{})
MODECHECK_FORMS(frac, Frac{})
MODECHECK_FORMS(silu, Silu{})
MODECHECK_FORMS(hardsigmoid, Hardsigmoid{})
MODECHECK_FORMS(mish, Mish{})
MODECHECK_FUNCTION(hardswish, Hardswish{})
MODECHECK_IN_PLACE(hardswish, Hardswish{})
MODECHECK_FUNCTION(isnan, IsNan{})
MODECHECK_FUNCTION(logical_not, LogicalNot{})
MODECHECK_OUT(logical_not, LogicalNot{})
MODECHECK_FUNCTION(bitwise_not, BitwiseNot{})
MODECHECK_IN_PLACE(bitwise_not, BitwiseNot{})

#undef MODECHECK_FUNCTION
#undef MODECHECK_IN_PLACE
#undef MODECHECK_OUT
#undef MODECHECK_FORMS

// The same with parameters: (declared), then the function that they make.
#define MODECHECK_ARGUMENTS(...) __VA_ARGS__
#define MODECHECK_FUNCTION(op, parameters, ...)                                                    \
  template <>                                                                                      \
  at::Tensor Kernel<operators::op>::call(const at::Tensor& self, MODECHECK_ARGUMENTS parameters) { \
    const auto function = __VA_ARGS__;                                                             \
    function.check(#op, self.scalar_type());                                                       \
    return pointwise(#op, function, self);                                                         \
  }
#define MODECHECK_IN_PLACE(op, parameters, ...)                                                 \
  template <>                                                                                   \
  void Kernel<operators::op##_>::call(const at::Tensor& self, MODECHECK_ARGUMENTS parameters) { \
    const auto function = __VA_ARGS__;                                                          \
    function.check(#op "_", self.scalar_type());                                                \
    pointwise_into(#op "_", function, self, self);                                              \
  }
#define MODECHECK_OUT(op, parameters, ...)                                                       \
  template <>                                                                                    \
  void Kernel<operators::op##_out>::call(const at::Tensor& self, MODECHECK_ARGUMENTS parameters, \
                                         const at::Tensor& out) {                                \
    const auto function = __VA_ARGS__;                                                           \
    function.check(#op, self.scalar_type());                                                     \
    pointwise_into(#op, function, out, self);                                                    \
  }

MODECHECK_FUNCTION(gelu, (std::string_view approximate), gelu_with(approximate))
MODECHECK_IN_PLACE(gelu, (std::string_view approximate), gelu_with(approximate))
MODECHECK_OUT(gelu, (std::string_view approximate), gelu_with(approximate))
MODECHECK_FUNCTION(elu, (const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale),
                   Elu(alpha, scale, input_scale))
MODECHECK_OUT(elu, (const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale),
              Elu(alpha, scale, input_scale))
MODECHECK_FUNCTION(leaky_relu, (const c10::Scalar& negative_slope), LeakyRelu(negative_slope))
MODECHECK_OUT(leaky_relu, (const c10::Scalar& negative_slope), LeakyRelu(negative_slope))
MODECHECK_IN_PLACE(hardtanh, (const c10::Scalar& min_val, const c10::Scalar& max_val), Hardtanh{min_val, max_val})
MODECHECK_OUT(hardtanh, (const c10::Scalar& min_val, const c10::Scalar& max_val), Hardtanh{min_val, max_val})
MODECHECK_FUNCTION(softplus, (const c10::Scalar& beta, const c10::Scalar& threshold), Softplus(beta, threshold))
MODECHECK_OUT(softplus, (const c10::Scalar& beta, const c10::Scalar& threshold), Softplus(beta, threshold))
MODECHECK_IN_PLACE(nan_to_num, (c10::optional<double> nan, c10::optional<double> posinf, c10::optional<double> neginf),
                   NanToNum(nan, posinf, neginf, largest_of(self.scalar_type())))
MODECHECK_OUT(nan_to_num, (c10::optional<double> nan, c10::optional<double> posinf, c10::optional<double> neginf),
              NanToNum(nan, posinf, neginf, largest_of(self.scalar_type())))

#undef MODECHECK_FUNCTION
#undef MODECHECK_IN_PLACE
#undef MODECHECK_OUT
#undef MODECHECK_ARGUMENTS

// These three allocate their result like the argument, before the iterator has its say.
template <>
at::Tensor Kernel<operators::hardtanh>::call(const at::Tensor& self, const c10::Scalar& min_val,
                                             const c10::Scalar& max_val) {
  return made_like("hardtanh", Hardtanh{min_val, max_val}, self, self.scalar_type());
}
template <>
at::Tensor Kernel<operators::nan_to_num>::call(const at::Tensor& self, c10::optional<double> nan,
                                               c10::optional<double> posinf, c10::optional<double> neginf) {
  const NanToNum function(nan, posinf, neginf, largest_of(self.scalar_type()));
  return made_like("nan_to_num", function, self, self.scalar_type());
}
template <>
at::Tensor Kernel<operators::isinf>::call(const at::Tensor& self) {
  if (c10::isComplexType(self.scalar_type())) {
    const at::Tensor out = Kernel<operators::isinf>::call(part_of(self, 0));
    Kernel<operators::bitwise_or__Tensor>::call(out, Kernel<operators::isinf>::call(part_of(self, 1)));
    return out;
  }
  if (!c10::isFloatingType(self.scalar_type())) return made_like("isinf", Never{}, self, c10::kBool);
  // Two steps, which show in the strides of the result.
  return Kernel<operators::eq_Scalar>::call(Kernel<operators::abs>::call(self),
                                            c10::Scalar(std::numeric_limits<double>::infinity()));
}

template <>
at::Tensor Kernel<operators::clamp>::call(const at::Tensor& self, const c10::optional<c10::Scalar>& min,
                                          const c10::optional<c10::Scalar>& max) {
  return clamped("clamp", self, {min, max});
}
template <>
void Kernel<operators::clamp_>::call(const at::Tensor& self, const c10::optional<c10::Scalar>& min,
                                     const c10::optional<c10::Scalar>& max) {
  clamp_into("clamp_", self, self, {min, max});
}
template <>
void Kernel<operators::clamp_out>::call(const at::Tensor& self, const c10::optional<c10::Scalar>& min,
                                        const c10::optional<c10::Scalar>& max, const at::Tensor& out) {
  clamp_into("clamp", out, self, {min, max});
}
template <>
at::Tensor Kernel<operators::clamp_min>::call(const at::Tensor& self, const c10::Scalar& min) {
  return clamped("clamp_min", self, {min, c10::nullopt});
}
template <>
void Kernel<operators::clamp_min_>::call(const at::Tensor& self, const c10::Scalar& min) {
  clamp_into("clamp_min_", self, self, {min, c10::nullopt});
}
template <>
at::Tensor Kernel<operators::clamp_max>::call(const at::Tensor& self, const c10::Scalar& max) {
  return clamped("clamp_max", self, {c10::nullopt, max});
}
template <>
void Kernel<operators::clamp_max_>::call(const at::Tensor& self, const c10::Scalar& max) {
  clamp_into("clamp_max_", self, self, {c10::nullopt, max});
}

}  // namespace modecheck::engine
