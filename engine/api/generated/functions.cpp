// The catalogue's operators as functions in at::.
// Written by engine/api/generate from the catalogue; `ninja -C build/release modecheck_api` writes it anew.
#include "engine/api/generated/functions.h"

#include "engine/dispatch/call.h"
#include "engine/dispatch/ivalue.h"
#include "spec/operators/catalogue.h"

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::call;
namespace operators = modecheck::spec::operators;

Tensor neg(const Tensor& self) {
  return call<operators::neg>(self);
}
Tensor& neg_(const Tensor& self) {
  call<operators::neg_>(self); return const_cast<Tensor&>(self);
}
Tensor& neg_out(Tensor& out, const Tensor& self) {
  call<operators::neg_out>(self, out); return out;
}
Tensor& neg_outf(const Tensor& self, Tensor& out) {
  call<operators::neg_out>(self, out); return out;
}
Tensor abs(const Tensor& self) {
  return call<operators::abs>(self);
}
Tensor& abs_(const Tensor& self) {
  call<operators::abs_>(self); return const_cast<Tensor&>(self);
}
Tensor exp(const Tensor& self) {
  return call<operators::exp>(self);
}
Tensor& exp_(const Tensor& self) {
  call<operators::exp_>(self); return const_cast<Tensor&>(self);
}
Tensor& exp_out(Tensor& out, const Tensor& self) {
  call<operators::exp_out>(self, out); return out;
}
Tensor& exp_outf(const Tensor& self, Tensor& out) {
  call<operators::exp_out>(self, out); return out;
}
Tensor relu(const Tensor& self) {
  return call<operators::relu>(self);
}
Tensor& relu_(const Tensor& self) {
  call<operators::relu_>(self); return const_cast<Tensor&>(self);
}
Tensor sigmoid(const Tensor& self) {
  return call<operators::sigmoid>(self);
}
Tensor& sigmoid_(const Tensor& self) {
  call<operators::sigmoid_>(self); return const_cast<Tensor&>(self);
}
Tensor tanh(const Tensor& self) {
  return call<operators::tanh>(self);
}
Tensor& tanh_(const Tensor& self) {
  call<operators::tanh_>(self); return const_cast<Tensor&>(self);
}
Tensor add(const Tensor& self, const Tensor& other, const c10::Scalar& alpha) {
  return call<operators::add_Tensor>(self, other, alpha);
}
Tensor& add_out(Tensor& out, const Tensor& self, const Tensor& other, const c10::Scalar& alpha) {
  call<operators::add_out>(self, other, alpha, out); return out;
}
Tensor& add_outf(const Tensor& self, const Tensor& other, const c10::Scalar& alpha, Tensor& out) {
  call<operators::add_out>(self, other, alpha, out); return out;
}
Tensor sub(const Tensor& self, const Tensor& other, const c10::Scalar& alpha) {
  return call<operators::sub_Tensor>(self, other, alpha);
}
Tensor mul(const Tensor& self, const Tensor& other) {
  return call<operators::mul_Tensor>(self, other);
}
Tensor& mul_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::mul_out>(self, other, out); return out;
}
Tensor& mul_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::mul_out>(self, other, out); return out;
}
Tensor div(const Tensor& self, const Tensor& other) {
  return call<operators::div_Tensor>(self, other);
}
Tensor& div_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::div_out>(self, other, out); return out;
}
Tensor& div_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::div_out>(self, other, out); return out;
}
Tensor maximum(const Tensor& self, const Tensor& other) {
  return call<operators::maximum>(self, other);
}
Tensor& maximum_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::maximum_out>(self, other, out); return out;
}
Tensor& maximum_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::maximum_out>(self, other, out); return out;
}
Tensor minimum(const Tensor& self, const Tensor& other) {
  return call<operators::minimum>(self, other);
}
Tensor& minimum_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::minimum_out>(self, other, out); return out;
}
Tensor& minimum_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::minimum_out>(self, other, out); return out;
}
Tensor fmax(const Tensor& self, const Tensor& other) {
  return call<operators::fmax>(self, other);
}
Tensor& fmax_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::fmax_out>(self, other, out); return out;
}
Tensor& fmax_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::fmax_out>(self, other, out); return out;
}
Tensor fmin(const Tensor& self, const Tensor& other) {
  return call<operators::fmin>(self, other);
}
Tensor& fmin_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::fmin_out>(self, other, out); return out;
}
Tensor& fmin_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::fmin_out>(self, other, out); return out;
}
Tensor atan2(const Tensor& self, const Tensor& other) {
  return call<operators::atan2>(self, other);
}
Tensor& atan2_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::atan2_out>(self, other, out); return out;
}
Tensor& atan2_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::atan2_out>(self, other, out); return out;
}
Tensor& sub_out(Tensor& out, const Tensor& self, const Tensor& other, const c10::Scalar& alpha) {
  call<operators::sub_out>(self, other, alpha, out); return out;
}
Tensor& sub_outf(const Tensor& self, const Tensor& other, const c10::Scalar& alpha, Tensor& out) {
  call<operators::sub_out>(self, other, alpha, out); return out;
}
Tensor rsub(const Tensor& self, const Tensor& other, const c10::Scalar& alpha) {
  return call<operators::rsub_Tensor>(self, other, alpha);
}
Tensor add(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  return call<operators::add_Scalar>(self, other, alpha);
}
Tensor sub(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  return call<operators::sub_Scalar>(self, other, alpha);
}
Tensor rsub(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  return call<operators::rsub_Scalar>(self, other, alpha);
}
Tensor mul(const Tensor& self, const c10::Scalar& other) {
  return call<operators::mul_Scalar>(self, other);
}
Tensor div(const Tensor& self, const c10::Scalar& other) {
  return call<operators::div_Scalar>(self, other);
}
Tensor pow(const Tensor& self, const c10::Scalar& exponent) {
  return call<operators::pow_Tensor_Scalar>(self, exponent);
}
Tensor& pow_out(Tensor& out, const Tensor& self, const c10::Scalar& exponent) {
  call<operators::pow_Tensor_Scalar_out>(self, exponent, out); return out;
}
Tensor& pow_outf(const Tensor& self, const c10::Scalar& exponent, Tensor& out) {
  call<operators::pow_Tensor_Scalar_out>(self, exponent, out); return out;
}
Tensor where(const Tensor& condition, const Tensor& self, const Tensor& other) {
  return call<operators::where_self>(condition, self, other);
}
Tensor eq(const Tensor& self, const Tensor& other) {
  return call<operators::eq_Tensor>(self, other);
}
Tensor& eq_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::eq_Tensor_out>(self, other, out); return out;
}
Tensor& eq_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::eq_Tensor_out>(self, other, out); return out;
}
Tensor eq(const Tensor& self, const c10::Scalar& other) {
  return call<operators::eq_Scalar>(self, other);
}
Tensor& eq_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::eq_Scalar_out>(self, other, out); return out;
}
Tensor& eq_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::eq_Scalar_out>(self, other, out); return out;
}
Tensor ne(const Tensor& self, const Tensor& other) {
  return call<operators::ne_Tensor>(self, other);
}
Tensor& ne_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::ne_Tensor_out>(self, other, out); return out;
}
Tensor& ne_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::ne_Tensor_out>(self, other, out); return out;
}
Tensor ne(const Tensor& self, const c10::Scalar& other) {
  return call<operators::ne_Scalar>(self, other);
}
Tensor& ne_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::ne_Scalar_out>(self, other, out); return out;
}
Tensor& ne_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::ne_Scalar_out>(self, other, out); return out;
}
Tensor lt(const Tensor& self, const Tensor& other) {
  return call<operators::lt_Tensor>(self, other);
}
Tensor& lt_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::lt_Tensor_out>(self, other, out); return out;
}
Tensor& lt_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::lt_Tensor_out>(self, other, out); return out;
}
Tensor lt(const Tensor& self, const c10::Scalar& other) {
  return call<operators::lt_Scalar>(self, other);
}
Tensor& lt_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::lt_Scalar_out>(self, other, out); return out;
}
Tensor& lt_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::lt_Scalar_out>(self, other, out); return out;
}
Tensor le(const Tensor& self, const Tensor& other) {
  return call<operators::le_Tensor>(self, other);
}
Tensor& le_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::le_Tensor_out>(self, other, out); return out;
}
Tensor& le_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::le_Tensor_out>(self, other, out); return out;
}
Tensor le(const Tensor& self, const c10::Scalar& other) {
  return call<operators::le_Scalar>(self, other);
}
Tensor& le_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::le_Scalar_out>(self, other, out); return out;
}
Tensor& le_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::le_Scalar_out>(self, other, out); return out;
}
Tensor gt(const Tensor& self, const Tensor& other) {
  return call<operators::gt_Tensor>(self, other);
}
Tensor& gt_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::gt_Tensor_out>(self, other, out); return out;
}
Tensor& gt_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::gt_Tensor_out>(self, other, out); return out;
}
Tensor gt(const Tensor& self, const c10::Scalar& other) {
  return call<operators::gt_Scalar>(self, other);
}
Tensor& gt_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::gt_Scalar_out>(self, other, out); return out;
}
Tensor& gt_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::gt_Scalar_out>(self, other, out); return out;
}
Tensor ge(const Tensor& self, const Tensor& other) {
  return call<operators::ge_Tensor>(self, other);
}
Tensor& ge_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::ge_Tensor_out>(self, other, out); return out;
}
Tensor& ge_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::ge_Tensor_out>(self, other, out); return out;
}
Tensor ge(const Tensor& self, const c10::Scalar& other) {
  return call<operators::ge_Scalar>(self, other);
}
Tensor& ge_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::ge_Scalar_out>(self, other, out); return out;
}
Tensor& ge_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::ge_Scalar_out>(self, other, out); return out;
}
Tensor logical_and(const Tensor& self, const Tensor& other) {
  return call<operators::logical_and>(self, other);
}
Tensor& logical_and_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::logical_and_out>(self, other, out); return out;
}
Tensor& logical_and_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::logical_and_out>(self, other, out); return out;
}
Tensor logical_or(const Tensor& self, const Tensor& other) {
  return call<operators::logical_or>(self, other);
}
Tensor& logical_or_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::logical_or_out>(self, other, out); return out;
}
Tensor& logical_or_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::logical_or_out>(self, other, out); return out;
}
Tensor logical_xor(const Tensor& self, const Tensor& other) {
  return call<operators::logical_xor>(self, other);
}
Tensor& logical_xor_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::logical_xor_out>(self, other, out); return out;
}
Tensor& logical_xor_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::logical_xor_out>(self, other, out); return out;
}
Tensor bitwise_and(const Tensor& self, const Tensor& other) {
  return call<operators::bitwise_and_Tensor>(self, other);
}
Tensor bitwise_or(const Tensor& self, const Tensor& other) {
  return call<operators::bitwise_or_Tensor>(self, other);
}
Tensor bitwise_xor(const Tensor& self, const Tensor& other) {
  return call<operators::bitwise_xor_Tensor>(self, other);
}
Tensor bitwise_and(const Tensor& self, const c10::Scalar& other) {
  return call<operators::bitwise_and_Scalar>(self, other);
}
Tensor bitwise_or(const Tensor& self, const c10::Scalar& other) {
  return call<operators::bitwise_or_Scalar>(self, other);
}
Tensor bitwise_xor(const Tensor& self, const c10::Scalar& other) {
  return call<operators::bitwise_xor_Scalar>(self, other);
}
Tensor bitwise_left_shift(const Tensor& self, const Tensor& other) {
  return call<operators::bitwise_left_shift_Tensor>(self, other);
}
Tensor& bitwise_left_shift_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::bitwise_left_shift_Tensor_out>(self, other, out); return out;
}
Tensor& bitwise_left_shift_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::bitwise_left_shift_Tensor_out>(self, other, out); return out;
}
Tensor bitwise_left_shift(const Tensor& self, const c10::Scalar& other) {
  return call<operators::bitwise_left_shift_Tensor_Scalar>(self, other);
}
Tensor bitwise_right_shift(const Tensor& self, const Tensor& other) {
  return call<operators::bitwise_right_shift_Tensor>(self, other);
}
Tensor& bitwise_right_shift_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::bitwise_right_shift_Tensor_out>(self, other, out); return out;
}
Tensor& bitwise_right_shift_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::bitwise_right_shift_Tensor_out>(self, other, out); return out;
}
Tensor bitwise_right_shift(const Tensor& self, const c10::Scalar& other) {
  return call<operators::bitwise_right_shift_Tensor_Scalar>(self, other);
}
Tensor& abs_out(Tensor& out, const Tensor& self) {
  call<operators::abs_out>(self, out); return out;
}
Tensor& abs_outf(const Tensor& self, Tensor& out) {
  call<operators::abs_out>(self, out); return out;
}
Tensor& sigmoid_out(Tensor& out, const Tensor& self) {
  call<operators::sigmoid_out>(self, out); return out;
}
Tensor& sigmoid_outf(const Tensor& self, Tensor& out) {
  call<operators::sigmoid_out>(self, out); return out;
}
Tensor& tanh_out(Tensor& out, const Tensor& self) {
  call<operators::tanh_out>(self, out); return out;
}
Tensor& tanh_outf(const Tensor& self, Tensor& out) {
  call<operators::tanh_out>(self, out); return out;
}
Tensor log(const Tensor& self) {
  return call<operators::log>(self);
}
Tensor& log_(const Tensor& self) {
  call<operators::log_>(self); return const_cast<Tensor&>(self);
}
Tensor& log_out(Tensor& out, const Tensor& self) {
  call<operators::log_out>(self, out); return out;
}
Tensor& log_outf(const Tensor& self, Tensor& out) {
  call<operators::log_out>(self, out); return out;
}
Tensor log2(const Tensor& self) {
  return call<operators::log2>(self);
}
Tensor& log2_(const Tensor& self) {
  call<operators::log2_>(self); return const_cast<Tensor&>(self);
}
Tensor& log2_out(Tensor& out, const Tensor& self) {
  call<operators::log2_out>(self, out); return out;
}
Tensor& log2_outf(const Tensor& self, Tensor& out) {
  call<operators::log2_out>(self, out); return out;
}
Tensor log10(const Tensor& self) {
  return call<operators::log10>(self);
}
Tensor& log10_(const Tensor& self) {
  call<operators::log10_>(self); return const_cast<Tensor&>(self);
}
Tensor& log10_out(Tensor& out, const Tensor& self) {
  call<operators::log10_out>(self, out); return out;
}
Tensor& log10_outf(const Tensor& self, Tensor& out) {
  call<operators::log10_out>(self, out); return out;
}
Tensor log1p(const Tensor& self) {
  return call<operators::log1p>(self);
}
Tensor& log1p_(const Tensor& self) {
  call<operators::log1p_>(self); return const_cast<Tensor&>(self);
}
Tensor& log1p_out(Tensor& out, const Tensor& self) {
  call<operators::log1p_out>(self, out); return out;
}
Tensor& log1p_outf(const Tensor& self, Tensor& out) {
  call<operators::log1p_out>(self, out); return out;
}
Tensor exp2(const Tensor& self) {
  return call<operators::exp2>(self);
}
Tensor& exp2_(const Tensor& self) {
  call<operators::exp2_>(self); return const_cast<Tensor&>(self);
}
Tensor& exp2_out(Tensor& out, const Tensor& self) {
  call<operators::exp2_out>(self, out); return out;
}
Tensor& exp2_outf(const Tensor& self, Tensor& out) {
  call<operators::exp2_out>(self, out); return out;
}
Tensor expm1(const Tensor& self) {
  return call<operators::expm1>(self);
}
Tensor& expm1_(const Tensor& self) {
  call<operators::expm1_>(self); return const_cast<Tensor&>(self);
}
Tensor& expm1_out(Tensor& out, const Tensor& self) {
  call<operators::expm1_out>(self, out); return out;
}
Tensor& expm1_outf(const Tensor& self, Tensor& out) {
  call<operators::expm1_out>(self, out); return out;
}
Tensor sqrt(const Tensor& self) {
  return call<operators::sqrt>(self);
}
Tensor& sqrt_(const Tensor& self) {
  call<operators::sqrt_>(self); return const_cast<Tensor&>(self);
}
Tensor& sqrt_out(Tensor& out, const Tensor& self) {
  call<operators::sqrt_out>(self, out); return out;
}
Tensor& sqrt_outf(const Tensor& self, Tensor& out) {
  call<operators::sqrt_out>(self, out); return out;
}
Tensor rsqrt(const Tensor& self) {
  return call<operators::rsqrt>(self);
}
Tensor& rsqrt_(const Tensor& self) {
  call<operators::rsqrt_>(self); return const_cast<Tensor&>(self);
}
Tensor& rsqrt_out(Tensor& out, const Tensor& self) {
  call<operators::rsqrt_out>(self, out); return out;
}
Tensor& rsqrt_outf(const Tensor& self, Tensor& out) {
  call<operators::rsqrt_out>(self, out); return out;
}
Tensor sin(const Tensor& self) {
  return call<operators::sin>(self);
}
Tensor& sin_(const Tensor& self) {
  call<operators::sin_>(self); return const_cast<Tensor&>(self);
}
Tensor& sin_out(Tensor& out, const Tensor& self) {
  call<operators::sin_out>(self, out); return out;
}
Tensor& sin_outf(const Tensor& self, Tensor& out) {
  call<operators::sin_out>(self, out); return out;
}
Tensor cos(const Tensor& self) {
  return call<operators::cos>(self);
}
Tensor& cos_(const Tensor& self) {
  call<operators::cos_>(self); return const_cast<Tensor&>(self);
}
Tensor& cos_out(Tensor& out, const Tensor& self) {
  call<operators::cos_out>(self, out); return out;
}
Tensor& cos_outf(const Tensor& self, Tensor& out) {
  call<operators::cos_out>(self, out); return out;
}
Tensor tan(const Tensor& self) {
  return call<operators::tan>(self);
}
Tensor& tan_(const Tensor& self) {
  call<operators::tan_>(self); return const_cast<Tensor&>(self);
}
Tensor& tan_out(Tensor& out, const Tensor& self) {
  call<operators::tan_out>(self, out); return out;
}
Tensor& tan_outf(const Tensor& self, Tensor& out) {
  call<operators::tan_out>(self, out); return out;
}
Tensor asin(const Tensor& self) {
  return call<operators::asin>(self);
}
Tensor& asin_(const Tensor& self) {
  call<operators::asin_>(self); return const_cast<Tensor&>(self);
}
Tensor& asin_out(Tensor& out, const Tensor& self) {
  call<operators::asin_out>(self, out); return out;
}
Tensor& asin_outf(const Tensor& self, Tensor& out) {
  call<operators::asin_out>(self, out); return out;
}
Tensor acos(const Tensor& self) {
  return call<operators::acos>(self);
}
Tensor& acos_(const Tensor& self) {
  call<operators::acos_>(self); return const_cast<Tensor&>(self);
}
Tensor& acos_out(Tensor& out, const Tensor& self) {
  call<operators::acos_out>(self, out); return out;
}
Tensor& acos_outf(const Tensor& self, Tensor& out) {
  call<operators::acos_out>(self, out); return out;
}
Tensor atan(const Tensor& self) {
  return call<operators::atan>(self);
}
Tensor& atan_(const Tensor& self) {
  call<operators::atan_>(self); return const_cast<Tensor&>(self);
}
Tensor& atan_out(Tensor& out, const Tensor& self) {
  call<operators::atan_out>(self, out); return out;
}
Tensor& atan_outf(const Tensor& self, Tensor& out) {
  call<operators::atan_out>(self, out); return out;
}
Tensor sinh(const Tensor& self) {
  return call<operators::sinh>(self);
}
Tensor& sinh_(const Tensor& self) {
  call<operators::sinh_>(self); return const_cast<Tensor&>(self);
}
Tensor& sinh_out(Tensor& out, const Tensor& self) {
  call<operators::sinh_out>(self, out); return out;
}
Tensor& sinh_outf(const Tensor& self, Tensor& out) {
  call<operators::sinh_out>(self, out); return out;
}
Tensor cosh(const Tensor& self) {
  return call<operators::cosh>(self);
}
Tensor& cosh_(const Tensor& self) {
  call<operators::cosh_>(self); return const_cast<Tensor&>(self);
}
Tensor& cosh_out(Tensor& out, const Tensor& self) {
  call<operators::cosh_out>(self, out); return out;
}
Tensor& cosh_outf(const Tensor& self, Tensor& out) {
  call<operators::cosh_out>(self, out); return out;
}
Tensor asinh(const Tensor& self) {
  return call<operators::asinh>(self);
}
Tensor& asinh_out(Tensor& out, const Tensor& self) {
  call<operators::asinh_out>(self, out); return out;
}
Tensor& asinh_outf(const Tensor& self, Tensor& out) {
  call<operators::asinh_out>(self, out); return out;
}
Tensor acosh(const Tensor& self) {
  return call<operators::acosh>(self);
}
Tensor& acosh_out(Tensor& out, const Tensor& self) {
  call<operators::acosh_out>(self, out); return out;
}
Tensor& acosh_outf(const Tensor& self, Tensor& out) {
  call<operators::acosh_out>(self, out); return out;
}
Tensor atanh(const Tensor& self) {
  return call<operators::atanh>(self);
}
Tensor& atanh_out(Tensor& out, const Tensor& self) {
  call<operators::atanh_out>(self, out); return out;
}
Tensor& atanh_outf(const Tensor& self, Tensor& out) {
  call<operators::atanh_out>(self, out); return out;
}
Tensor erf(const Tensor& self) {
  return call<operators::erf>(self);
}
Tensor& erf_(const Tensor& self) {
  call<operators::erf_>(self); return const_cast<Tensor&>(self);
}
Tensor& erf_out(Tensor& out, const Tensor& self) {
  call<operators::erf_out>(self, out); return out;
}
Tensor& erf_outf(const Tensor& self, Tensor& out) {
  call<operators::erf_out>(self, out); return out;
}
Tensor erfc(const Tensor& self) {
  return call<operators::erfc>(self);
}
Tensor& erfc_(const Tensor& self) {
  call<operators::erfc_>(self); return const_cast<Tensor&>(self);
}
Tensor& erfc_out(Tensor& out, const Tensor& self) {
  call<operators::erfc_out>(self, out); return out;
}
Tensor& erfc_outf(const Tensor& self, Tensor& out) {
  call<operators::erfc_out>(self, out); return out;
}
Tensor reciprocal(const Tensor& self) {
  return call<operators::reciprocal>(self);
}
Tensor& reciprocal_(const Tensor& self) {
  call<operators::reciprocal_>(self); return const_cast<Tensor&>(self);
}
Tensor& reciprocal_out(Tensor& out, const Tensor& self) {
  call<operators::reciprocal_out>(self, out); return out;
}
Tensor& reciprocal_outf(const Tensor& self, Tensor& out) {
  call<operators::reciprocal_out>(self, out); return out;
}
Tensor sign(const Tensor& self) {
  return call<operators::sign>(self);
}
Tensor& sign_out(Tensor& out, const Tensor& self) {
  call<operators::sign_out>(self, out); return out;
}
Tensor& sign_outf(const Tensor& self, Tensor& out) {
  call<operators::sign_out>(self, out); return out;
}
Tensor floor(const Tensor& self) {
  return call<operators::floor>(self);
}
Tensor& floor_(const Tensor& self) {
  call<operators::floor_>(self); return const_cast<Tensor&>(self);
}
Tensor& floor_out(Tensor& out, const Tensor& self) {
  call<operators::floor_out>(self, out); return out;
}
Tensor& floor_outf(const Tensor& self, Tensor& out) {
  call<operators::floor_out>(self, out); return out;
}
Tensor ceil(const Tensor& self) {
  return call<operators::ceil>(self);
}
Tensor& ceil_(const Tensor& self) {
  call<operators::ceil_>(self); return const_cast<Tensor&>(self);
}
Tensor& ceil_out(Tensor& out, const Tensor& self) {
  call<operators::ceil_out>(self, out); return out;
}
Tensor& ceil_outf(const Tensor& self, Tensor& out) {
  call<operators::ceil_out>(self, out); return out;
}
Tensor trunc(const Tensor& self) {
  return call<operators::trunc>(self);
}
Tensor& trunc_(const Tensor& self) {
  call<operators::trunc_>(self); return const_cast<Tensor&>(self);
}
Tensor& trunc_out(Tensor& out, const Tensor& self) {
  call<operators::trunc_out>(self, out); return out;
}
Tensor& trunc_outf(const Tensor& self, Tensor& out) {
  call<operators::trunc_out>(self, out); return out;
}
Tensor round(const Tensor& self) {
  return call<operators::round>(self);
}
Tensor& round_(const Tensor& self) {
  call<operators::round_>(self); return const_cast<Tensor&>(self);
}
Tensor& round_out(Tensor& out, const Tensor& self) {
  call<operators::round_out>(self, out); return out;
}
Tensor& round_outf(const Tensor& self, Tensor& out) {
  call<operators::round_out>(self, out); return out;
}
Tensor frac(const Tensor& self) {
  return call<operators::frac>(self);
}
Tensor& frac_(const Tensor& self) {
  call<operators::frac_>(self); return const_cast<Tensor&>(self);
}
Tensor& frac_out(Tensor& out, const Tensor& self) {
  call<operators::frac_out>(self, out); return out;
}
Tensor& frac_outf(const Tensor& self, Tensor& out) {
  call<operators::frac_out>(self, out); return out;
}
Tensor silu(const Tensor& self) {
  return call<operators::silu>(self);
}
Tensor& silu_(const Tensor& self) {
  call<operators::silu_>(self); return const_cast<Tensor&>(self);
}
Tensor& silu_out(Tensor& out, const Tensor& self) {
  call<operators::silu_out>(self, out); return out;
}
Tensor& silu_outf(const Tensor& self, Tensor& out) {
  call<operators::silu_out>(self, out); return out;
}
Tensor isnan(const Tensor& self) {
  return call<operators::isnan>(self);
}
Tensor isinf(const Tensor& self) {
  return call<operators::isinf>(self);
}
Tensor logical_not(const Tensor& self) {
  return call<operators::logical_not>(self);
}
Tensor& logical_not_out(Tensor& out, const Tensor& self) {
  call<operators::logical_not_out>(self, out); return out;
}
Tensor& logical_not_outf(const Tensor& self, Tensor& out) {
  call<operators::logical_not_out>(self, out); return out;
}
Tensor bitwise_not(const Tensor& self) {
  return call<operators::bitwise_not>(self);
}
Tensor& bitwise_not_(const Tensor& self) {
  call<operators::bitwise_not_>(self); return const_cast<Tensor&>(self);
}
Tensor gelu(const Tensor& self, std::string_view approximate) {
  return call<operators::gelu>(self, approximate);
}
Tensor& gelu_(const Tensor& self, std::string_view approximate) {
  call<operators::gelu_>(self, approximate); return const_cast<Tensor&>(self);
}
Tensor& gelu_out(Tensor& out, const Tensor& self, std::string_view approximate) {
  call<operators::gelu_out>(self, approximate, out); return out;
}
Tensor& gelu_outf(const Tensor& self, std::string_view approximate, Tensor& out) {
  call<operators::gelu_out>(self, approximate, out); return out;
}
Tensor elu(const Tensor& self, const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale) {
  return call<operators::elu>(self, alpha, scale, input_scale);
}
Tensor& elu_out(Tensor& out, const Tensor& self, const c10::Scalar& alpha, const c10::Scalar& scale,
                const c10::Scalar& input_scale) {
  call<operators::elu_out>(self, alpha, scale, input_scale, out); return out;
}
Tensor& elu_outf(const Tensor& self, const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale,
                 Tensor& out) {
  call<operators::elu_out>(self, alpha, scale, input_scale, out); return out;
}
Tensor leaky_relu(const Tensor& self, const c10::Scalar& negative_slope) {
  return call<operators::leaky_relu>(self, negative_slope);
}
Tensor& leaky_relu_out(Tensor& out, const Tensor& self, const c10::Scalar& negative_slope) {
  call<operators::leaky_relu_out>(self, negative_slope, out); return out;
}
Tensor& leaky_relu_outf(const Tensor& self, const c10::Scalar& negative_slope, Tensor& out) {
  call<operators::leaky_relu_out>(self, negative_slope, out); return out;
}
Tensor hardtanh(const Tensor& self, const c10::Scalar& min_val, const c10::Scalar& max_val) {
  return call<operators::hardtanh>(self, min_val, max_val);
}
Tensor& hardtanh_(const Tensor& self, const c10::Scalar& min_val, const c10::Scalar& max_val) {
  call<operators::hardtanh_>(self, min_val, max_val); return const_cast<Tensor&>(self);
}
Tensor& hardtanh_out(Tensor& out, const Tensor& self, const c10::Scalar& min_val, const c10::Scalar& max_val) {
  call<operators::hardtanh_out>(self, min_val, max_val, out); return out;
}
Tensor& hardtanh_outf(const Tensor& self, const c10::Scalar& min_val, const c10::Scalar& max_val, Tensor& out) {
  call<operators::hardtanh_out>(self, min_val, max_val, out); return out;
}
Tensor softplus(const Tensor& self, const c10::Scalar& beta, const c10::Scalar& threshold) {
  return call<operators::softplus>(self, beta, threshold);
}
Tensor& softplus_out(Tensor& out, const Tensor& self, const c10::Scalar& beta, const c10::Scalar& threshold) {
  call<operators::softplus_out>(self, beta, threshold, out); return out;
}
Tensor& softplus_outf(const Tensor& self, const c10::Scalar& beta, const c10::Scalar& threshold, Tensor& out) {
  call<operators::softplus_out>(self, beta, threshold, out); return out;
}
Tensor clamp(const Tensor& self, const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max) {
  return call<operators::clamp>(self, min, max);
}
Tensor& clamp_(const Tensor& self, const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max) {
  call<operators::clamp_>(self, min, max); return const_cast<Tensor&>(self);
}
Tensor& clamp_out(Tensor& out, const Tensor& self, const c10::optional<c10::Scalar>& min,
                  const c10::optional<c10::Scalar>& max) {
  call<operators::clamp_out>(self, min, max, out); return out;
}
Tensor& clamp_outf(const Tensor& self, const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max,
                   Tensor& out) {
  call<operators::clamp_out>(self, min, max, out); return out;
}
Tensor clamp_min(const Tensor& self, const c10::Scalar& min) {
  return call<operators::clamp_min>(self, min);
}
Tensor& clamp_min_(const Tensor& self, const c10::Scalar& min) {
  call<operators::clamp_min_>(self, min); return const_cast<Tensor&>(self);
}
Tensor clamp_max(const Tensor& self, const c10::Scalar& max) {
  return call<operators::clamp_max>(self, max);
}
Tensor& clamp_max_(const Tensor& self, const c10::Scalar& max) {
  call<operators::clamp_max_>(self, max); return const_cast<Tensor&>(self);
}
Tensor nan_to_num(const Tensor& self, c10::optional<double> nan, c10::optional<double> posinf,
                  c10::optional<double> neginf) {
  return call<operators::nan_to_num>(self, nan, posinf, neginf);
}
Tensor& nan_to_num_(const Tensor& self, c10::optional<double> nan, c10::optional<double> posinf,
                    c10::optional<double> neginf) {
  call<operators::nan_to_num_>(self, nan, posinf, neginf); return const_cast<Tensor&>(self);
}
Tensor& nan_to_num_out(Tensor& out, const Tensor& self, c10::optional<double> nan, c10::optional<double> posinf,
                       c10::optional<double> neginf) {
  call<operators::nan_to_num_out>(self, nan, posinf, neginf, out); return out;
}
Tensor& nan_to_num_outf(const Tensor& self, c10::optional<double> nan, c10::optional<double> posinf,
                        c10::optional<double> neginf, Tensor& out) {
  call<operators::nan_to_num_out>(self, nan, posinf, neginf, out); return out;
}
Tensor hardsigmoid(const Tensor& self) {
  return call<operators::hardsigmoid>(self);
}
Tensor& hardsigmoid_(const Tensor& self) {
  call<operators::hardsigmoid_>(self); return const_cast<Tensor&>(self);
}
Tensor& hardsigmoid_out(Tensor& out, const Tensor& self) {
  call<operators::hardsigmoid_out>(self, out); return out;
}
Tensor& hardsigmoid_outf(const Tensor& self, Tensor& out) {
  call<operators::hardsigmoid_out>(self, out); return out;
}
Tensor mish(const Tensor& self) {
  return call<operators::mish>(self);
}
Tensor& mish_(const Tensor& self) {
  call<operators::mish_>(self); return const_cast<Tensor&>(self);
}
Tensor& mish_out(Tensor& out, const Tensor& self) {
  call<operators::mish_out>(self, out); return out;
}
Tensor& mish_outf(const Tensor& self, Tensor& out) {
  call<operators::mish_out>(self, out); return out;
}
Tensor hardswish(const Tensor& self) {
  return call<operators::hardswish>(self);
}
Tensor& hardswish_(const Tensor& self) {
  call<operators::hardswish_>(self); return const_cast<Tensor&>(self);
}
Tensor pow(const Tensor& self, const Tensor& exponent) {
  return call<operators::pow_Tensor_Tensor>(self, exponent);
}
Tensor& pow_out(Tensor& out, const Tensor& self, const Tensor& exponent) {
  call<operators::pow_Tensor_Tensor_out>(self, exponent, out); return out;
}
Tensor& pow_outf(const Tensor& self, const Tensor& exponent, Tensor& out) {
  call<operators::pow_Tensor_Tensor_out>(self, exponent, out); return out;
}
Tensor pow(const c10::Scalar& self, const Tensor& exponent) {
  return call<operators::pow_Scalar>(self, exponent);
}
Tensor fmod(const Tensor& self, const Tensor& other) {
  return call<operators::fmod_Tensor>(self, other);
}
Tensor& fmod_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::fmod_Tensor_out>(self, other, out); return out;
}
Tensor& fmod_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::fmod_Tensor_out>(self, other, out); return out;
}
Tensor fmod(const Tensor& self, const c10::Scalar& other) {
  return call<operators::fmod_Scalar>(self, other);
}
Tensor remainder(const Tensor& self, const Tensor& other) {
  return call<operators::remainder_Tensor>(self, other);
}
Tensor& remainder_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::remainder_Tensor_out>(self, other, out); return out;
}
Tensor& remainder_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::remainder_Tensor_out>(self, other, out); return out;
}
Tensor remainder(const Tensor& self, const c10::Scalar& other) {
  return call<operators::remainder_Scalar>(self, other);
}
Tensor div(const Tensor& self, const Tensor& other, c10::optional<std::string_view> rounding_mode) {
  return call<operators::div_Tensor_mode>(self, other, rounding_mode);
}
Tensor div(const Tensor& self, const c10::Scalar& other, c10::optional<std::string_view> rounding_mode) {
  return call<operators::div_Scalar_mode>(self, other, rounding_mode);
}
Tensor hypot(const Tensor& self, const Tensor& other) {
  return call<operators::hypot>(self, other);
}
Tensor& hypot_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::hypot_out>(self, other, out); return out;
}
Tensor& hypot_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::hypot_out>(self, other, out); return out;
}
Tensor logaddexp(const Tensor& self, const Tensor& other) {
  return call<operators::logaddexp>(self, other);
}
Tensor& logaddexp_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::logaddexp_out>(self, other, out); return out;
}
Tensor& logaddexp_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::logaddexp_out>(self, other, out); return out;
}
Tensor lerp(const Tensor& self, const Tensor& end, const c10::Scalar& weight) {
  return call<operators::lerp_Scalar>(self, end, weight);
}
Tensor lerp(const Tensor& self, const Tensor& end, const Tensor& weight) {
  return call<operators::lerp_Tensor>(self, end, weight);
}
Tensor addcmul(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value) {
  return call<operators::addcmul>(self, tensor1, tensor2, value);
}
Tensor addcdiv(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value) {
  return call<operators::addcdiv>(self, tensor1, tensor2, value);
}
Tensor copysign(const Tensor& self, const Tensor& other) {
  return call<operators::copysign_Tensor>(self, other);
}
Tensor& copysign_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::copysign_out>(self, other, out); return out;
}
Tensor& copysign_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::copysign_out>(self, other, out); return out;
}
Tensor xlogy(const Tensor& self, const Tensor& other) {
  return call<operators::xlogy_Tensor>(self, other);
}
Tensor& xlogy_(const Tensor& self, const Tensor& other) {
  call<operators::xlogy__Tensor>(self, other); return const_cast<Tensor&>(self);
}
Tensor& xlogy_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::xlogy_OutTensor>(self, other, out); return out;
}
Tensor& xlogy_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::xlogy_OutTensor>(self, other, out); return out;
}
Tensor clamp_min(const Tensor& self, const Tensor& min) {
  return call<operators::clamp_min_Tensor>(self, min);
}
Tensor& clamp_min_(const Tensor& self, const Tensor& min) {
  call<operators::clamp_min__Tensor>(self, min); return const_cast<Tensor&>(self);
}
Tensor& clamp_min_out(Tensor& out, const Tensor& self, const Tensor& min) {
  call<operators::clamp_min_Tensor_out>(self, min, out); return out;
}
Tensor& clamp_min_outf(const Tensor& self, const Tensor& min, Tensor& out) {
  call<operators::clamp_min_Tensor_out>(self, min, out); return out;
}
Tensor clamp_max(const Tensor& self, const Tensor& max) {
  return call<operators::clamp_max_Tensor>(self, max);
}
Tensor& clamp_max_(const Tensor& self, const Tensor& max) {
  call<operators::clamp_max__Tensor>(self, max); return const_cast<Tensor&>(self);
}
Tensor& clamp_max_out(Tensor& out, const Tensor& self, const Tensor& max) {
  call<operators::clamp_max_Tensor_out>(self, max, out); return out;
}
Tensor& clamp_max_outf(const Tensor& self, const Tensor& max, Tensor& out) {
  call<operators::clamp_max_Tensor_out>(self, max, out); return out;
}
Tensor clamp(const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max) {
  return call<operators::clamp_Tensor>(self, min, max);
}
Tensor& clamp_(const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max) {
  call<operators::clamp__Tensor>(self, min, max); return const_cast<Tensor&>(self);
}
Tensor& clamp_out(Tensor& out, const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max) {
  call<operators::clamp_Tensor_out>(self, min, max, out); return out;
}
Tensor& clamp_outf(const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max,
                   Tensor& out) {
  call<operators::clamp_Tensor_out>(self, min, max, out); return out;
}
Tensor sum(const Tensor& self, c10::optional<c10::ScalarType> dtype) {
  return call<operators::sum>(self, dtype);
}
Tensor sum(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype) {
  return call<operators::sum_dim_IntList>(self, dim, keepdim, dtype);
}
Tensor& sum_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                c10::optional<c10::ScalarType> dtype) {
  call<operators::sum_IntList_out>(self, dim, keepdim, dtype, out); return out;
}
Tensor& sum_outf(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype,
                 Tensor& out) {
  call<operators::sum_IntList_out>(self, dim, keepdim, dtype, out); return out;
}
Tensor mean(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype) {
  return call<operators::mean_dim>(self, dim, keepdim, dtype);
}
Tensor amax(const Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  return call<operators::amax>(self, dim, keepdim);
}
Tensor _softmax(const Tensor& self, std::int64_t dim, bool half_to_float) {
  return call<operators::_softmax>(self, dim, half_to_float);
}
Tensor softmax(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype) {
  return call<operators::softmax_int>(self, dim, dtype);
}
Tensor mean(const Tensor& self, c10::optional<c10::ScalarType> dtype) {
  return call<operators::mean>(self, dtype);
}
Tensor& amax_out(Tensor& out, const Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  call<operators::amax_out>(self, dim, keepdim, out); return out;
}
Tensor& amax_outf(const Tensor& self, c10::IntArrayRef dim, bool keepdim, Tensor& out) {
  call<operators::amax_out>(self, dim, keepdim, out); return out;
}
Tensor amin(const Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  return call<operators::amin>(self, dim, keepdim);
}
Tensor& amin_out(Tensor& out, const Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  call<operators::amin_out>(self, dim, keepdim, out); return out;
}
Tensor& amin_outf(const Tensor& self, c10::IntArrayRef dim, bool keepdim, Tensor& out) {
  call<operators::amin_out>(self, dim, keepdim, out); return out;
}
Tensor prod(const Tensor& self, c10::optional<c10::ScalarType> dtype) {
  return call<operators::prod>(self, dtype);
}
Tensor prod(const Tensor& self, std::int64_t dim, bool keepdim, c10::optional<c10::ScalarType> dtype) {
  return call<operators::prod_dim_int>(self, dim, keepdim, dtype);
}
Tensor nansum(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype) {
  return call<operators::nansum>(self, dim, keepdim, dtype);
}
Tensor any(const Tensor& self) {
  return call<operators::any>(self);
}
Tensor any(const Tensor& self, std::int64_t dim, bool keepdim) {
  return call<operators::any_dim>(self, dim, keepdim);
}
Tensor all(const Tensor& self) {
  return call<operators::all>(self);
}
Tensor all(const Tensor& self, std::int64_t dim, bool keepdim) {
  return call<operators::all_dim>(self, dim, keepdim);
}
Tensor argmax(const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim) {
  return call<operators::argmax>(self, dim, keepdim);
}
Tensor argmin(const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim) {
  return call<operators::argmin>(self, dim, keepdim);
}
Tensor count_nonzero(const Tensor& self, c10::optional<std::int64_t> dim) {
  return call<operators::count_nonzero>(self, dim);
}
Tensor cumsum(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype) {
  return call<operators::cumsum>(self, dim, dtype);
}
Tensor& cumsum_out(Tensor& out, const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype) {
  call<operators::cumsum_out>(self, dim, dtype, out); return out;
}
Tensor& cumsum_outf(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype, Tensor& out) {
  call<operators::cumsum_out>(self, dim, dtype, out); return out;
}
Tensor logsumexp(const Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  return call<operators::logsumexp>(self, dim, keepdim);
}
Tensor var(const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction, bool keepdim) {
  return call<operators::var_correction>(self, dim, correction, keepdim);
}
Tensor std(const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction, bool keepdim) {
  return call<operators::std_correction>(self, dim, correction, keepdim);
}
Tensor& mean_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                 c10::optional<c10::ScalarType> dtype) {
  call<operators::mean_out>(self, dim, keepdim, dtype, out); return out;
}
Tensor& mean_outf(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype,
                  Tensor& out) {
  call<operators::mean_out>(self, dim, keepdim, dtype, out); return out;
}
Tensor& prod_out(Tensor& out, const Tensor& self, std::int64_t dim, bool keepdim,
                 c10::optional<c10::ScalarType> dtype) {
  call<operators::prod_int_out>(self, dim, keepdim, dtype, out); return out;
}
Tensor& prod_outf(const Tensor& self, std::int64_t dim, bool keepdim, c10::optional<c10::ScalarType> dtype,
                  Tensor& out) {
  call<operators::prod_int_out>(self, dim, keepdim, dtype, out); return out;
}
Tensor cumprod(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype) {
  return call<operators::cumprod>(self, dim, dtype);
}
Tensor& cumprod_out(Tensor& out, const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype) {
  call<operators::cumprod_out>(self, dim, dtype, out); return out;
}
Tensor& cumprod_outf(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype, Tensor& out) {
  call<operators::cumprod_out>(self, dim, dtype, out); return out;
}
Tensor _log_softmax(const Tensor& self, std::int64_t dim, bool half_to_float) {
  return call<operators::_log_softmax>(self, dim, half_to_float);
}
Tensor log_softmax(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype) {
  return call<operators::log_softmax_int>(self, dim, dtype);
}
Tensor var(const Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return call<operators::var_dim>(self, dim, unbiased, keepdim);
}
Tensor _adaptive_avg_pool2d(const Tensor& self, c10::IntArrayRef output_size) {
  return call<operators::_adaptive_avg_pool2d>(self, output_size);
}
Tensor avg_pool1d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,
                  bool ceil_mode, bool count_include_pad) {
  return call<operators::avg_pool1d>(self, kernel_size, stride, padding, ceil_mode, count_include_pad);
}
Tensor avg_pool2d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,
                  bool ceil_mode, bool count_include_pad, c10::optional<std::int64_t> divisor_override) {
  return call<operators::avg_pool2d>(self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override);
}
Tensor avg_pool3d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,
                  bool ceil_mode, bool count_include_pad, c10::optional<std::int64_t> divisor_override) {
  return call<operators::avg_pool3d>(self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override);
}
Tensor adaptive_avg_pool1d(const Tensor& self, c10::IntArrayRef output_size) {
  return call<operators::adaptive_avg_pool1d>(self, output_size);
}
Tensor _adaptive_avg_pool3d(const Tensor& self, c10::IntArrayRef output_size) {
  return call<operators::_adaptive_avg_pool3d>(self, output_size);
}
Tensor mm(const Tensor& self, const Tensor& mat2) {
  return call<operators::mm>(self, mat2);
}
Tensor& mm_out(Tensor& out, const Tensor& self, const Tensor& mat2) {
  call<operators::mm_out>(self, mat2, out); return out;
}
Tensor& mm_outf(const Tensor& self, const Tensor& mat2, Tensor& out) {
  call<operators::mm_out>(self, mat2, out); return out;
}
Tensor addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta,
             const c10::Scalar& alpha) {
  return call<operators::addmm>(self, mat1, mat2, beta, alpha);
}
Tensor matmul(const Tensor& self, const Tensor& other) {
  return call<operators::matmul>(self, other);
}
Tensor mv(const Tensor& self, const Tensor& vec) {
  return call<operators::mv>(self, vec);
}
Tensor dot(const Tensor& self, const Tensor& tensor) {
  return call<operators::dot>(self, tensor);
}
Tensor bmm(const Tensor& self, const Tensor& mat2) {
  return call<operators::bmm>(self, mat2);
}
Tensor& mv_out(Tensor& out, const Tensor& self, const Tensor& vec) {
  call<operators::mv_out>(self, vec, out); return out;
}
Tensor& mv_outf(const Tensor& self, const Tensor& vec, Tensor& out) {
  call<operators::mv_out>(self, vec, out); return out;
}
Tensor& dot_out(Tensor& out, const Tensor& self, const Tensor& tensor) {
  call<operators::dot_out>(self, tensor, out); return out;
}
Tensor& dot_outf(const Tensor& self, const Tensor& tensor, Tensor& out) {
  call<operators::dot_out>(self, tensor, out); return out;
}
Tensor& bmm_out(Tensor& out, const Tensor& self, const Tensor& mat2) {
  call<operators::bmm_out>(self, mat2, out); return out;
}
Tensor& bmm_outf(const Tensor& self, const Tensor& mat2, Tensor& out) {
  call<operators::bmm_out>(self, mat2, out); return out;
}
Tensor addmv(const Tensor& self, const Tensor& mat, const Tensor& vec, const c10::Scalar& beta,
             const c10::Scalar& alpha) {
  return call<operators::addmv>(self, mat, vec, beta, alpha);
}
Tensor& addmv_(const Tensor& self, const Tensor& mat, const Tensor& vec, const c10::Scalar& beta,
               const c10::Scalar& alpha) {
  call<operators::addmv_>(self, mat, vec, beta, alpha); return const_cast<Tensor&>(self);
}
Tensor addbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta,
              const c10::Scalar& alpha) {
  return call<operators::addbmm>(self, batch1, batch2, beta, alpha);
}
Tensor baddbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta,
               const c10::Scalar& alpha) {
  return call<operators::baddbmm>(self, batch1, batch2, beta, alpha);
}
Tensor& baddbmm_out(Tensor& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2,
                    const c10::Scalar& beta, const c10::Scalar& alpha) {
  call<operators::baddbmm_out>(self, batch1, batch2, beta, alpha, out); return out;
}
Tensor& baddbmm_outf(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta,
                     const c10::Scalar& alpha, Tensor& out) {
  call<operators::baddbmm_out>(self, batch1, batch2, beta, alpha, out); return out;
}
Tensor convolution(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias,
                   c10::IntArrayRef stride, c10::IntArrayRef padding, c10::IntArrayRef dilation, bool transposed,
                   c10::IntArrayRef output_padding, std::int64_t groups) {
  return call<operators::convolution>(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups);
}
Tensor flip(const Tensor& self, c10::IntArrayRef dims) {
  return call<operators::flip>(self, dims);
}
Tensor tril(const Tensor& self, std::int64_t diagonal) {
  return call<operators::tril>(self, diagonal);
}
Tensor triu(const Tensor& self, std::int64_t diagonal) {
  return call<operators::triu>(self, diagonal);
}
Tensor constant_pad_nd(const Tensor& self, c10::IntArrayRef pad, const c10::Scalar& value) {
  return call<operators::constant_pad_nd>(self, pad, value);
}
Tensor slice_scatter(const Tensor& self, const Tensor& src, std::int64_t dim, c10::optional<std::int64_t> start,
                     c10::optional<std::int64_t> end, std::int64_t step) {
  return call<operators::slice_scatter>(self, src, dim, start, end, step);
}
Tensor select_scatter(const Tensor& self, const Tensor& src, std::int64_t dim, std::int64_t index) {
  return call<operators::select_scatter>(self, src, dim, index);
}
Tensor reflection_pad1d(const Tensor& self, c10::IntArrayRef padding) {
  return call<operators::reflection_pad1d>(self, padding);
}
Tensor reflection_pad2d(const Tensor& self, c10::IntArrayRef padding) {
  return call<operators::reflection_pad2d>(self, padding);
}
Tensor replication_pad2d(const Tensor& self, c10::IntArrayRef padding) {
  return call<operators::replication_pad2d>(self, padding);
}
Tensor reflection_pad3d(const Tensor& self, c10::IntArrayRef padding) {
  return call<operators::reflection_pad3d>(self, padding);
}
Tensor replication_pad3d(const Tensor& self, c10::IntArrayRef padding) {
  return call<operators::replication_pad3d>(self, padding);
}
Tensor narrow_copy(const Tensor& self, std::int64_t dim, std::int64_t start, std::int64_t length) {
  return call<operators::narrow_copy>(self, dim, start, length);
}
Tensor cat(TensorList tensors, std::int64_t dim) {
  return call<operators::cat>(tensors, dim);
}
Tensor& cat_out(Tensor& out, TensorList tensors, std::int64_t dim) {
  call<operators::cat_out>(tensors, dim, out); return out;
}
Tensor& cat_outf(TensorList tensors, std::int64_t dim, Tensor& out) {
  call<operators::cat_out>(tensors, dim, out); return out;
}
Tensor stack(TensorList tensors, std::int64_t dim) {
  return call<operators::stack>(tensors, dim);
}
Tensor index_select(const Tensor& self, std::int64_t dim, const Tensor& index) {
  return call<operators::index_select>(self, dim, index);
}
Tensor& index_select_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index) {
  call<operators::index_select_out>(self, dim, index, out); return out;
}
Tensor& index_select_outf(const Tensor& self, std::int64_t dim, const Tensor& index, Tensor& out) {
  call<operators::index_select_out>(self, dim, index, out); return out;
}
Tensor gather(const Tensor& self, std::int64_t dim, const Tensor& index, bool sparse_grad) {
  return call<operators::gather>(self, dim, index, sparse_grad);
}
Tensor masked_fill(const Tensor& self, const Tensor& mask, const c10::Scalar& value) {
  return call<operators::masked_fill_Scalar>(self, mask, value);
}
Tensor masked_fill(const Tensor& self, const Tensor& mask, const Tensor& value) {
  return call<operators::masked_fill_Tensor>(self, mask, value);
}
Tensor index_add(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source,
                 const c10::Scalar& alpha) {
  return call<operators::index_add>(self, dim, index, source, alpha);
}
Tensor index_copy(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source) {
  return call<operators::index_copy>(self, dim, index, source);
}
Tensor index_fill(const Tensor& self, std::int64_t dim, const Tensor& index, const c10::Scalar& value) {
  return call<operators::index_fill_int_Scalar>(self, dim, index, value);
}
Tensor scatter(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src) {
  return call<operators::scatter_src>(self, dim, index, src);
}
Tensor scatter(const Tensor& self, std::int64_t dim, const Tensor& index, const c10::Scalar& value) {
  return call<operators::scatter_value>(self, dim, index, value);
}
Tensor scatter_add(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src) {
  return call<operators::scatter_add>(self, dim, index, src);
}
Tensor masked_scatter(const Tensor& self, const Tensor& mask, const Tensor& source) {
  return call<operators::masked_scatter>(self, mask, source);
}
Tensor embedding(const Tensor& weight, const Tensor& indices, std::int64_t padding_idx, bool scale_grad_by_freq,
                 bool sparse) {
  return call<operators::embedding>(weight, indices, padding_idx, scale_grad_by_freq, sparse);
}
Tensor col2im(const Tensor& self, c10::IntArrayRef output_size, c10::IntArrayRef kernel_size, c10::IntArrayRef dilation,
              c10::IntArrayRef padding, c10::IntArrayRef stride) {
  return call<operators::col2im>(self, output_size, kernel_size, dilation, padding, stride);
}
Tensor upsample_nearest2d(const Tensor& input, c10::OptionalIntArrayRef output_size,
                          c10::optional<c10::ArrayRef<double>> scale_factors) {
  return call<operators::upsample_nearest2d_vec>(input, output_size, scale_factors);
}
Tensor upsample_bilinear2d(const Tensor& input, c10::OptionalIntArrayRef output_size, bool align_corners,
                           c10::optional<c10::ArrayRef<double>> scale_factors) {
  return call<operators::upsample_bilinear2d_vec>(input, output_size, align_corners, scale_factors);
}
Tensor index(const Tensor& self, const c10::List<c10::optional<Tensor>>& indices) {
  return call<operators::index_Tensor>(self, indices);
}
Tensor index_put(const Tensor& self, const c10::List<c10::optional<Tensor>>& indices, const Tensor& values,
                 bool accumulate) {
  return call<operators::index_put>(self, indices, values, accumulate);
}
Tensor& index_put_(const Tensor& self, const c10::List<c10::optional<Tensor>>& indices, const Tensor& values,
                   bool accumulate) {
  call<operators::index_put_>(self, indices, values, accumulate); return const_cast<Tensor&>(self);
}
Tensor nonzero(const Tensor& self) {
  return call<operators::nonzero>(self);
}
Tensor grid_sampler_2d(const Tensor& input, const Tensor& grid, std::int64_t interpolation_mode,
                       std::int64_t padding_mode, bool align_corners) {
  return call<operators::grid_sampler_2d>(input, grid, interpolation_mode, padding_mode, align_corners);
}
Tensor scatter_reduce(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src,
                      std::string_view reduce, bool include_self) {
  return call<operators::scatter_reduce_two>(self, dim, index, src, reduce, include_self);
}
Tensor& scatter_reduce_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src,
                           std::string_view reduce, bool include_self) {
  call<operators::scatter_reduce_two_out>(self, dim, index, src, reduce, include_self, out); return out;
}
Tensor& scatter_reduce_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src,
                            std::string_view reduce, bool include_self, Tensor& out) {
  call<operators::scatter_reduce_two_out>(self, dim, index, src, reduce, include_self, out); return out;
}
Tensor clone(const Tensor& self, c10::optional<c10::MemoryFormat> memory_format) {
  return call<operators::clone>(self, memory_format);
}
Tensor& zero_(const Tensor& self) {
  call<operators::zero_>(self); return const_cast<Tensor&>(self);
}
Tensor& fill_(const Tensor& self, const c10::Scalar& value) {
  call<operators::fill__Scalar>(self, value); return const_cast<Tensor&>(self);
}
Tensor& fill_(const Tensor& self, const Tensor& value) {
  call<operators::fill__Tensor>(self, value); return const_cast<Tensor&>(self);
}
Tensor fill(const Tensor& self, const c10::Scalar& value) {
  return call<operators::fill_Scalar>(self, value);
}
Tensor copy(const Tensor& self, const Tensor& src, bool non_blocking) {
  return call<operators::copy>(self, src, non_blocking);
}
Tensor alias(const Tensor& self) {
  return call<operators::alias>(self);
}
Tensor reshape(const Tensor& self, c10::IntArrayRef shape) {
  return call<operators::reshape>(self, shape);
}
Tensor transpose(const Tensor& self, std::int64_t dim0, std::int64_t dim1) {
  return call<operators::transpose_int>(self, dim0, dim1);
}
Tensor permute(const Tensor& self, c10::IntArrayRef dims) {
  return call<operators::permute>(self, dims);
}
Tensor t(const Tensor& self) {
  return call<operators::t>(self);
}
Tensor select(const Tensor& self, std::int64_t dim, std::int64_t index) {
  return call<operators::select_int>(self, dim, index);
}
Tensor slice(const Tensor& self, std::int64_t dim, c10::optional<std::int64_t> start, c10::optional<std::int64_t> end,
             std::int64_t step) {
  return call<operators::slice_Tensor>(self, dim, start, end, step);
}
Tensor narrow(const Tensor& self, std::int64_t dim, std::int64_t start, std::int64_t length) {
  return call<operators::narrow>(self, dim, start, length);
}
Tensor squeeze(const Tensor& self) {
  return call<operators::squeeze>(self);
}
Tensor squeeze(const Tensor& self, std::int64_t dim) {
  return call<operators::squeeze_dim>(self, dim);
}
Tensor unsqueeze(const Tensor& self, std::int64_t dim) {
  return call<operators::unsqueeze>(self, dim);
}
Tensor diagonal(const Tensor& self, std::int64_t offset, std::int64_t dim1, std::int64_t dim2) {
  return call<operators::diagonal>(self, offset, dim1, dim2);
}
Tensor as_strided(const Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride,
                  c10::optional<std::int64_t> storage_offset) {
  return call<operators::as_strided>(self, size, stride, storage_offset);
}
std::vector<Tensor> split(const Tensor& self, std::int64_t split_size, std::int64_t dim) {
  return call<operators::split_Tensor>(self, split_size, dim);
}
std::vector<Tensor> split_with_sizes(const Tensor& self, c10::IntArrayRef split_sizes, std::int64_t dim) {
  return call<operators::split_with_sizes>(self, split_sizes, dim);
}
std::vector<Tensor> chunk(const Tensor& self, std::int64_t chunks, std::int64_t dim) {
  return call<operators::chunk>(self, chunks, dim);
}
std::vector<Tensor> unbind(const Tensor& self, std::int64_t dim) {
  return call<operators::unbind_int>(self, dim);
}
Tensor detach(const Tensor& self) {
  return call<operators::detach>(self);
}
Tensor& as_strided_(const Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride,
                    c10::optional<std::int64_t> storage_offset) {
  call<operators::as_strided_>(self, size, stride, storage_offset); return const_cast<Tensor&>(self);
}
Tensor& detach_(const Tensor& self) {
  call<operators::detach_>(self); return const_cast<Tensor&>(self);
}
std::tuple<Tensor, Tensor> max(const Tensor& self, std::int64_t dim, bool keepdim) {
  return call<operators::max_dim>(self, dim, keepdim);
}
std::tuple<Tensor, Tensor> min(const Tensor& self, std::int64_t dim, bool keepdim) {
  return call<operators::min_dim>(self, dim, keepdim);
}
std::tuple<Tensor, Tensor> sort(const Tensor& self, c10::optional<bool> stable, std::int64_t dim, bool descending) {
  return call<operators::sort_stable>(self, stable, dim, descending);
}
std::tuple<Tensor, Tensor> sort(const Tensor& self, std::int64_t dim, bool descending) {
  return call<operators::sort>(self, dim, descending);
}
std::tuple<Tensor, Tensor> topk(const Tensor& self, std::int64_t k, std::int64_t dim, bool largest, bool sorted) {
  return call<operators::topk>(self, k, dim, largest, sorted);
}
std::tuple<Tensor, Tensor> kthvalue(const Tensor& self, std::int64_t k, std::int64_t dim, bool keepdim) {
  return call<operators::kthvalue>(self, k, dim, keepdim);
}
std::tuple<Tensor, Tensor> median(const Tensor& self, std::int64_t dim, bool keepdim) {
  return call<operators::median_dim>(self, dim, keepdim);
}
std::tuple<Tensor, Tensor> cummax(const Tensor& self, std::int64_t dim) {
  return call<operators::cummax>(self, dim);
}
std::tuple<Tensor, Tensor> cummin(const Tensor& self, std::int64_t dim) {
  return call<operators::cummin>(self, dim);
}
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, c10::OptionalIntArrayRef dim,
                                    c10::optional<std::int64_t> correction, bool keepdim) {
  return call<operators::var_mean_correction>(self, dim, correction, keepdim);
}
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, c10::OptionalIntArrayRef dim,
                                    c10::optional<std::int64_t> correction, bool keepdim) {
  return call<operators::std_mean_correction>(self, dim, correction, keepdim);
}
std::tuple<Tensor, Tensor> aminmax(const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim) {
  return call<operators::aminmax>(self, dim, keepdim);
}
std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& self, c10::IntArrayRef kernel_size,
                                                   c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                   c10::IntArrayRef dilation, bool ceil_mode) {
  return call<operators::max_pool2d_with_indices>(self, kernel_size, stride, padding, dilation, ceil_mode);
}
std::tuple<Tensor, Tensor> max_pool3d_with_indices(const Tensor& self, c10::IntArrayRef kernel_size,
                                                   c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                   c10::IntArrayRef dilation, bool ceil_mode) {
  return call<operators::max_pool3d_with_indices>(self, kernel_size, stride, padding, dilation, ceil_mode);
}
std::tuple<Tensor, Tensor, Tensor> native_layer_norm(const Tensor& input, c10::IntArrayRef normalized_shape,
                                                     const c10::optional<Tensor>& weight,
                                                     const c10::optional<Tensor>& bias, double eps) {
  return call<operators::native_layer_norm>(input, normalized_shape, weight, bias, eps);
}
std::tuple<Tensor, Tensor, Tensor> native_group_norm(const Tensor& input, const c10::optional<Tensor>& weight,
                                                     const c10::optional<Tensor>& bias, std::int64_t N, std::int64_t C,
                                                     std::int64_t HxW, std::int64_t group, double eps) {
  return call<operators::native_group_norm>(input, weight, bias, N, C, HxW, group, eps);
}
Tensor _cdist_forward(const Tensor& x1, const Tensor& x2, double p, c10::optional<std::int64_t> compute_mode) {
  return call<operators::_cdist_forward>(x1, x2, p, compute_mode);
}
Tensor _pdist_forward(const Tensor& self, double p) {
  return call<operators::_pdist_forward>(self, p);
}
Tensor _fft_r2c(const Tensor& self, c10::IntArrayRef dim, std::int64_t normalization, bool onesided) {
  return call<operators::_fft_r2c>(self, dim, normalization, onesided);
}
Tensor _fft_c2r(const Tensor& self, c10::IntArrayRef dim, std::int64_t normalization, std::int64_t last_dim_size) {
  return call<operators::_fft_c2r>(self, dim, normalization, last_dim_size);
}
std::tuple<Tensor, Tensor, Tensor, Tensor> _embedding_bag(const Tensor& weight, const Tensor& indices,
                                                          const Tensor& offsets, bool scale_grad_by_freq,
                                                          std::int64_t mode, bool sparse,
                                                          const c10::optional<Tensor>& per_sample_weights,
                                                          bool include_last_offset, std::int64_t padding_idx) {
  return call<operators::_embedding_bag>(weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, padding_idx);
}
Tensor bernoulli(const Tensor& self, c10::optional<Generator> generator) {
  return call<operators::bernoulli>(self, generator);
}
Tensor mse_loss(const Tensor& self, const Tensor& target, std::int64_t reduction) {
  return call<operators::mse_loss>(self, target, reduction);
}
Tensor smooth_l1_loss(const Tensor& self, const Tensor& target, std::int64_t reduction, double beta) {
  return call<operators::smooth_l1_loss>(self, target, reduction, beta);
}
Tensor huber_loss(const Tensor& self, const Tensor& target, std::int64_t reduction, double delta) {
  return call<operators::huber_loss>(self, target, reduction, delta);
}
Tensor binary_cross_entropy(const Tensor& self, const Tensor& target, const c10::optional<Tensor>& weight,
                            std::int64_t reduction) {
  return call<operators::binary_cross_entropy>(self, target, weight, reduction);
}
std::tuple<Tensor, Tensor> nll_loss_forward(const Tensor& self, const Tensor& target,
                                            const c10::optional<Tensor>& weight, std::int64_t reduction,
                                            std::int64_t ignore_index) {
  return call<operators::nll_loss_forward>(self, target, weight, reduction, ignore_index);
}
Tensor max(const Tensor& self) {
  return call<operators::max>(self);
}
Tensor min(const Tensor& self) {
  return call<operators::min>(self);
}
Tensor median(const Tensor& self) {
  return call<operators::median>(self);
}
Tensor masked_select(const Tensor& self, const Tensor& mask) {
  return call<operators::masked_select>(self, mask);
}
Tensor take(const Tensor& self, const Tensor& index) {
  return call<operators::take>(self, index);
}
Tensor roll(const Tensor& self, c10::IntArrayRef shifts, c10::IntArrayRef dims) {
  return call<operators::roll>(self, shifts, dims);
}
Tensor diag_embed(const Tensor& self, std::int64_t offset, std::int64_t dim1, std::int64_t dim2) {
  return call<operators::diag_embed>(self, offset, dim1, dim2);
}
Tensor trace(const Tensor& self) {
  return call<operators::trace>(self);
}
Tensor softshrink(const Tensor& self, const c10::Scalar& lambd) {
  return call<operators::softshrink>(self, lambd);
}
Tensor& softshrink_out(Tensor& out, const Tensor& self, const c10::Scalar& lambd) {
  call<operators::softshrink_out>(self, lambd, out); return out;
}
Tensor& softshrink_outf(const Tensor& self, const c10::Scalar& lambd, Tensor& out) {
  call<operators::softshrink_out>(self, lambd, out); return out;
}
Tensor threshold(const Tensor& self, const c10::Scalar& threshold, const c10::Scalar& value) {
  return call<operators::threshold>(self, threshold, value);
}
Tensor& threshold_(const Tensor& self, const c10::Scalar& threshold, const c10::Scalar& value) {
  call<operators::threshold_>(self, threshold, value); return const_cast<Tensor&>(self);
}
Tensor& logit_out(Tensor& out, const Tensor& self, c10::optional<double> eps) {
  call<operators::logit_out>(self, eps, out); return out;
}
Tensor& logit_outf(const Tensor& self, c10::optional<double> eps, Tensor& out) {
  call<operators::logit_out>(self, eps, out); return out;
}
Tensor sgn(const Tensor& self) {
  return call<operators::sgn>(self);
}
Tensor& sgn_out(Tensor& out, const Tensor& self) {
  call<operators::sgn_out>(self, out); return out;
}
Tensor& sgn_outf(const Tensor& self, Tensor& out) {
  call<operators::sgn_out>(self, out); return out;
}
Tensor celu(const Tensor& self, const c10::Scalar& alpha) {
  return call<operators::celu>(self, alpha);
}
Tensor& celu_(const Tensor& self, const c10::Scalar& alpha) {
  call<operators::celu_>(self, alpha); return const_cast<Tensor&>(self);
}
Tensor logcumsumexp(const Tensor& self, std::int64_t dim) {
  return call<operators::logcumsumexp>(self, dim);
}
std::tuple<Tensor, Tensor> linalg_inv_ex(const Tensor& A, bool check_errors) {
  return call<operators::linalg_inv_ex>(A, check_errors);
}
std::tuple<Tensor, Tensor> linalg_cholesky_ex(const Tensor& self, bool upper, bool check_errors) {
  return call<operators::linalg_cholesky_ex>(self, upper, check_errors);
}
Tensor linalg_vector_norm(const Tensor& self, const c10::Scalar& ord, c10::OptionalIntArrayRef dim, bool keepdim,
                          c10::optional<c10::ScalarType> dtype) {
  return call<operators::linalg_vector_norm>(self, ord, dim, keepdim, dtype);
}
Tensor norm(const Tensor& self, const c10::Scalar& p) {
  return call<operators::norm_Scalar>(self, p);
}
Tensor norm(const Tensor& self, const c10::optional<c10::Scalar>& p, c10::IntArrayRef dim, bool keepdim) {
  return call<operators::norm_ScalarOpt_dim>(self, p, dim, keepdim);
}
Tensor searchsorted(const Tensor& sorted_sequence, const Tensor& self, bool out_int32, bool right,
                    c10::optional<std::string_view> side, const c10::optional<Tensor>& sorter) {
  return call<operators::searchsorted_Tensor>(sorted_sequence, self, out_int32, right, side, sorter);
}
Tensor bucketize(const Tensor& self, const Tensor& boundaries, bool out_int32, bool right) {
  return call<operators::bucketize_Tensor>(self, boundaries, out_int32, right);
}
std::tuple<Tensor, Tensor, Tensor> _unique2(const Tensor& self, bool sorted, bool return_inverse, bool return_counts) {
  return call<operators::_unique2>(self, sorted, return_inverse, return_counts);
}
Tensor _fft_c2c(const Tensor& self, c10::IntArrayRef dim, std::int64_t normalization, bool forward) {
  return call<operators::_fft_c2c>(self, dim, normalization, forward);
}
std::tuple<Tensor, Tensor, Tensor> _linalg_det(const Tensor& A) {
  return call<operators::_linalg_det>(A);
}
std::tuple<Tensor, Tensor, Tensor, Tensor> _linalg_slogdet(const Tensor& A) {
  return call<operators::_linalg_slogdet>(A);
}
std::tuple<Tensor, Tensor, Tensor, Tensor> _linalg_solve_ex(const Tensor& A, const Tensor& B, bool left,
                                                            bool check_errors) {
  return call<operators::_linalg_solve_ex>(A, B, left, check_errors);
}
Tensor lgamma(const Tensor& self) {
  return call<operators::lgamma>(self);
}
Tensor& lgamma_out(Tensor& out, const Tensor& self) {
  call<operators::lgamma_out>(self, out); return out;
}
Tensor& lgamma_outf(const Tensor& self, Tensor& out) {
  call<operators::lgamma_out>(self, out); return out;
}
Tensor digamma(const Tensor& self) {
  return call<operators::digamma>(self);
}
Tensor& digamma_out(Tensor& out, const Tensor& self) {
  call<operators::digamma_out>(self, out); return out;
}
Tensor& digamma_outf(const Tensor& self, Tensor& out) {
  call<operators::digamma_out>(self, out); return out;
}
Tensor polygamma(std::int64_t n, const Tensor& self) {
  return call<operators::polygamma>(n, self);
}
std::tuple<Tensor, Tensor> native_dropout(const Tensor& input, double p, c10::optional<bool> train) {
  return call<operators::native_dropout>(input, p, train);
}
Tensor searchsorted(const Tensor& sorted_sequence, const c10::Scalar& self, bool out_int32, bool right,
                    c10::optional<std::string_view> side, const c10::optional<Tensor>& sorter) {
  return call<operators::searchsorted_Scalar>(sorted_sequence, self, out_int32, right, side, sorter);
}
Tensor bucketize(const c10::Scalar& self, const Tensor& boundaries, bool out_int32, bool right) {
  return call<operators::bucketize_Scalar>(self, boundaries, out_int32, right);
}
Tensor view_as_real(const Tensor& self) {
  return call<operators::view_as_real>(self);
}
Tensor view_as_complex(const Tensor& self) {
  return call<operators::view_as_complex>(self);
}
Tensor segment_reduce(const Tensor& data, std::string_view reduce, const c10::optional<Tensor>& lengths,
                      const c10::optional<Tensor>& indices, const c10::optional<Tensor>& offsets, std::int64_t axis,
                      bool unsafe, const c10::optional<c10::Scalar>& initial) {
  return call<operators::segment_reduce>(data, reduce, lengths, indices, offsets, axis, unsafe, initial);
}
Tensor flatten(const Tensor& self, std::int64_t start_dim, std::int64_t end_dim) {
  return call<operators::flatten_using_ints>(self, start_dim, end_dim);
}
Tensor ravel(const Tensor& self) {
  return call<operators::ravel>(self);
}
Tensor unflatten(const Tensor& self, std::int64_t dim, c10::IntArrayRef sizes) {
  return call<operators::unflatten_int>(self, dim, sizes);
}
Tensor broadcast_to(const Tensor& self, c10::IntArrayRef size) {
  return call<operators::broadcast_to>(self, size);
}
Tensor movedim(const Tensor& self, std::int64_t source, std::int64_t destination) {
  return call<operators::movedim_int>(self, source, destination);
}
Tensor movedim(const Tensor& self, c10::IntArrayRef source, c10::IntArrayRef destination) {
  return call<operators::movedim_intlist>(self, source, destination);
}
std::vector<Tensor> tensor_split(const Tensor& self, std::int64_t sections, std::int64_t dim) {
  return call<operators::tensor_split_sections>(self, sections, dim);
}
Tensor bernoulli(const Tensor& self, double p, c10::optional<Generator> generator) {
  return call<operators::bernoulli_p>(self, p, generator);
}
Tensor where(const Tensor& condition, const c10::Scalar& self, const Tensor& other) {
  return call<operators::where_ScalarSelf>(condition, self, other);
}
Tensor where(const Tensor& condition, const Tensor& self, const c10::Scalar& other) {
  return call<operators::where_ScalarOther>(condition, self, other);
}
Tensor where(const Tensor& condition, const c10::Scalar& self, const c10::Scalar& other) {
  return call<operators::where_Scalar>(condition, self, other);
}
Tensor var(const Tensor& self, bool unbiased) {
  return call<operators::var>(self, unbiased);
}
Tensor std(const Tensor& self, bool unbiased) {
  return call<operators::std_all>(self, unbiased);
}
Tensor std(const Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return call<operators::std_dim>(self, dim, unbiased, keepdim);
}
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, bool unbiased) {
  return call<operators::var_mean>(self, unbiased);
}
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return call<operators::var_mean_dim>(self, dim, unbiased, keepdim);
}
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, bool unbiased) {
  return call<operators::std_mean>(self, unbiased);
}
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return call<operators::std_mean_dim>(self, dim, unbiased, keepdim);
}
Tensor argsort(const Tensor& self, std::int64_t dim, bool descending) {
  return call<operators::argsort>(self, dim, descending);
}
Tensor msort(const Tensor& self) {
  return call<operators::msort>(self);
}
Tensor tile(const Tensor& self, c10::IntArrayRef dims) {
  return call<operators::tile>(self, dims);
}
Tensor pad(const Tensor& self, c10::IntArrayRef pad, std::string_view mode, c10::optional<double> value) {
  return call<operators::pad>(self, pad, mode, value);
}
Tensor outer(const Tensor& self, const Tensor& vec2) {
  return call<operators::outer>(self, vec2);
}
Tensor ger(const Tensor& self, const Tensor& vec2) {
  return call<operators::ger>(self, vec2);
}
Tensor& outer_out(Tensor& out, const Tensor& self, const Tensor& vec2) {
  call<operators::outer_out>(self, vec2, out); return out;
}
Tensor& outer_outf(const Tensor& self, const Tensor& vec2, Tensor& out) {
  call<operators::outer_out>(self, vec2, out); return out;
}
Tensor& ger_out(Tensor& out, const Tensor& self, const Tensor& vec2) {
  call<operators::ger_out>(self, vec2, out); return out;
}
Tensor& ger_outf(const Tensor& self, const Tensor& vec2, Tensor& out) {
  call<operators::ger_out>(self, vec2, out); return out;
}
Tensor& asinh_(const Tensor& self) {
  call<operators::asinh_>(self); return const_cast<Tensor&>(self);
}
Tensor& acosh_(const Tensor& self) {
  call<operators::acosh_>(self); return const_cast<Tensor&>(self);
}
Tensor& atanh_(const Tensor& self) {
  call<operators::atanh_>(self); return const_cast<Tensor&>(self);
}
Tensor& elu_(const Tensor& self, const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale) {
  call<operators::elu_>(self, alpha, scale, input_scale); return const_cast<Tensor&>(self);
}
Tensor& leaky_relu_(const Tensor& self, const c10::Scalar& negative_slope) {
  call<operators::leaky_relu_>(self, negative_slope); return const_cast<Tensor&>(self);
}
Tensor& logical_not_(const Tensor& self) {
  call<operators::logical_not_>(self); return const_cast<Tensor&>(self);
}
Tensor& hardswish_out(Tensor& out, const Tensor& self) {
  call<operators::hardswish_out>(self, out); return out;
}
Tensor& hardswish_outf(const Tensor& self, Tensor& out) {
  call<operators::hardswish_out>(self, out); return out;
}
Tensor& threshold_out(Tensor& out, const Tensor& self, const c10::Scalar& threshold, const c10::Scalar& value) {
  call<operators::threshold_out>(self, threshold, value, out); return out;
}
Tensor& threshold_outf(const Tensor& self, const c10::Scalar& threshold, const c10::Scalar& value, Tensor& out) {
  call<operators::threshold_out>(self, threshold, value, out); return out;
}
Tensor& bitwise_and_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::bitwise_and_Tensor_out>(self, other, out); return out;
}
Tensor& bitwise_and_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::bitwise_and_Tensor_out>(self, other, out); return out;
}
Tensor& bitwise_or_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::bitwise_or_Tensor_out>(self, other, out); return out;
}
Tensor& bitwise_or_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::bitwise_or_Tensor_out>(self, other, out); return out;
}
Tensor& bitwise_xor_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::bitwise_xor_Tensor_out>(self, other, out); return out;
}
Tensor& bitwise_xor_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::bitwise_xor_Tensor_out>(self, other, out); return out;
}
Tensor& bitwise_not_out(Tensor& out, const Tensor& self) {
  call<operators::bitwise_not_out>(self, out); return out;
}
Tensor& bitwise_not_outf(const Tensor& self, Tensor& out) {
  call<operators::bitwise_not_out>(self, out); return out;
}
Tensor& clamp_min_out(Tensor& out, const Tensor& self, const c10::Scalar& min) {
  call<operators::clamp_min_out>(self, min, out); return out;
}
Tensor& clamp_min_outf(const Tensor& self, const c10::Scalar& min, Tensor& out) {
  call<operators::clamp_min_out>(self, min, out); return out;
}
Tensor& clamp_max_out(Tensor& out, const Tensor& self, const c10::Scalar& max) {
  call<operators::clamp_max_out>(self, max, out); return out;
}
Tensor& clamp_max_outf(const Tensor& self, const c10::Scalar& max, Tensor& out) {
  call<operators::clamp_max_out>(self, max, out); return out;
}
Tensor& div_out(Tensor& out, const Tensor& self, const Tensor& other, c10::optional<std::string_view> rounding_mode) {
  call<operators::div_out_mode>(self, other, rounding_mode, out); return out;
}
Tensor& div_outf(const Tensor& self, const Tensor& other, c10::optional<std::string_view> rounding_mode, Tensor& out) {
  call<operators::div_out_mode>(self, other, rounding_mode, out); return out;
}
Tensor& pow_out(Tensor& out, const c10::Scalar& self, const Tensor& exponent) {
  call<operators::pow_Scalar_out>(self, exponent, out); return out;
}
Tensor& pow_outf(const c10::Scalar& self, const Tensor& exponent, Tensor& out) {
  call<operators::pow_Scalar_out>(self, exponent, out); return out;
}
Tensor& lerp_out(Tensor& out, const Tensor& self, const Tensor& end, const c10::Scalar& weight) {
  call<operators::lerp_Scalar_out>(self, end, weight, out); return out;
}
Tensor& lerp_outf(const Tensor& self, const Tensor& end, const c10::Scalar& weight, Tensor& out) {
  call<operators::lerp_Scalar_out>(self, end, weight, out); return out;
}
Tensor& lerp_out(Tensor& out, const Tensor& self, const Tensor& end, const Tensor& weight) {
  call<operators::lerp_Tensor_out>(self, end, weight, out); return out;
}
Tensor& lerp_outf(const Tensor& self, const Tensor& end, const Tensor& weight, Tensor& out) {
  call<operators::lerp_Tensor_out>(self, end, weight, out); return out;
}
Tensor& addcmul_out(Tensor& out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                    const c10::Scalar& value) {
  call<operators::addcmul_out>(self, tensor1, tensor2, value, out); return out;
}
Tensor& addcmul_outf(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value,
                     Tensor& out) {
  call<operators::addcmul_out>(self, tensor1, tensor2, value, out); return out;
}
Tensor& addcdiv_out(Tensor& out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                    const c10::Scalar& value) {
  call<operators::addcdiv_out>(self, tensor1, tensor2, value, out); return out;
}
Tensor& addcdiv_outf(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value,
                     Tensor& out) {
  call<operators::addcdiv_out>(self, tensor1, tensor2, value, out); return out;
}
Tensor& addmm_out(Tensor& out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta,
                  const c10::Scalar& alpha) {
  call<operators::addmm_out>(self, mat1, mat2, beta, alpha, out); return out;
}
Tensor& addmm_outf(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta,
                   const c10::Scalar& alpha, Tensor& out) {
  call<operators::addmm_out>(self, mat1, mat2, beta, alpha, out); return out;
}
Tensor& addmv_out(Tensor& out, const Tensor& self, const Tensor& mat, const Tensor& vec, const c10::Scalar& beta,
                  const c10::Scalar& alpha) {
  call<operators::addmv_out>(self, mat, vec, beta, alpha, out); return out;
}
Tensor& addmv_outf(const Tensor& self, const Tensor& mat, const Tensor& vec, const c10::Scalar& beta,
                   const c10::Scalar& alpha, Tensor& out) {
  call<operators::addmv_out>(self, mat, vec, beta, alpha, out); return out;
}
Tensor& addbmm_out(Tensor& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta,
                   const c10::Scalar& alpha) {
  call<operators::addbmm_out>(self, batch1, batch2, beta, alpha, out); return out;
}
Tensor& addbmm_outf(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta,
                    const c10::Scalar& alpha, Tensor& out) {
  call<operators::addbmm_out>(self, batch1, batch2, beta, alpha, out); return out;
}
Tensor& gather_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, bool sparse_grad) {
  call<operators::gather_out>(self, dim, index, sparse_grad, out); return out;
}
Tensor& gather_outf(const Tensor& self, std::int64_t dim, const Tensor& index, bool sparse_grad, Tensor& out) {
  call<operators::gather_out>(self, dim, index, sparse_grad, out); return out;
}
Tensor& scatter_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src) {
  call<operators::scatter_src_out>(self, dim, index, src, out); return out;
}
Tensor& scatter_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src, Tensor& out) {
  call<operators::scatter_src_out>(self, dim, index, src, out); return out;
}
Tensor& scatter_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const c10::Scalar& value) {
  call<operators::scatter_value_out>(self, dim, index, value, out); return out;
}
Tensor& scatter_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const c10::Scalar& value, Tensor& out) {
  call<operators::scatter_value_out>(self, dim, index, value, out); return out;
}
Tensor& scatter_add_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src) {
  call<operators::scatter_add_out>(self, dim, index, src, out); return out;
}
Tensor& scatter_add_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src, Tensor& out) {
  call<operators::scatter_add_out>(self, dim, index, src, out); return out;
}
Tensor& index_add_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source,
                      const c10::Scalar& alpha) {
  call<operators::index_add_out>(self, dim, index, source, alpha, out); return out;
}
Tensor& index_add_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source,
                       const c10::Scalar& alpha, Tensor& out) {
  call<operators::index_add_out>(self, dim, index, source, alpha, out); return out;
}
Tensor& tril_out(Tensor& out, const Tensor& self, std::int64_t diagonal) {
  call<operators::tril_out>(self, diagonal, out); return out;
}
Tensor& tril_outf(const Tensor& self, std::int64_t diagonal, Tensor& out) {
  call<operators::tril_out>(self, diagonal, out); return out;
}
Tensor& triu_out(Tensor& out, const Tensor& self, std::int64_t diagonal) {
  call<operators::triu_out>(self, diagonal, out); return out;
}
Tensor& triu_outf(const Tensor& self, std::int64_t diagonal, Tensor& out) {
  call<operators::triu_out>(self, diagonal, out); return out;
}
Tensor& argmax_out(Tensor& out, const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim) {
  call<operators::argmax_out>(self, dim, keepdim, out); return out;
}
Tensor& argmax_outf(const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim, Tensor& out) {
  call<operators::argmax_out>(self, dim, keepdim, out); return out;
}
Tensor& argmin_out(Tensor& out, const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim) {
  call<operators::argmin_out>(self, dim, keepdim, out); return out;
}
Tensor& argmin_outf(const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim, Tensor& out) {
  call<operators::argmin_out>(self, dim, keepdim, out); return out;
}
Tensor& any_out(Tensor& out, const Tensor& self, std::int64_t dim, bool keepdim) {
  call<operators::any_out>(self, dim, keepdim, out); return out;
}
Tensor& any_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& out) {
  call<operators::any_out>(self, dim, keepdim, out); return out;
}
Tensor& all_out(Tensor& out, const Tensor& self, std::int64_t dim, bool keepdim) {
  call<operators::all_out>(self, dim, keepdim, out); return out;
}
Tensor& all_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& out) {
  call<operators::all_out>(self, dim, keepdim, out); return out;
}
Tensor& any_out(Tensor& out, const Tensor& self) {
  call<operators::any_all_out>(self, out); return out;
}
Tensor& any_outf(const Tensor& self, Tensor& out) {
  call<operators::any_all_out>(self, out); return out;
}
Tensor& all_out(Tensor& out, const Tensor& self) {
  call<operators::all_all_out>(self, out); return out;
}
Tensor& all_outf(const Tensor& self, Tensor& out) {
  call<operators::all_all_out>(self, out); return out;
}
Tensor& nansum_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                   c10::optional<c10::ScalarType> dtype) {
  call<operators::nansum_out>(self, dim, keepdim, dtype, out); return out;
}
Tensor& nansum_outf(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                    c10::optional<c10::ScalarType> dtype, Tensor& out) {
  call<operators::nansum_out>(self, dim, keepdim, dtype, out); return out;
}
Tensor& logsumexp_out(Tensor& out, const Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  call<operators::logsumexp_out>(self, dim, keepdim, out); return out;
}
Tensor& logsumexp_outf(const Tensor& self, c10::IntArrayRef dim, bool keepdim, Tensor& out) {
  call<operators::logsumexp_out>(self, dim, keepdim, out); return out;
}
Tensor& var_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction,
                bool keepdim) {
  call<operators::var_correction_out>(self, dim, correction, keepdim, out); return out;
}
Tensor& var_outf(const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction, bool keepdim,
                 Tensor& out) {
  call<operators::var_correction_out>(self, dim, correction, keepdim, out); return out;
}
Tensor& std_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction,
                bool keepdim) {
  call<operators::std_correction_out>(self, dim, correction, keepdim, out); return out;
}
Tensor& std_outf(const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction, bool keepdim,
                 Tensor& out) {
  call<operators::std_correction_out>(self, dim, correction, keepdim, out); return out;
}
Tensor& avg_pool2d_out(Tensor& out, const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                       c10::IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                       c10::optional<std::int64_t> divisor_override) {
  call<operators::avg_pool2d_out>(self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override, out); return out;
}
Tensor& avg_pool2d_outf(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                        c10::IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                        c10::optional<std::int64_t> divisor_override, Tensor& out) {
  call<operators::avg_pool2d_out>(self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override, out); return out;
}
Tensor& avg_pool3d_out(Tensor& out, const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                       c10::IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                       c10::optional<std::int64_t> divisor_override) {
  call<operators::avg_pool3d_out>(self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override, out); return out;
}
Tensor& avg_pool3d_outf(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                        c10::IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                        c10::optional<std::int64_t> divisor_override, Tensor& out) {
  call<operators::avg_pool3d_out>(self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override, out); return out;
}
Tensor& take_out(Tensor& out, const Tensor& self, const Tensor& index) {
  call<operators::take_out>(self, index, out); return out;
}
Tensor& take_outf(const Tensor& self, const Tensor& index, Tensor& out) {
  call<operators::take_out>(self, index, out); return out;
}
Tensor& masked_select_out(Tensor& out, const Tensor& self, const Tensor& mask) {
  call<operators::masked_select_out>(self, mask, out); return out;
}
Tensor& masked_select_outf(const Tensor& self, const Tensor& mask, Tensor& out) {
  call<operators::masked_select_out>(self, mask, out); return out;
}
Tensor& nonzero_out(Tensor& out, const Tensor& self) {
  call<operators::nonzero_out>(self, out); return out;
}
Tensor& nonzero_outf(const Tensor& self, Tensor& out) {
  call<operators::nonzero_out>(self, out); return out;
}
Tensor& mse_loss_out(Tensor& out, const Tensor& self, const Tensor& target, std::int64_t reduction) {
  call<operators::mse_loss_out>(self, target, reduction, out); return out;
}
Tensor& mse_loss_outf(const Tensor& self, const Tensor& target, std::int64_t reduction, Tensor& out) {
  call<operators::mse_loss_out>(self, target, reduction, out); return out;
}
Tensor& smooth_l1_loss_out(Tensor& out, const Tensor& self, const Tensor& target, std::int64_t reduction, double beta) {
  call<operators::smooth_l1_loss_out>(self, target, reduction, beta, out); return out;
}
Tensor& smooth_l1_loss_outf(const Tensor& self, const Tensor& target, std::int64_t reduction, double beta,
                            Tensor& out) {
  call<operators::smooth_l1_loss_out>(self, target, reduction, beta, out); return out;
}
Tensor& huber_loss_out(Tensor& out, const Tensor& self, const Tensor& target, std::int64_t reduction, double delta) {
  call<operators::huber_loss_out>(self, target, reduction, delta, out); return out;
}
Tensor& huber_loss_outf(const Tensor& self, const Tensor& target, std::int64_t reduction, double delta, Tensor& out) {
  call<operators::huber_loss_out>(self, target, reduction, delta, out); return out;
}
Tensor& reflection_pad1d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding) {
  call<operators::reflection_pad1d_out>(self, padding, out); return out;
}
Tensor& reflection_pad1d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out) {
  call<operators::reflection_pad1d_out>(self, padding, out); return out;
}
Tensor& reflection_pad2d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding) {
  call<operators::reflection_pad2d_out>(self, padding, out); return out;
}
Tensor& reflection_pad2d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out) {
  call<operators::reflection_pad2d_out>(self, padding, out); return out;
}
Tensor& reflection_pad3d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding) {
  call<operators::reflection_pad3d_out>(self, padding, out); return out;
}
Tensor& reflection_pad3d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out) {
  call<operators::reflection_pad3d_out>(self, padding, out); return out;
}
Tensor& replication_pad2d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding) {
  call<operators::replication_pad2d_out>(self, padding, out); return out;
}
Tensor& replication_pad2d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out) {
  call<operators::replication_pad2d_out>(self, padding, out); return out;
}
Tensor& replication_pad3d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding) {
  call<operators::replication_pad3d_out>(self, padding, out); return out;
}
Tensor& replication_pad3d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out) {
  call<operators::replication_pad3d_out>(self, padding, out); return out;
}
Tensor& where_out(Tensor& out, const Tensor& condition, const Tensor& self, const Tensor& other) {
  call<operators::where_self_out>(condition, self, other, out); return out;
}
Tensor& where_outf(const Tensor& condition, const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::where_self_out>(condition, self, other, out); return out;
}
Tensor& col2im_out(Tensor& out, const Tensor& self, c10::IntArrayRef output_size, c10::IntArrayRef kernel_size,
                   c10::IntArrayRef dilation, c10::IntArrayRef padding, c10::IntArrayRef stride) {
  call<operators::col2im_out>(self, output_size, kernel_size, dilation, padding, stride, out); return out;
}
Tensor& col2im_outf(const Tensor& self, c10::IntArrayRef output_size, c10::IntArrayRef kernel_size,
                    c10::IntArrayRef dilation, c10::IntArrayRef padding, c10::IntArrayRef stride, Tensor& out) {
  call<operators::col2im_out>(self, output_size, kernel_size, dilation, padding, stride, out); return out;
}
Tensor& stack_out(Tensor& out, TensorList tensors, std::int64_t dim) {
  call<operators::stack_out>(tensors, dim, out); return out;
}
Tensor& stack_outf(TensorList tensors, std::int64_t dim, Tensor& out) {
  call<operators::stack_out>(tensors, dim, out); return out;
}
std::tuple<Tensor&, Tensor&> max_out(Tensor& max, Tensor& max_values, const Tensor& self, std::int64_t dim,
                                     bool keepdim) {
  call<operators::max_dim_max>(self, dim, keepdim, max, max_values); return {max, max_values};
}
std::tuple<Tensor&, Tensor&> max_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& max,
                                      Tensor& max_values) {
  call<operators::max_dim_max>(self, dim, keepdim, max, max_values); return {max, max_values};
}
std::tuple<Tensor&, Tensor&> min_out(Tensor& min, Tensor& min_indices, const Tensor& self, std::int64_t dim,
                                     bool keepdim) {
  call<operators::min_dim_min>(self, dim, keepdim, min, min_indices); return {min, min_indices};
}
std::tuple<Tensor&, Tensor&> min_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& min,
                                      Tensor& min_indices) {
  call<operators::min_dim_min>(self, dim, keepdim, min, min_indices); return {min, min_indices};
}
std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, c10::optional<bool> stable,
                                      std::int64_t dim, bool descending) {
  call<operators::sort_values_stable>(self, stable, dim, descending, values, indices); return {values, indices};
}
std::tuple<Tensor&, Tensor&> sort_outf(const Tensor& self, c10::optional<bool> stable, std::int64_t dim,
                                       bool descending, Tensor& values, Tensor& indices) {
  call<operators::sort_values_stable>(self, stable, dim, descending, values, indices); return {values, indices};
}
std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim,
                                      bool descending) {
  call<operators::sort_values>(self, dim, descending, values, indices); return {values, indices};
}
std::tuple<Tensor&, Tensor&> sort_outf(const Tensor& self, std::int64_t dim, bool descending, Tensor& values,
                                       Tensor& indices) {
  call<operators::sort_values>(self, dim, descending, values, indices); return {values, indices};
}
std::tuple<Tensor&, Tensor&> topk_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t k,
                                      std::int64_t dim, bool largest, bool sorted) {
  call<operators::topk_values>(self, k, dim, largest, sorted, values, indices); return {values, indices};
}
std::tuple<Tensor&, Tensor&> topk_outf(const Tensor& self, std::int64_t k, std::int64_t dim, bool largest, bool sorted,
                                       Tensor& values, Tensor& indices) {
  call<operators::topk_values>(self, k, dim, largest, sorted, values, indices); return {values, indices};
}
std::tuple<Tensor&, Tensor&> kthvalue_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t k,
                                          std::int64_t dim, bool keepdim) {
  call<operators::kthvalue_values>(self, k, dim, keepdim, values, indices); return {values, indices};
}
std::tuple<Tensor&, Tensor&> kthvalue_outf(const Tensor& self, std::int64_t k, std::int64_t dim, bool keepdim,
                                           Tensor& values, Tensor& indices) {
  call<operators::kthvalue_values>(self, k, dim, keepdim, values, indices); return {values, indices};
}
std::tuple<Tensor&, Tensor&> median_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim,
                                        bool keepdim) {
  call<operators::median_dim_values>(self, dim, keepdim, values, indices); return {values, indices};
}
std::tuple<Tensor&, Tensor&> median_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& values,
                                         Tensor& indices) {
  call<operators::median_dim_values>(self, dim, keepdim, values, indices); return {values, indices};
}
std::tuple<Tensor&, Tensor&> cummax_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim) {
  call<operators::cummax_out>(self, dim, values, indices); return {values, indices};
}
std::tuple<Tensor&, Tensor&> cummax_outf(const Tensor& self, std::int64_t dim, Tensor& values, Tensor& indices) {
  call<operators::cummax_out>(self, dim, values, indices); return {values, indices};
}
std::tuple<Tensor&, Tensor&> cummin_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim) {
  call<operators::cummin_out>(self, dim, values, indices); return {values, indices};
}
std::tuple<Tensor&, Tensor&> cummin_outf(const Tensor& self, std::int64_t dim, Tensor& values, Tensor& indices) {
  call<operators::cummin_out>(self, dim, values, indices); return {values, indices};
}
std::tuple<Tensor&, Tensor&> max_pool2d_with_indices_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                         c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                                                         c10::IntArrayRef padding, c10::IntArrayRef dilation,
                                                         bool ceil_mode) {
  call<operators::max_pool2d_with_indices_out>(self, kernel_size, stride, padding, dilation, ceil_mode, out, indices); return {out, indices};
}
std::tuple<Tensor&, Tensor&> max_pool2d_with_indices_outf(const Tensor& self, c10::IntArrayRef kernel_size,
                                                          c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                          c10::IntArrayRef dilation, bool ceil_mode, Tensor& out,
                                                          Tensor& indices) {
  call<operators::max_pool2d_with_indices_out>(self, kernel_size, stride, padding, dilation, ceil_mode, out, indices); return {out, indices};
}
std::tuple<Tensor&, Tensor&> max_pool3d_with_indices_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                         c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                                                         c10::IntArrayRef padding, c10::IntArrayRef dilation,
                                                         bool ceil_mode) {
  call<operators::max_pool3d_with_indices_out>(self, kernel_size, stride, padding, dilation, ceil_mode, out, indices); return {out, indices};
}
std::tuple<Tensor&, Tensor&> max_pool3d_with_indices_outf(const Tensor& self, c10::IntArrayRef kernel_size,
                                                          c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                          c10::IntArrayRef dilation, bool ceil_mode, Tensor& out,
                                                          Tensor& indices) {
  call<operators::max_pool3d_with_indices_out>(self, kernel_size, stride, padding, dilation, ceil_mode, out, indices); return {out, indices};
}
std::tuple<Tensor&, Tensor&> nll_loss_forward_out(Tensor& output, Tensor& total_weight, const Tensor& self,
                                                  const Tensor& target, const c10::optional<Tensor>& weight,
                                                  std::int64_t reduction, std::int64_t ignore_index) {
  call<operators::nll_loss_forward_output>(self, target, weight, reduction, ignore_index, output, total_weight); return {output, total_weight};
}
std::tuple<Tensor&, Tensor&> nll_loss_forward_outf(const Tensor& self, const Tensor& target,
                                                   const c10::optional<Tensor>& weight, std::int64_t reduction,
                                                   std::int64_t ignore_index, Tensor& output, Tensor& total_weight) {
  call<operators::nll_loss_forward_output>(self, target, weight, reduction, ignore_index, output, total_weight); return {output, total_weight};
}
Tensor& index_out(Tensor& out, const Tensor& self, const c10::List<c10::optional<Tensor>>& indices) {
  call<operators::index_Tensor_out>(self, indices, out); return out;
}
Tensor& index_outf(const Tensor& self, const c10::List<c10::optional<Tensor>>& indices, Tensor& out) {
  call<operators::index_Tensor_out>(self, indices, out); return out;
}
Tensor& narrow_copy_out(Tensor& out, const Tensor& self, std::int64_t dim, std::int64_t start, std::int64_t length) {
  call<operators::narrow_copy_out>(self, dim, start, length, out); return out;
}
Tensor& narrow_copy_outf(const Tensor& self, std::int64_t dim, std::int64_t start, std::int64_t length, Tensor& out) {
  call<operators::narrow_copy_out>(self, dim, start, length, out); return out;
}
std::tuple<Tensor&, Tensor&> aminmax_out(Tensor& min, Tensor& max, const Tensor& self, c10::optional<std::int64_t> dim,
                                         bool keepdim) {
  call<operators::aminmax_out>(self, dim, keepdim, min, max); return {min, max};
}
std::tuple<Tensor&, Tensor&> aminmax_outf(const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim,
                                          Tensor& min, Tensor& max) {
  call<operators::aminmax_out>(self, dim, keepdim, min, max); return {min, max};
}
Tensor absolute(const Tensor& self) {
  return call<operators::absolute>(self);
}
Tensor& absolute_out(Tensor& out, const Tensor& self) {
  call<operators::absolute_out>(self, out); return out;
}
Tensor& absolute_outf(const Tensor& self, Tensor& out) {
  call<operators::absolute_out>(self, out); return out;
}
Tensor arccos(const Tensor& self) {
  return call<operators::arccos>(self);
}
Tensor& arccos_(const Tensor& self) {
  call<operators::arccos_>(self); return const_cast<Tensor&>(self);
}
Tensor& arccos_out(Tensor& out, const Tensor& self) {
  call<operators::arccos_out>(self, out); return out;
}
Tensor& arccos_outf(const Tensor& self, Tensor& out) {
  call<operators::arccos_out>(self, out); return out;
}
Tensor arccosh(const Tensor& self) {
  return call<operators::arccosh>(self);
}
Tensor& arccosh_(const Tensor& self) {
  call<operators::arccosh_>(self); return const_cast<Tensor&>(self);
}
Tensor& arccosh_out(Tensor& out, const Tensor& self) {
  call<operators::arccosh_out>(self, out); return out;
}
Tensor& arccosh_outf(const Tensor& self, Tensor& out) {
  call<operators::arccosh_out>(self, out); return out;
}
Tensor arcsin(const Tensor& self) {
  return call<operators::arcsin>(self);
}
Tensor& arcsin_(const Tensor& self) {
  call<operators::arcsin_>(self); return const_cast<Tensor&>(self);
}
Tensor& arcsin_out(Tensor& out, const Tensor& self) {
  call<operators::arcsin_out>(self, out); return out;
}
Tensor& arcsin_outf(const Tensor& self, Tensor& out) {
  call<operators::arcsin_out>(self, out); return out;
}
Tensor arcsinh(const Tensor& self) {
  return call<operators::arcsinh>(self);
}
Tensor& arcsinh_(const Tensor& self) {
  call<operators::arcsinh_>(self); return const_cast<Tensor&>(self);
}
Tensor& arcsinh_out(Tensor& out, const Tensor& self) {
  call<operators::arcsinh_out>(self, out); return out;
}
Tensor& arcsinh_outf(const Tensor& self, Tensor& out) {
  call<operators::arcsinh_out>(self, out); return out;
}
Tensor arctan(const Tensor& self) {
  return call<operators::arctan>(self);
}
Tensor& arctan_(const Tensor& self) {
  call<operators::arctan_>(self); return const_cast<Tensor&>(self);
}
Tensor& arctan_out(Tensor& out, const Tensor& self) {
  call<operators::arctan_out>(self, out); return out;
}
Tensor& arctan_outf(const Tensor& self, Tensor& out) {
  call<operators::arctan_out>(self, out); return out;
}
Tensor arctanh(const Tensor& self) {
  return call<operators::arctanh>(self);
}
Tensor& arctanh_(const Tensor& self) {
  call<operators::arctanh_>(self); return const_cast<Tensor&>(self);
}
Tensor& arctanh_out(Tensor& out, const Tensor& self) {
  call<operators::arctanh_out>(self, out); return out;
}
Tensor& arctanh_outf(const Tensor& self, Tensor& out) {
  call<operators::arctanh_out>(self, out); return out;
}
Tensor negative(const Tensor& self) {
  return call<operators::negative>(self);
}
Tensor& negative_(const Tensor& self) {
  call<operators::negative_>(self); return const_cast<Tensor&>(self);
}
Tensor& negative_out(Tensor& out, const Tensor& self) {
  call<operators::negative_out>(self, out); return out;
}
Tensor& negative_outf(const Tensor& self, Tensor& out) {
  call<operators::negative_out>(self, out); return out;
}
Tensor fix(const Tensor& self) {
  return call<operators::fix>(self);
}
Tensor& fix_(const Tensor& self) {
  call<operators::fix_>(self); return const_cast<Tensor&>(self);
}
Tensor& fix_out(Tensor& out, const Tensor& self) {
  call<operators::fix_out>(self, out); return out;
}
Tensor& fix_outf(const Tensor& self, Tensor& out) {
  call<operators::fix_out>(self, out); return out;
}
Tensor arctan2(const Tensor& self, const Tensor& other) {
  return call<operators::arctan2>(self, other);
}
Tensor& arctan2_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::arctan2_out>(self, other, out); return out;
}
Tensor& arctan2_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::arctan2_out>(self, other, out); return out;
}
Tensor max(const Tensor& self, const Tensor& other) {
  return call<operators::max_other>(self, other);
}
Tensor& max_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::max_out>(self, other, out); return out;
}
Tensor& max_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::max_out>(self, other, out); return out;
}
Tensor min(const Tensor& self, const Tensor& other) {
  return call<operators::min_other>(self, other);
}
Tensor& min_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::min_out>(self, other, out); return out;
}
Tensor& min_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::min_out>(self, other, out); return out;
}
Tensor clip(const Tensor& self, const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max) {
  return call<operators::clip>(self, min, max);
}
Tensor& clip_(const Tensor& self, const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max) {
  call<operators::clip_>(self, min, max); return const_cast<Tensor&>(self);
}
Tensor& clip_out(Tensor& out, const Tensor& self, const c10::optional<c10::Scalar>& min,
                 const c10::optional<c10::Scalar>& max) {
  call<operators::clip_out>(self, min, max, out); return out;
}
Tensor& clip_outf(const Tensor& self, const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max,
                  Tensor& out) {
  call<operators::clip_out>(self, min, max, out); return out;
}
Tensor clip(const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max) {
  return call<operators::clip_Tensor>(self, min, max);
}
Tensor& clip_(const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max) {
  call<operators::clip__Tensor>(self, min, max); return const_cast<Tensor&>(self);
}
Tensor& clip_out(Tensor& out, const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max) {
  call<operators::clip_Tensor_out>(self, min, max, out); return out;
}
Tensor& clip_outf(const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max, Tensor& out) {
  call<operators::clip_Tensor_out>(self, min, max, out); return out;
}
Tensor divide(const Tensor& self, const Tensor& other) {
  return call<operators::divide_Tensor>(self, other);
}
Tensor& divide_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::divide_out>(self, other, out); return out;
}
Tensor& divide_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::divide_out>(self, other, out); return out;
}
Tensor divide(const Tensor& self, const c10::Scalar& other) {
  return call<operators::divide_Scalar>(self, other);
}
Tensor divide(const Tensor& self, const Tensor& other, c10::optional<std::string_view> rounding_mode) {
  return call<operators::divide_Tensor_mode>(self, other, rounding_mode);
}
Tensor divide(const Tensor& self, const c10::Scalar& other, c10::optional<std::string_view> rounding_mode) {
  return call<operators::divide_Scalar_mode>(self, other, rounding_mode);
}
Tensor multiply(const Tensor& self, const Tensor& other) {
  return call<operators::multiply_Tensor>(self, other);
}
Tensor& multiply_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::multiply_out>(self, other, out); return out;
}
Tensor& multiply_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::multiply_out>(self, other, out); return out;
}
Tensor multiply(const Tensor& self, const c10::Scalar& other) {
  return call<operators::multiply_Scalar>(self, other);
}
Tensor subtract(const Tensor& self, const Tensor& other, const c10::Scalar& alpha) {
  return call<operators::subtract_Tensor>(self, other, alpha);
}
Tensor& subtract_out(Tensor& out, const Tensor& self, const Tensor& other, const c10::Scalar& alpha) {
  call<operators::subtract_out>(self, other, alpha, out); return out;
}
Tensor& subtract_outf(const Tensor& self, const Tensor& other, const c10::Scalar& alpha, Tensor& out) {
  call<operators::subtract_out>(self, other, alpha, out); return out;
}
Tensor subtract(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  return call<operators::subtract_Scalar>(self, other, alpha);
}
Tensor true_divide(const Tensor& self, const Tensor& other) {
  return call<operators::true_divide_Tensor>(self, other);
}
Tensor& true_divide_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::true_divide_out>(self, other, out); return out;
}
Tensor& true_divide_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::true_divide_out>(self, other, out); return out;
}
Tensor true_divide(const Tensor& self, const c10::Scalar& other) {
  return call<operators::true_divide_Scalar>(self, other);
}
Tensor greater(const Tensor& self, const Tensor& other) {
  return call<operators::greater_Tensor>(self, other);
}
Tensor& greater_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::greater_Tensor_out>(self, other, out); return out;
}
Tensor& greater_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::greater_Tensor_out>(self, other, out); return out;
}
Tensor greater(const Tensor& self, const c10::Scalar& other) {
  return call<operators::greater_Scalar>(self, other);
}
Tensor& greater_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::greater_Scalar_out>(self, other, out); return out;
}
Tensor& greater_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::greater_Scalar_out>(self, other, out); return out;
}
Tensor greater_equal(const Tensor& self, const Tensor& other) {
  return call<operators::greater_equal_Tensor>(self, other);
}
Tensor& greater_equal_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::greater_equal_Tensor_out>(self, other, out); return out;
}
Tensor& greater_equal_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::greater_equal_Tensor_out>(self, other, out); return out;
}
Tensor greater_equal(const Tensor& self, const c10::Scalar& other) {
  return call<operators::greater_equal_Scalar>(self, other);
}
Tensor& greater_equal_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::greater_equal_Scalar_out>(self, other, out); return out;
}
Tensor& greater_equal_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::greater_equal_Scalar_out>(self, other, out); return out;
}
Tensor less(const Tensor& self, const Tensor& other) {
  return call<operators::less_Tensor>(self, other);
}
Tensor& less_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::less_Tensor_out>(self, other, out); return out;
}
Tensor& less_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::less_Tensor_out>(self, other, out); return out;
}
Tensor less(const Tensor& self, const c10::Scalar& other) {
  return call<operators::less_Scalar>(self, other);
}
Tensor& less_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::less_Scalar_out>(self, other, out); return out;
}
Tensor& less_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::less_Scalar_out>(self, other, out); return out;
}
Tensor less_equal(const Tensor& self, const Tensor& other) {
  return call<operators::less_equal_Tensor>(self, other);
}
Tensor& less_equal_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::less_equal_Tensor_out>(self, other, out); return out;
}
Tensor& less_equal_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::less_equal_Tensor_out>(self, other, out); return out;
}
Tensor less_equal(const Tensor& self, const c10::Scalar& other) {
  return call<operators::less_equal_Scalar>(self, other);
}
Tensor& less_equal_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::less_equal_Scalar_out>(self, other, out); return out;
}
Tensor& less_equal_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::less_equal_Scalar_out>(self, other, out); return out;
}
Tensor not_equal(const Tensor& self, const Tensor& other) {
  return call<operators::not_equal_Tensor>(self, other);
}
Tensor& not_equal_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::not_equal_Tensor_out>(self, other, out); return out;
}
Tensor& not_equal_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::not_equal_Tensor_out>(self, other, out); return out;
}
Tensor not_equal(const Tensor& self, const c10::Scalar& other) {
  return call<operators::not_equal_Scalar>(self, other);
}
Tensor& not_equal_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::not_equal_Scalar_out>(self, other, out); return out;
}
Tensor& not_equal_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::not_equal_Scalar_out>(self, other, out); return out;
}
Tensor concat(TensorList tensors, std::int64_t dim) {
  return call<operators::concat>(tensors, dim);
}
Tensor& concat_out(Tensor& out, TensorList tensors, std::int64_t dim) {
  call<operators::concat_out>(tensors, dim, out); return out;
}
Tensor& concat_outf(TensorList tensors, std::int64_t dim, Tensor& out) {
  call<operators::concat_out>(tensors, dim, out); return out;
}
Tensor concatenate(TensorList tensors, std::int64_t dim) {
  return call<operators::concatenate>(tensors, dim);
}
Tensor& concatenate_out(Tensor& out, TensorList tensors, std::int64_t dim) {
  call<operators::concatenate_out>(tensors, dim, out); return out;
}
Tensor& concatenate_outf(TensorList tensors, std::int64_t dim, Tensor& out) {
  call<operators::concatenate_out>(tensors, dim, out); return out;
}
Tensor special_erf(const Tensor& self) {
  return call<operators::special_erf>(self);
}
Tensor& special_erf_out(Tensor& out, const Tensor& self) {
  call<operators::special_erf_out>(self, out); return out;
}
Tensor& special_erf_outf(const Tensor& self, Tensor& out) {
  call<operators::special_erf_out>(self, out); return out;
}
Tensor special_erfc(const Tensor& self) {
  return call<operators::special_erfc>(self);
}
Tensor& special_erfc_out(Tensor& out, const Tensor& self) {
  call<operators::special_erfc_out>(self, out); return out;
}
Tensor& special_erfc_outf(const Tensor& self, Tensor& out) {
  call<operators::special_erfc_out>(self, out); return out;
}
Tensor special_exp2(const Tensor& self) {
  return call<operators::special_exp2>(self);
}
Tensor& special_exp2_out(Tensor& out, const Tensor& self) {
  call<operators::special_exp2_out>(self, out); return out;
}
Tensor& special_exp2_outf(const Tensor& self, Tensor& out) {
  call<operators::special_exp2_out>(self, out); return out;
}
Tensor special_expit(const Tensor& self) {
  return call<operators::special_expit>(self);
}
Tensor& special_expit_out(Tensor& out, const Tensor& self) {
  call<operators::special_expit_out>(self, out); return out;
}
Tensor& special_expit_outf(const Tensor& self, Tensor& out) {
  call<operators::special_expit_out>(self, out); return out;
}
Tensor special_expm1(const Tensor& self) {
  return call<operators::special_expm1>(self);
}
Tensor& special_expm1_out(Tensor& out, const Tensor& self) {
  call<operators::special_expm1_out>(self, out); return out;
}
Tensor& special_expm1_outf(const Tensor& self, Tensor& out) {
  call<operators::special_expm1_out>(self, out); return out;
}
Tensor special_log1p(const Tensor& self) {
  return call<operators::special_log1p>(self);
}
Tensor& special_log1p_out(Tensor& out, const Tensor& self) {
  call<operators::special_log1p_out>(self, out); return out;
}
Tensor& special_log1p_outf(const Tensor& self, Tensor& out) {
  call<operators::special_log1p_out>(self, out); return out;
}
Tensor special_logsumexp(const Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  return call<operators::special_logsumexp>(self, dim, keepdim);
}
Tensor special_softmax(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype) {
  return call<operators::special_softmax>(self, dim, dtype);
}
Tensor special_log_softmax(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype) {
  return call<operators::special_log_softmax>(self, dim, dtype);
}
Tensor special_xlogy(const Tensor& self, const Tensor& other) {
  return call<operators::special_xlogy>(self, other);
}
Tensor& special_xlogy_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::special_xlogy_out>(self, other, out); return out;
}
Tensor& special_xlogy_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::special_xlogy_out>(self, other, out); return out;
}
Tensor swapaxes(const Tensor& self, std::int64_t axis0, std::int64_t axis1) {
  return call<operators::swapaxes>(self, axis0, axis1);
}
Tensor swapdims(const Tensor& self, std::int64_t dim0, std::int64_t dim1) {
  return call<operators::swapdims>(self, dim0, dim1);
}

}  // namespace modecheck_v1
}  // namespace at
