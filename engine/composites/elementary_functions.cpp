#include "engine/composites/elementary_functions.h"

#include <cmath>
#include <limits>

#include "engine/api/generated/functions.h"
#include "engine/api/like_factories.h"
#include "engine/api/result_type.h"
#include "engine/composites/arrangement_functions.h"
#include "engine/composites/composition.h"
#include "engine/composites/sorting_functions.h"
#include "engine/core/types/default_dtype.h"
#include "engine/derivatives/arithmetic.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/tracing/sizes_as_numbers.h"
#include "spec/operators/activation.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kHalfTurn = 180;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

void check_real(const char* name, const Tensor& self) {
  MODECHECK_CHECK(!self.is_complex(), ErrorClass::Dtype, name, " is not supported for complex tensors");
}

bool whole(const Tensor& self) { return c10::isIntegralType(self.scalar_type(), /*includeBool=*/true); }

Tensor with_fraction(const Tensor& self) {
  return whole(self) ? self.to(c10::get_default_dtype_as_scalartype()) : self;
}

Tensor all_of(const Tensor& self, bool value) { return at::full_like(self, value, c10::kBool); }

void check_searchable(c10::ScalarType type) {
  MODECHECK_CHECK(type != c10::kBool && !c10::isComplexType(type), ErrorClass::Dtype,
                  "Unsupported input type encountered for isin(): ", type);
}

c10::ScalarType whole_type(const char* name, const Tensor& self, const Tensor& other) {
  const c10::ScalarType type = at::result_type(self, other);
  MODECHECK_CHECK(c10::isIntegralType(type, /*includeBool=*/false), ErrorClass::Dtype, name, ": not implemented for ",
                  type, "; use integers");
  return type;
}

c10::ScalarType power_type(bool complex) { return complex ? c10::kComplexDouble : c10::kDouble; }

const Tensor& raise_in_place(const Tensor& self, c10::ScalarType type) {
  MODECHECK_CHECK(self.scalar_type() == type, ErrorClass::Dtype, "the base given to float_power_ has dtype ",
                  self.scalar_type(), " but the operation's result requires dtype ", type);
  return self;
}

}  // namespace

Tensor deg2rad(const Tensor& self) {
  check_real("deg2rad", self);
  return with_fraction(self).mul(kPi / kHalfTurn);
}
Tensor& deg2rad_(const Tensor& self) {
  check_real("deg2rad", self);
  return self.mul_(kPi / kHalfTurn);
}
Tensor rad2deg(const Tensor& self) {
  check_real("rad2deg", self);
  return with_fraction(self).mul(kHalfTurn / kPi);
}
Tensor& rad2deg_(const Tensor& self) {
  check_real("rad2deg", self);
  return self.mul_(kHalfTurn / kPi);
}

Tensor square(const Tensor& self) { return self.pow(2); }
Tensor& square_(const Tensor& self) { return self.pow_(2); }
Tensor& square_out(Tensor& out, const Tensor& self) {
  modecheck::engine::call<operators::pow_Tensor_Scalar_out>(self, 2, out);
  return out;
}
Tensor& square_outf(const Tensor& self, Tensor& out) { return square_out(out, self); }

Tensor positive(const Tensor& self) {
  MODECHECK_CHECK(self.scalar_type() != c10::kBool, ErrorClass::Dtype,
                  "positive: The `+` operator, on a bool tensor is not supported.");
  return self;
}

Tensor signbit(const Tensor& self) {
  check_real("signbit", self);
  if (self.scalar_type() == c10::kBool) return all_of(self, false);
  if (whole(self)) return self.lt(0);
  const at::NoGradGuard quiet;
  // copysign also gives the sign of zeros and of NaN.
  return formula::number(1, self).copysign(self).lt(0);
}
Tensor isposinf(const Tensor& self) {
  check_real("isposinf", self);
  return whole(self) ? all_of(self, false) : self.eq(kInfinity);
}
Tensor isneginf(const Tensor& self) {
  check_real("isneginf", self);
  return whole(self) ? all_of(self, false) : self.eq(-kInfinity);
}
Tensor isreal(const Tensor& self) { return self.is_complex() ? at::imag(self).eq(0) : all_of(self, true); }
Tensor isfinite(const Tensor& self) {
  if (whole(self)) return all_of(self, true);
  if (self.is_complex()) return isfinite(at::real(self)).logical_and(isfinite(at::imag(self)));
  const at::NoGradGuard quiet;
  return self.abs().lt(kInfinity);
}

Tensor isin(const Tensor& elements, const Tensor& test_elements, bool /*assume_unique*/, bool invert) {
  sizes_as_numbers("isin", elements, test_elements);
  check_searchable(elements.scalar_type());
  check_searchable(test_elements.scalar_type());
  if (test_elements.numel() == 0) return all_of(elements, invert);
  const at::NoGradGuard quiet;
  const c10::ScalarType type = at::result_type(elements, test_elements);
  const Tensor wanted = elements.to(type).contiguous();
  const Tensor sorted = std::get<0>(test_elements.to(type).flatten().sort());
  const Tensor place = at::searchsorted(sorted, wanted).clamp_max(sorted.numel() - 1);
  const Tensor found = sorted.take(place);
  return invert ? found.ne(wanted) : found.eq(wanted);
}
Tensor isin(const Tensor& elements, const c10::Scalar& test_element, bool /*assume_unique*/, bool invert) {
  check_searchable(elements.scalar_type());
  check_searchable(test_element.type());
  return invert ? elements.ne(test_element) : elements.eq(test_element);
}
Tensor isin(const c10::Scalar& element, const Tensor& test_elements, bool assume_unique, bool invert) {
  check_searchable(element.type());
  return at::isin(at::full({}, element, c10::TensorOptions(element.type()).device(test_elements.device())),
                  test_elements, assume_unique, invert);
}

Tensor heaviside(const Tensor& self, const Tensor& values) {
  check_real("heaviside", self);
  check_real("heaviside", values);
  MODECHECK_CHECK(self.scalar_type() == values.scalar_type(), ErrorClass::Dtype,
                  "heaviside is not yet implemented for tensors with different dtypes: ", self.scalar_type(), " and ",
                  values.scalar_type());
  return at::where(self.eq(0), values, self.gt(0).to(self.scalar_type()));
}
Tensor& Tensor::heaviside_(const Tensor& values) const {
  return write_back("heaviside", *this, [&](const Tensor& x) { return at::heaviside(x, values); });
}

Tensor gcd(const Tensor& self, const Tensor& other) {
  const c10::ScalarType type = whole_type("gcd", self, other);
  Tensor a = self.to(type).abs();
  Tensor b = other.to(type).abs();
  if (!a.has_bytes() || !b.has_bytes()) return a.add(b);
  // Performs the steps of Euclid's algorithm for all elements at once, until every remainder is zero.
  for (Tensor left = b.ne(0); modecheck::engine::on_host(left.any()).item<bool>(); left = b.ne(0)) {
    const Tensor rest = a.fmod(b.masked_fill(left.logical_not(), 1));
    a = at::where(left, b, a);
    b = at::where(left, rest, b);
  }
  // `b` is zero now. Adding it broadcasts the result to the sizes of both operands, which is needed if the loop ran no
  // step.
  return a.add(b);
}
Tensor lcm(const Tensor& self, const Tensor& other) {
  const c10::ScalarType type = whole_type("lcm", self, other);
  const Tensor divisor = at::gcd(self, other);
  const Tensor part = self.to(type).div(divisor.masked_fill(divisor.eq(0), 1), "trunc");
  return part.mul(other.to(type)).abs();
}
Tensor& gcd_(const Tensor& self, const Tensor& other) {
  return write_back("gcd", self, [&](const Tensor& x) { return at::gcd(x, other); });
}
Tensor& lcm_(const Tensor& self, const Tensor& other) {
  return write_back("lcm", self, [&](const Tensor& x) { return at::lcm(x, other); });
}
Tensor& Tensor::gcd_(const Tensor& other) const { return at::gcd_(*this, other); }
Tensor& Tensor::lcm_(const Tensor& other) const { return at::lcm_(*this, other); }

Tensor float_power(const Tensor& self, const Tensor& exponent) {
  const c10::ScalarType type = power_type(self.is_complex() || exponent.is_complex());
  return as_a_whole([&] {
    const Tensor base = self.to(type);
    return at::pow(base, exponent.to(type));
  });
}
Tensor float_power(const c10::Scalar& self, const Tensor& exponent) {
  const c10::ScalarType type = power_type(self.isComplex() || exponent.is_complex());
  return at::pow(self.isComplex() ? self : c10::Scalar(self.toDouble()), exponent.to(type));
}
Tensor float_power(const Tensor& self, const c10::Scalar& exponent) {
  return at::pow(self.to(power_type(self.is_complex() || exponent.isComplex())), exponent);
}
Tensor& Tensor::float_power_(const c10::Scalar& exponent) const {
  return raise_in_place(*this, power_type(is_complex() || exponent.isComplex())).pow_(exponent);
}
Tensor& Tensor::float_power_(const Tensor& exponent) const {
  const c10::ScalarType type = power_type(is_complex() || exponent.is_complex());
  return raise_in_place(*this, type).pow_(exponent.to(type));
}

Tensor ldexp(const Tensor& self, const Tensor& other) { return self.mul(at::pow(c10::Scalar(2.0), other)); }
Tensor& ldexp_(const Tensor& self, const Tensor& other) { return self.mul_(at::pow(c10::Scalar(2.0), other)); }
Tensor& ldexp_out(Tensor& out, const Tensor& self, const Tensor& other) {
  return at::mul_out(out, self, at::pow(c10::Scalar(2.0), other));
}
Tensor& ldexp_outf(const Tensor& self, const Tensor& other, Tensor& out) { return ldexp_out(out, self, other); }

Tensor logit(const Tensor& self, c10::optional<double> eps) {
  if (!eps.has_value()) return call<operators::logit>(self, eps);
  check_real("logit", self);
  const Tensor inside = with_fraction(self).clamp(c10::Scalar(*eps), c10::Scalar(1 - *eps));
  return inside.log().sub(inside.neg().log1p());
}
Tensor& logit_(const Tensor& self, c10::optional<double> eps) {
  if (eps.has_value()) return write_back("logit", self, [&](const Tensor& x) { return at::logit(x, eps); });
  call<operators::logit_>(self, eps);
  return const_cast<Tensor&>(self);
}

Tensor sinc(const Tensor& self) {
  const Tensor x = with_fraction(self).mul(kPi);
  const Tensor zero = x.eq(0);
  const Tensor one = formula::number(1, x);
  const Tensor safe = at::where(zero, one, x);
  return at::where(zero, one, safe.sin().div(safe));
}
Tensor& sinc_(const Tensor& self) {
  return write_back("sinc", self, [&](const Tensor& x) { return at::sinc(x); });
}
Tensor& Tensor::sinc_() const { return at::sinc_(*this); }

Tensor logaddexp2(const Tensor& self, const Tensor& other) {
  const double ln2 = std::log(2.0);
  return at::logaddexp(self.mul(ln2), other.mul(ln2)).div(ln2);
}

Tensor mvlgamma(const Tensor& self, std::int64_t p) {
  MODECHECK_CHECK(self.scalar_type() != c10::kBool, ErrorClass::Dtype,
                  "mvlgamma: The input tensor may not be a boolean tensor.");
  MODECHECK_CHECK(p >= 1, ErrorClass::Argument, "mvlgamma: p has to be greater than or equal to 1, got ", p);
  constexpr double half = 0.5;
  constexpr double quarter = 0.25;
  const auto rank = static_cast<double>(p);
  const Tensor x = with_fraction(self);
  const Tensor shifts = at::arange(half - rank * half, half, half, x.options());
  return at::lgamma(x.unsqueeze(-1).add(shifts)).sum(-1).add(rank * (rank - 1) * quarter * std::log(kPi));
}
Tensor& Tensor::mvlgamma_(std::int64_t p) const {
  return write_back("mvlgamma", *this, [&](const Tensor& x) { return at::mvlgamma(x, p); });
}

Tensor complex(const Tensor& real, const Tensor& imag) {
  MODECHECK_CHECK(real.scalar_type() == c10::kFloat || real.scalar_type() == c10::kDouble, ErrorClass::Dtype,
                  "complex: Expected both inputs to be Float or Double tensors but got ", real.scalar_type(), " and ",
                  imag.scalar_type());
  MODECHECK_CHECK(real.scalar_type() == imag.scalar_type(), ErrorClass::Dtype,
                  "complex: Expected object of scalar type ", real.scalar_type(), " but got scalar type ",
                  imag.scalar_type(), " for second argument");
  const Tensor both[] = {real, imag};
  // view_as_complex returns a view, so it is cloned: libtorch's complex() returns no view.
  return at::view_as_complex(at::stack(at::broadcast_tensors(TensorList(both, 2)), -1)).clone();
}
Tensor polar(const Tensor& abs, const Tensor& angle) { return at::complex(abs.mul(angle.cos()), abs.mul(angle.sin())); }

Tensor conj(const Tensor& self) { return formula::conj(self); }
Tensor conj_physical(const Tensor& self) { return formula::conj(self); }
Tensor& conj_physical_(const Tensor& self) {
  return self.is_complex() ? write_back("conj_physical", self, [&](const Tensor& x) { return formula::conj(x); })
                           : const_cast<Tensor&>(self);
}
Tensor& Tensor::conj_physical_() const { return at::conj_physical_(*this); }

Tensor angle(const Tensor& self) {
  if (self.is_complex()) return at::atan2(at::imag(self), at::real(self));
  const Tensor x = with_fraction(self);
  // The angle of a real number is 0 or pi. It is computed with sign(), whose gradient is zero, because the angle is
  // constant wherever it is differentiable.
  return at::where(x.ne(x), formula::number(std::nan(""), x), x.sign().neg().clamp_min(0).mul(kPi));
}

}  // namespace modecheck_v1
}  // namespace at
