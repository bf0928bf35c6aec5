// Implements the kernels of rounding, signs, bitwise_not, tests such as isnan, clamp and nan_to_num.
#include "engine/backends/functions/parts.h"

#include <limits>

#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/pointwise/unary_forms.h"
#include "engine/core/errors/error.h"
#include "engine/core/types/default_dtype.h"
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

// The bounds of clamp with numbers. The bounds take part in type promotion, and the input is first converted to the
// promoted dtype.
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

// Returns a real tensor that aliases the real (which = 0) or imaginary parts (which = 1) of a complex tensor. Its
// strides count real numbers, so they are twice those of `self`.
at::Tensor part_of(const at::Tensor& self, std::int64_t which) {
  Dims strides(self.strides());
  for (int i = 0; i < strides.size(); ++i) strides[i] *= 2;
  return make_alias(self, self.sizes(), strides, 2 * self.storage_offset() + which,
                    c10::toRealValueType(self.scalar_type()));
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

MODECHECK_KERNEL_FORMS(sign, Sign{})
MODECHECK_KERNEL_FORMS(floor, Floor{})
MODECHECK_KERNEL_FORMS(ceil, Ceil{})
MODECHECK_KERNEL_FORMS(trunc, Trunc{})
MODECHECK_KERNEL_FORMS(round, Round{})
MODECHECK_KERNEL_FORMS(frac, Frac{})
MODECHECK_KERNEL_PURE(isnan, IsNan{})
MODECHECK_KERNEL_FORMS(logical_not, LogicalNot{})
MODECHECK_KERNEL_FORMS(bitwise_not, BitwiseNot{})
MODECHECK_KERNEL_IN_PLACE_WITH(nan_to_num,
                               (c10::optional<double> nan, c10::optional<double> posinf, c10::optional<double> neginf),
                               NanToNum(nan, posinf, neginf, largest_of(self.scalar_type())))
MODECHECK_KERNEL_OUT_WITH(nan_to_num,
                          (c10::optional<double> nan, c10::optional<double> posinf, c10::optional<double> neginf),
                          NanToNum(nan, posinf, neginf, largest_of(self.scalar_type())))

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
  // isinf of a floating tensor runs abs and eq, as libtorch does. Two operators may give the result other strides than
  // one operator would.
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
void Kernel<operators::clamp_min_out>::call(const at::Tensor& self, const c10::Scalar& min, const at::Tensor& out) {
  clamp_into("clamp_min", out, self, {min, c10::nullopt});
}
template <>
at::Tensor Kernel<operators::clamp_max>::call(const at::Tensor& self, const c10::Scalar& max) {
  return clamped("clamp_max", self, {c10::nullopt, max});
}
template <>
void Kernel<operators::clamp_max_>::call(const at::Tensor& self, const c10::Scalar& max) {
  clamp_into("clamp_max_", self, self, {c10::nullopt, max});
}
template <>
void Kernel<operators::clamp_max_out>::call(const at::Tensor& self, const c10::Scalar& max, const at::Tensor& out) {
  clamp_into("clamp_max", out, self, {c10::nullopt, max});
}

}  // namespace modecheck::engine
