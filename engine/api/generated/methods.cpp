// The catalogue's operators as methods of at::Tensor. One of an undefined tensor raises like the operator.
// Written by engine/api/generate from the catalogue; `ninja -C build/release modecheck_api` writes it anew.
#include "engine/dispatch/call.h"
#include "engine/dispatch/ivalue.h"
#include "spec/operators/catalogue.h"

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::call;
namespace operators = modecheck::spec::operators;

Tensor Tensor::neg() const {
  return call<operators::neg>(*this);
}
Tensor& Tensor::neg_() const {
  call<operators::neg_>(*this); return itself();
}
Tensor Tensor::abs() const {
  return call<operators::abs>(*this);
}
Tensor& Tensor::abs_() const {
  call<operators::abs_>(*this); return itself();
}
Tensor Tensor::exp() const {
  return call<operators::exp>(*this);
}
Tensor& Tensor::exp_() const {
  call<operators::exp_>(*this); return itself();
}
Tensor Tensor::relu() const {
  return call<operators::relu>(*this);
}
Tensor& Tensor::relu_() const {
  call<operators::relu_>(*this); return itself();
}
Tensor Tensor::sigmoid() const {
  return call<operators::sigmoid>(*this);
}
Tensor& Tensor::sigmoid_() const {
  call<operators::sigmoid_>(*this); return itself();
}
Tensor Tensor::tanh() const {
  return call<operators::tanh>(*this);
}
Tensor& Tensor::tanh_() const {
  call<operators::tanh_>(*this); return itself();
}
Tensor Tensor::add(const Tensor& other, const c10::Scalar& alpha) const {
  return call<operators::add_Tensor>(*this, other, alpha);
}
Tensor& Tensor::add_(const Tensor& other, const c10::Scalar& alpha) const {
  call<operators::add__Tensor>(*this, other, alpha); return itself();
}
Tensor& Tensor::add_(const c10::Scalar& other, const c10::Scalar& alpha) const {
  call<operators::add__Scalar>(*this, other, alpha); return itself();
}
Tensor Tensor::sub(const Tensor& other, const c10::Scalar& alpha) const {
  return call<operators::sub_Tensor>(*this, other, alpha);
}
Tensor& Tensor::sub_(const Tensor& other, const c10::Scalar& alpha) const {
  call<operators::sub__Tensor>(*this, other, alpha); return itself();
}
Tensor Tensor::mul(const Tensor& other) const {
  return call<operators::mul_Tensor>(*this, other);
}
Tensor& Tensor::mul_(const Tensor& other) const {
  call<operators::mul__Tensor>(*this, other); return itself();
}
Tensor& Tensor::mul_(const c10::Scalar& other) const {
  call<operators::mul__Scalar>(*this, other); return itself();
}
Tensor Tensor::div(const Tensor& other) const {
  return call<operators::div_Tensor>(*this, other);
}
Tensor& Tensor::div_(const Tensor& other) const {
  call<operators::div__Tensor>(*this, other); return itself();
}
Tensor Tensor::maximum(const Tensor& other) const {
  return call<operators::maximum>(*this, other);
}
Tensor Tensor::minimum(const Tensor& other) const {
  return call<operators::minimum>(*this, other);
}
Tensor Tensor::fmax(const Tensor& other) const {
  return call<operators::fmax>(*this, other);
}
Tensor Tensor::fmin(const Tensor& other) const {
  return call<operators::fmin>(*this, other);
}
Tensor Tensor::atan2(const Tensor& other) const {
  return call<operators::atan2>(*this, other);
}
Tensor& Tensor::atan2_(const Tensor& other) const {
  call<operators::atan2_>(*this, other); return itself();
}
Tensor Tensor::add(const c10::Scalar& other, const c10::Scalar& alpha) const {
  return call<operators::add_Scalar>(*this, other, alpha);
}
Tensor Tensor::sub(const c10::Scalar& other, const c10::Scalar& alpha) const {
  return call<operators::sub_Scalar>(*this, other, alpha);
}
Tensor& Tensor::sub_(const c10::Scalar& other, const c10::Scalar& alpha) const {
  call<operators::sub__Scalar>(*this, other, alpha); return itself();
}
Tensor Tensor::mul(const c10::Scalar& other) const {
  return call<operators::mul_Scalar>(*this, other);
}
Tensor Tensor::div(const c10::Scalar& other) const {
  return call<operators::div_Scalar>(*this, other);
}
Tensor& Tensor::div_(const c10::Scalar& other) const {
  call<operators::div__Scalar>(*this, other); return itself();
}
Tensor Tensor::pow(const c10::Scalar& exponent) const {
  return call<operators::pow_Tensor_Scalar>(*this, exponent);
}
Tensor& Tensor::pow_(const c10::Scalar& exponent) const {
  call<operators::pow__Scalar>(*this, exponent); return itself();
}
Tensor Tensor::where(const Tensor& condition, const Tensor& other) const {
  return call<operators::where_self>(condition, *this, other);
}
Tensor Tensor::eq(const Tensor& other) const {
  return call<operators::eq_Tensor>(*this, other);
}
Tensor& Tensor::eq_(const Tensor& other) const {
  call<operators::eq__Tensor>(*this, other); return itself();
}
Tensor Tensor::eq(const c10::Scalar& other) const {
  return call<operators::eq_Scalar>(*this, other);
}
Tensor& Tensor::eq_(const c10::Scalar& other) const {
  call<operators::eq__Scalar>(*this, other); return itself();
}
Tensor Tensor::ne(const Tensor& other) const {
  return call<operators::ne_Tensor>(*this, other);
}
Tensor& Tensor::ne_(const Tensor& other) const {
  call<operators::ne__Tensor>(*this, other); return itself();
}
Tensor Tensor::ne(const c10::Scalar& other) const {
  return call<operators::ne_Scalar>(*this, other);
}
Tensor& Tensor::ne_(const c10::Scalar& other) const {
  call<operators::ne__Scalar>(*this, other); return itself();
}
Tensor Tensor::lt(const Tensor& other) const {
  return call<operators::lt_Tensor>(*this, other);
}
Tensor& Tensor::lt_(const Tensor& other) const {
  call<operators::lt__Tensor>(*this, other); return itself();
}
Tensor Tensor::lt(const c10::Scalar& other) const {
  return call<operators::lt_Scalar>(*this, other);
}
Tensor& Tensor::lt_(const c10::Scalar& other) const {
  call<operators::lt__Scalar>(*this, other); return itself();
}
Tensor Tensor::le(const Tensor& other) const {
  return call<operators::le_Tensor>(*this, other);
}
Tensor& Tensor::le_(const Tensor& other) const {
  call<operators::le__Tensor>(*this, other); return itself();
}
Tensor Tensor::le(const c10::Scalar& other) const {
  return call<operators::le_Scalar>(*this, other);
}
Tensor& Tensor::le_(const c10::Scalar& other) const {
  call<operators::le__Scalar>(*this, other); return itself();
}
Tensor Tensor::gt(const Tensor& other) const {
  return call<operators::gt_Tensor>(*this, other);
}
Tensor& Tensor::gt_(const Tensor& other) const {
  call<operators::gt__Tensor>(*this, other); return itself();
}
Tensor Tensor::gt(const c10::Scalar& other) const {
  return call<operators::gt_Scalar>(*this, other);
}
Tensor& Tensor::gt_(const c10::Scalar& other) const {
  call<operators::gt__Scalar>(*this, other); return itself();
}
Tensor Tensor::ge(const Tensor& other) const {
  return call<operators::ge_Tensor>(*this, other);
}
Tensor& Tensor::ge_(const Tensor& other) const {
  call<operators::ge__Tensor>(*this, other); return itself();
}
Tensor Tensor::ge(const c10::Scalar& other) const {
  return call<operators::ge_Scalar>(*this, other);
}
Tensor& Tensor::ge_(const c10::Scalar& other) const {
  call<operators::ge__Scalar>(*this, other); return itself();
}
Tensor Tensor::logical_and(const Tensor& other) const {
  return call<operators::logical_and>(*this, other);
}
Tensor Tensor::logical_or(const Tensor& other) const {
  return call<operators::logical_or>(*this, other);
}
Tensor Tensor::logical_xor(const Tensor& other) const {
  return call<operators::logical_xor>(*this, other);
}
Tensor Tensor::bitwise_and(const Tensor& other) const {
  return call<operators::bitwise_and_Tensor>(*this, other);
}
Tensor& Tensor::bitwise_and_(const Tensor& other) const {
  call<operators::bitwise_and__Tensor>(*this, other); return itself();
}
Tensor Tensor::bitwise_or(const Tensor& other) const {
  return call<operators::bitwise_or_Tensor>(*this, other);
}
Tensor& Tensor::bitwise_or_(const Tensor& other) const {
  call<operators::bitwise_or__Tensor>(*this, other); return itself();
}
Tensor Tensor::bitwise_xor(const Tensor& other) const {
  return call<operators::bitwise_xor_Tensor>(*this, other);
}
Tensor& Tensor::bitwise_xor_(const Tensor& other) const {
  call<operators::bitwise_xor__Tensor>(*this, other); return itself();
}
Tensor Tensor::bitwise_and(const c10::Scalar& other) const {
  return call<operators::bitwise_and_Scalar>(*this, other);
}
Tensor& Tensor::bitwise_and_(const c10::Scalar& other) const {
  call<operators::bitwise_and__Scalar>(*this, other); return itself();
}
Tensor Tensor::bitwise_or(const c10::Scalar& other) const {
  return call<operators::bitwise_or_Scalar>(*this, other);
}
Tensor& Tensor::bitwise_or_(const c10::Scalar& other) const {
  call<operators::bitwise_or__Scalar>(*this, other); return itself();
}
Tensor Tensor::bitwise_xor(const c10::Scalar& other) const {
  return call<operators::bitwise_xor_Scalar>(*this, other);
}
Tensor& Tensor::bitwise_xor_(const c10::Scalar& other) const {
  call<operators::bitwise_xor__Scalar>(*this, other); return itself();
}
Tensor Tensor::bitwise_left_shift(const Tensor& other) const {
  return call<operators::bitwise_left_shift_Tensor>(*this, other);
}
Tensor& Tensor::bitwise_left_shift_(const Tensor& other) const {
  call<operators::bitwise_left_shift__Tensor>(*this, other); return itself();
}
Tensor Tensor::bitwise_left_shift(const c10::Scalar& other) const {
  return call<operators::bitwise_left_shift_Tensor_Scalar>(*this, other);
}
Tensor& Tensor::bitwise_left_shift_(const c10::Scalar& other) const {
  call<operators::bitwise_left_shift__Tensor_Scalar>(*this, other); return itself();
}
Tensor Tensor::bitwise_right_shift(const Tensor& other) const {
  return call<operators::bitwise_right_shift_Tensor>(*this, other);
}
Tensor& Tensor::bitwise_right_shift_(const Tensor& other) const {
  call<operators::bitwise_right_shift__Tensor>(*this, other); return itself();
}
Tensor Tensor::bitwise_right_shift(const c10::Scalar& other) const {
  return call<operators::bitwise_right_shift_Tensor_Scalar>(*this, other);
}
Tensor& Tensor::bitwise_right_shift_(const c10::Scalar& other) const {
  call<operators::bitwise_right_shift__Tensor_Scalar>(*this, other); return itself();
}
Tensor Tensor::log() const {
  return call<operators::log>(*this);
}
Tensor& Tensor::log_() const {
  call<operators::log_>(*this); return itself();
}
Tensor Tensor::log2() const {
  return call<operators::log2>(*this);
}
Tensor& Tensor::log2_() const {
  call<operators::log2_>(*this); return itself();
}
Tensor Tensor::log10() const {
  return call<operators::log10>(*this);
}
Tensor& Tensor::log10_() const {
  call<operators::log10_>(*this); return itself();
}
Tensor Tensor::log1p() const {
  return call<operators::log1p>(*this);
}
Tensor& Tensor::log1p_() const {
  call<operators::log1p_>(*this); return itself();
}
Tensor Tensor::exp2() const {
  return call<operators::exp2>(*this);
}
Tensor& Tensor::exp2_() const {
  call<operators::exp2_>(*this); return itself();
}
Tensor Tensor::expm1() const {
  return call<operators::expm1>(*this);
}
Tensor& Tensor::expm1_() const {
  call<operators::expm1_>(*this); return itself();
}
Tensor Tensor::sqrt() const {
  return call<operators::sqrt>(*this);
}
Tensor& Tensor::sqrt_() const {
  call<operators::sqrt_>(*this); return itself();
}
Tensor Tensor::rsqrt() const {
  return call<operators::rsqrt>(*this);
}
Tensor& Tensor::rsqrt_() const {
  call<operators::rsqrt_>(*this); return itself();
}
Tensor Tensor::sin() const {
  return call<operators::sin>(*this);
}
Tensor& Tensor::sin_() const {
  call<operators::sin_>(*this); return itself();
}
Tensor Tensor::cos() const {
  return call<operators::cos>(*this);
}
Tensor& Tensor::cos_() const {
  call<operators::cos_>(*this); return itself();
}
Tensor Tensor::tan() const {
  return call<operators::tan>(*this);
}
Tensor& Tensor::tan_() const {
  call<operators::tan_>(*this); return itself();
}
Tensor Tensor::asin() const {
  return call<operators::asin>(*this);
}
Tensor& Tensor::asin_() const {
  call<operators::asin_>(*this); return itself();
}
Tensor Tensor::acos() const {
  return call<operators::acos>(*this);
}
Tensor& Tensor::acos_() const {
  call<operators::acos_>(*this); return itself();
}
Tensor Tensor::atan() const {
  return call<operators::atan>(*this);
}
Tensor& Tensor::atan_() const {
  call<operators::atan_>(*this); return itself();
}
Tensor Tensor::sinh() const {
  return call<operators::sinh>(*this);
}
Tensor& Tensor::sinh_() const {
  call<operators::sinh_>(*this); return itself();
}
Tensor Tensor::cosh() const {
  return call<operators::cosh>(*this);
}
Tensor& Tensor::cosh_() const {
  call<operators::cosh_>(*this); return itself();
}
Tensor Tensor::asinh() const {
  return call<operators::asinh>(*this);
}
Tensor Tensor::acosh() const {
  return call<operators::acosh>(*this);
}
Tensor Tensor::atanh() const {
  return call<operators::atanh>(*this);
}
Tensor Tensor::erf() const {
  return call<operators::erf>(*this);
}
Tensor& Tensor::erf_() const {
  call<operators::erf_>(*this); return itself();
}
Tensor Tensor::erfc() const {
  return call<operators::erfc>(*this);
}
Tensor& Tensor::erfc_() const {
  call<operators::erfc_>(*this); return itself();
}
Tensor Tensor::reciprocal() const {
  return call<operators::reciprocal>(*this);
}
Tensor& Tensor::reciprocal_() const {
  call<operators::reciprocal_>(*this); return itself();
}
Tensor Tensor::sign() const {
  return call<operators::sign>(*this);
}
Tensor& Tensor::sign_() const {
  call<operators::sign_>(*this); return itself();
}
Tensor Tensor::floor() const {
  return call<operators::floor>(*this);
}
Tensor& Tensor::floor_() const {
  call<operators::floor_>(*this); return itself();
}
Tensor Tensor::ceil() const {
  return call<operators::ceil>(*this);
}
Tensor& Tensor::ceil_() const {
  call<operators::ceil_>(*this); return itself();
}
Tensor Tensor::trunc() const {
  return call<operators::trunc>(*this);
}
Tensor& Tensor::trunc_() const {
  call<operators::trunc_>(*this); return itself();
}
Tensor Tensor::round() const {
  return call<operators::round>(*this);
}
Tensor& Tensor::round_() const {
  call<operators::round_>(*this); return itself();
}
Tensor Tensor::frac() const {
  return call<operators::frac>(*this);
}
Tensor& Tensor::frac_() const {
  call<operators::frac_>(*this); return itself();
}
Tensor Tensor::isnan() const {
  return call<operators::isnan>(*this);
}
Tensor Tensor::isinf() const {
  return call<operators::isinf>(*this);
}
Tensor Tensor::logical_not() const {
  return call<operators::logical_not>(*this);
}
Tensor Tensor::bitwise_not() const {
  return call<operators::bitwise_not>(*this);
}
Tensor& Tensor::bitwise_not_() const {
  call<operators::bitwise_not_>(*this); return itself();
}
Tensor Tensor::clamp(const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max) const {
  return call<operators::clamp>(*this, min, max);
}
Tensor& Tensor::clamp_(const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max) const {
  call<operators::clamp_>(*this, min, max); return itself();
}
Tensor Tensor::clamp_min(const c10::Scalar& min) const {
  return call<operators::clamp_min>(*this, min);
}
Tensor& Tensor::clamp_min_(const c10::Scalar& min) const {
  call<operators::clamp_min_>(*this, min); return itself();
}
Tensor Tensor::clamp_max(const c10::Scalar& max) const {
  return call<operators::clamp_max>(*this, max);
}
Tensor& Tensor::clamp_max_(const c10::Scalar& max) const {
  call<operators::clamp_max_>(*this, max); return itself();
}
Tensor Tensor::nan_to_num(c10::optional<double> nan, c10::optional<double> posinf, c10::optional<double> neginf) const {
  return call<operators::nan_to_num>(*this, nan, posinf, neginf);
}
Tensor& Tensor::nan_to_num_(c10::optional<double> nan, c10::optional<double> posinf,
                            c10::optional<double> neginf) const {
  call<operators::nan_to_num_>(*this, nan, posinf, neginf); return itself();
}
Tensor Tensor::pow(const Tensor& exponent) const {
  return call<operators::pow_Tensor_Tensor>(*this, exponent);
}
Tensor& Tensor::pow_(const Tensor& exponent) const {
  call<operators::pow__Tensor>(*this, exponent); return itself();
}
Tensor Tensor::fmod(const Tensor& other) const {
  return call<operators::fmod_Tensor>(*this, other);
}
Tensor& Tensor::fmod_(const Tensor& other) const {
  call<operators::fmod__Tensor>(*this, other); return itself();
}
Tensor Tensor::fmod(const c10::Scalar& other) const {
  return call<operators::fmod_Scalar>(*this, other);
}
Tensor& Tensor::fmod_(const c10::Scalar& other) const {
  call<operators::fmod__Scalar>(*this, other); return itself();
}
Tensor Tensor::remainder(const Tensor& other) const {
  return call<operators::remainder_Tensor>(*this, other);
}
Tensor& Tensor::remainder_(const Tensor& other) const {
  call<operators::remainder__Tensor>(*this, other); return itself();
}
Tensor Tensor::remainder(const c10::Scalar& other) const {
  return call<operators::remainder_Scalar>(*this, other);
}
Tensor& Tensor::remainder_(const c10::Scalar& other) const {
  call<operators::remainder__Scalar>(*this, other); return itself();
}
Tensor Tensor::div(const Tensor& other, c10::optional<std::string_view> rounding_mode) const {
  return call<operators::div_Tensor_mode>(*this, other, rounding_mode);
}
Tensor& Tensor::div_(const Tensor& other, c10::optional<std::string_view> rounding_mode) const {
  call<operators::div__Tensor_mode>(*this, other, rounding_mode); return itself();
}
Tensor Tensor::div(const c10::Scalar& other, c10::optional<std::string_view> rounding_mode) const {
  return call<operators::div_Scalar_mode>(*this, other, rounding_mode);
}
Tensor& Tensor::div_(const c10::Scalar& other, c10::optional<std::string_view> rounding_mode) const {
  call<operators::div__Scalar_mode>(*this, other, rounding_mode); return itself();
}
Tensor Tensor::hypot(const Tensor& other) const {
  return call<operators::hypot>(*this, other);
}
Tensor& Tensor::hypot_(const Tensor& other) const {
  call<operators::hypot_>(*this, other); return itself();
}
Tensor Tensor::logaddexp(const Tensor& other) const {
  return call<operators::logaddexp>(*this, other);
}
Tensor Tensor::lerp(const Tensor& end, const c10::Scalar& weight) const {
  return call<operators::lerp_Scalar>(*this, end, weight);
}
Tensor& Tensor::lerp_(const Tensor& end, const c10::Scalar& weight) const {
  call<operators::lerp__Scalar>(*this, end, weight); return itself();
}
Tensor Tensor::lerp(const Tensor& end, const Tensor& weight) const {
  return call<operators::lerp_Tensor>(*this, end, weight);
}
Tensor& Tensor::lerp_(const Tensor& end, const Tensor& weight) const {
  call<operators::lerp__Tensor>(*this, end, weight); return itself();
}
Tensor Tensor::addcmul(const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value) const {
  return call<operators::addcmul>(*this, tensor1, tensor2, value);
}
Tensor& Tensor::addcmul_(const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value) const {
  call<operators::addcmul_>(*this, tensor1, tensor2, value); return itself();
}
Tensor Tensor::addcdiv(const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value) const {
  return call<operators::addcdiv>(*this, tensor1, tensor2, value);
}
Tensor& Tensor::addcdiv_(const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value) const {
  call<operators::addcdiv_>(*this, tensor1, tensor2, value); return itself();
}
Tensor Tensor::copysign(const Tensor& other) const {
  return call<operators::copysign_Tensor>(*this, other);
}
Tensor& Tensor::copysign_(const Tensor& other) const {
  call<operators::copysign__Tensor>(*this, other); return itself();
}
Tensor Tensor::xlogy(const Tensor& other) const {
  return call<operators::xlogy_Tensor>(*this, other);
}
Tensor& Tensor::xlogy_(const Tensor& other) const {
  call<operators::xlogy__Tensor>(*this, other); return itself();
}
Tensor Tensor::clamp_min(const Tensor& min) const {
  return call<operators::clamp_min_Tensor>(*this, min);
}
Tensor& Tensor::clamp_min_(const Tensor& min) const {
  call<operators::clamp_min__Tensor>(*this, min); return itself();
}
Tensor Tensor::clamp_max(const Tensor& max) const {
  return call<operators::clamp_max_Tensor>(*this, max);
}
Tensor& Tensor::clamp_max_(const Tensor& max) const {
  call<operators::clamp_max__Tensor>(*this, max); return itself();
}
Tensor Tensor::clamp(const c10::optional<Tensor>& min, const c10::optional<Tensor>& max) const {
  return call<operators::clamp_Tensor>(*this, min, max);
}
Tensor& Tensor::clamp_(const c10::optional<Tensor>& min, const c10::optional<Tensor>& max) const {
  call<operators::clamp__Tensor>(*this, min, max); return itself();
}
Tensor Tensor::sum(c10::optional<c10::ScalarType> dtype) const {
  return call<operators::sum>(*this, dtype);
}
Tensor Tensor::sum(c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype) const {
  return call<operators::sum_dim_IntList>(*this, dim, keepdim, dtype);
}
Tensor Tensor::mean(c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype) const {
  return call<operators::mean_dim>(*this, dim, keepdim, dtype);
}
Tensor Tensor::amax(c10::IntArrayRef dim, bool keepdim) const {
  return call<operators::amax>(*this, dim, keepdim);
}
Tensor Tensor::softmax(std::int64_t dim, c10::optional<c10::ScalarType> dtype) const {
  return call<operators::softmax_int>(*this, dim, dtype);
}
Tensor Tensor::mean(c10::optional<c10::ScalarType> dtype) const {
  return call<operators::mean>(*this, dtype);
}
Tensor Tensor::amin(c10::IntArrayRef dim, bool keepdim) const {
  return call<operators::amin>(*this, dim, keepdim);
}
Tensor Tensor::prod(c10::optional<c10::ScalarType> dtype) const {
  return call<operators::prod>(*this, dtype);
}
Tensor Tensor::prod(std::int64_t dim, bool keepdim, c10::optional<c10::ScalarType> dtype) const {
  return call<operators::prod_dim_int>(*this, dim, keepdim, dtype);
}
Tensor Tensor::nansum(c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype) const {
  return call<operators::nansum>(*this, dim, keepdim, dtype);
}
Tensor Tensor::any() const {
  return call<operators::any>(*this);
}
Tensor Tensor::any(std::int64_t dim, bool keepdim) const {
  return call<operators::any_dim>(*this, dim, keepdim);
}
Tensor Tensor::all() const {
  return call<operators::all>(*this);
}
Tensor Tensor::all(std::int64_t dim, bool keepdim) const {
  return call<operators::all_dim>(*this, dim, keepdim);
}
Tensor Tensor::argmax(c10::optional<std::int64_t> dim, bool keepdim) const {
  return call<operators::argmax>(*this, dim, keepdim);
}
Tensor Tensor::argmin(c10::optional<std::int64_t> dim, bool keepdim) const {
  return call<operators::argmin>(*this, dim, keepdim);
}
Tensor Tensor::count_nonzero(c10::optional<std::int64_t> dim) const {
  return call<operators::count_nonzero>(*this, dim);
}
Tensor Tensor::cumsum(std::int64_t dim, c10::optional<c10::ScalarType> dtype) const {
  return call<operators::cumsum>(*this, dim, dtype);
}
Tensor& Tensor::cumsum_(std::int64_t dim, c10::optional<c10::ScalarType> dtype) const {
  call<operators::cumsum_>(*this, dim, dtype); return itself();
}
Tensor Tensor::logsumexp(c10::IntArrayRef dim, bool keepdim) const {
  return call<operators::logsumexp>(*this, dim, keepdim);
}
Tensor Tensor::var(c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction, bool keepdim) const {
  return call<operators::var_correction>(*this, dim, correction, keepdim);
}
Tensor Tensor::std(c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction, bool keepdim) const {
  return call<operators::std_correction>(*this, dim, correction, keepdim);
}
Tensor Tensor::cumprod(std::int64_t dim, c10::optional<c10::ScalarType> dtype) const {
  return call<operators::cumprod>(*this, dim, dtype);
}
Tensor& Tensor::cumprod_(std::int64_t dim, c10::optional<c10::ScalarType> dtype) const {
  call<operators::cumprod_>(*this, dim, dtype); return itself();
}
Tensor Tensor::log_softmax(std::int64_t dim, c10::optional<c10::ScalarType> dtype) const {
  return call<operators::log_softmax_int>(*this, dim, dtype);
}
Tensor Tensor::var(c10::OptionalIntArrayRef dim, bool unbiased, bool keepdim) const {
  return call<operators::var_dim>(*this, dim, unbiased, keepdim);
}
Tensor Tensor::mm(const Tensor& mat2) const {
  return call<operators::mm>(*this, mat2);
}
Tensor Tensor::addmm(const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta, const c10::Scalar& alpha) const {
  return call<operators::addmm>(*this, mat1, mat2, beta, alpha);
}
Tensor& Tensor::addmm_(const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta,
                       const c10::Scalar& alpha) const {
  call<operators::addmm_>(*this, mat1, mat2, beta, alpha); return itself();
}
Tensor Tensor::matmul(const Tensor& other) const {
  return call<operators::matmul>(*this, other);
}
Tensor Tensor::mv(const Tensor& vec) const {
  return call<operators::mv>(*this, vec);
}
Tensor Tensor::dot(const Tensor& tensor) const {
  return call<operators::dot>(*this, tensor);
}
Tensor Tensor::bmm(const Tensor& mat2) const {
  return call<operators::bmm>(*this, mat2);
}
Tensor Tensor::addmv(const Tensor& mat, const Tensor& vec, const c10::Scalar& beta, const c10::Scalar& alpha) const {
  return call<operators::addmv>(*this, mat, vec, beta, alpha);
}
Tensor& Tensor::addmv_(const Tensor& mat, const Tensor& vec, const c10::Scalar& beta, const c10::Scalar& alpha) const {
  call<operators::addmv_>(*this, mat, vec, beta, alpha); return itself();
}
Tensor Tensor::addbmm(const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta,
                      const c10::Scalar& alpha) const {
  return call<operators::addbmm>(*this, batch1, batch2, beta, alpha);
}
Tensor Tensor::baddbmm(const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta,
                       const c10::Scalar& alpha) const {
  return call<operators::baddbmm>(*this, batch1, batch2, beta, alpha);
}
Tensor& Tensor::baddbmm_(const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta,
                         const c10::Scalar& alpha) const {
  call<operators::baddbmm_>(*this, batch1, batch2, beta, alpha); return itself();
}
Tensor Tensor::flip(c10::IntArrayRef dims) const {
  return call<operators::flip>(*this, dims);
}
Tensor Tensor::tril(std::int64_t diagonal) const {
  return call<operators::tril>(*this, diagonal);
}
Tensor& Tensor::tril_(std::int64_t diagonal) const {
  call<operators::tril_>(*this, diagonal); return itself();
}
Tensor Tensor::triu(std::int64_t diagonal) const {
  return call<operators::triu>(*this, diagonal);
}
Tensor& Tensor::triu_(std::int64_t diagonal) const {
  call<operators::triu_>(*this, diagonal); return itself();
}
Tensor Tensor::repeat(c10::IntArrayRef repeats) const {
  return call<operators::repeat>(*this, repeats);
}
Tensor Tensor::slice_scatter(const Tensor& src, std::int64_t dim, c10::optional<std::int64_t> start,
                             c10::optional<std::int64_t> end, std::int64_t step) const {
  return call<operators::slice_scatter>(*this, src, dim, start, end, step);
}
Tensor Tensor::select_scatter(const Tensor& src, std::int64_t dim, std::int64_t index) const {
  return call<operators::select_scatter>(*this, src, dim, index);
}
Tensor Tensor::narrow_copy(std::int64_t dim, std::int64_t start, std::int64_t length) const {
  return call<operators::narrow_copy>(*this, dim, start, length);
}
Tensor Tensor::index_select(std::int64_t dim, const Tensor& index) const {
  return call<operators::index_select>(*this, dim, index);
}
Tensor Tensor::gather(std::int64_t dim, const Tensor& index, bool sparse_grad) const {
  return call<operators::gather>(*this, dim, index, sparse_grad);
}
Tensor Tensor::masked_fill(const Tensor& mask, const c10::Scalar& value) const {
  return call<operators::masked_fill_Scalar>(*this, mask, value);
}
Tensor& Tensor::masked_fill_(const Tensor& mask, const c10::Scalar& value) const {
  call<operators::masked_fill__Scalar>(*this, mask, value); return itself();
}
Tensor Tensor::masked_fill(const Tensor& mask, const Tensor& value) const {
  return call<operators::masked_fill_Tensor>(*this, mask, value);
}
Tensor& Tensor::masked_fill_(const Tensor& mask, const Tensor& value) const {
  call<operators::masked_fill__Tensor>(*this, mask, value); return itself();
}
Tensor Tensor::index_add(std::int64_t dim, const Tensor& index, const Tensor& source, const c10::Scalar& alpha) const {
  return call<operators::index_add>(*this, dim, index, source, alpha);
}
Tensor& Tensor::index_add_(std::int64_t dim, const Tensor& index, const Tensor& source,
                           const c10::Scalar& alpha) const {
  call<operators::index_add_>(*this, dim, index, source, alpha); return itself();
}
Tensor Tensor::index_copy(std::int64_t dim, const Tensor& index, const Tensor& source) const {
  return call<operators::index_copy>(*this, dim, index, source);
}
Tensor& Tensor::index_copy_(std::int64_t dim, const Tensor& index, const Tensor& source) const {
  call<operators::index_copy_>(*this, dim, index, source); return itself();
}
Tensor Tensor::index_fill(std::int64_t dim, const Tensor& index, const c10::Scalar& value) const {
  return call<operators::index_fill_int_Scalar>(*this, dim, index, value);
}
Tensor& Tensor::index_fill_(std::int64_t dim, const Tensor& index, const c10::Scalar& value) const {
  call<operators::index_fill__int_Scalar>(*this, dim, index, value); return itself();
}
Tensor Tensor::scatter(std::int64_t dim, const Tensor& index, const Tensor& src) const {
  return call<operators::scatter_src>(*this, dim, index, src);
}
Tensor& Tensor::scatter_(std::int64_t dim, const Tensor& index, const Tensor& src) const {
  call<operators::scatter__src>(*this, dim, index, src); return itself();
}
Tensor Tensor::scatter(std::int64_t dim, const Tensor& index, const c10::Scalar& value) const {
  return call<operators::scatter_value>(*this, dim, index, value);
}
Tensor& Tensor::scatter_(std::int64_t dim, const Tensor& index, const c10::Scalar& value) const {
  call<operators::scatter__value>(*this, dim, index, value); return itself();
}
Tensor Tensor::scatter_add(std::int64_t dim, const Tensor& index, const Tensor& src) const {
  return call<operators::scatter_add>(*this, dim, index, src);
}
Tensor& Tensor::scatter_add_(std::int64_t dim, const Tensor& index, const Tensor& src) const {
  call<operators::scatter_add_>(*this, dim, index, src); return itself();
}
Tensor Tensor::masked_scatter(const Tensor& mask, const Tensor& source) const {
  return call<operators::masked_scatter>(*this, mask, source);
}
Tensor& Tensor::masked_scatter_(const Tensor& mask, const Tensor& source) const {
  call<operators::masked_scatter_>(*this, mask, source); return itself();
}
Tensor Tensor::index(const c10::List<c10::optional<Tensor>>& indices) const {
  return call<operators::index_Tensor>(*this, indices);
}
Tensor Tensor::index_put(const c10::List<c10::optional<Tensor>>& indices, const Tensor& values, bool accumulate) const {
  return call<operators::index_put>(*this, indices, values, accumulate);
}
Tensor& Tensor::index_put_(const c10::List<c10::optional<Tensor>>& indices, const Tensor& values,
                           bool accumulate) const {
  call<operators::index_put_>(*this, indices, values, accumulate); return itself();
}
Tensor Tensor::nonzero() const {
  return call<operators::nonzero>(*this);
}
Tensor Tensor::scatter_reduce(std::int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce,
                              bool include_self) const {
  return call<operators::scatter_reduce_two>(*this, dim, index, src, reduce, include_self);
}
Tensor& Tensor::scatter_reduce_(std::int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce,
                                bool include_self) const {
  call<operators::scatter_reduce__two>(*this, dim, index, src, reduce, include_self); return itself();
}
Tensor Tensor::clone(c10::optional<c10::MemoryFormat> memory_format) const {
  return call<operators::clone>(*this, memory_format);
}
Tensor Tensor::contiguous(c10::MemoryFormat memory_format) const {
  return call<operators::contiguous>(*this, memory_format);
}
Tensor Tensor::to(c10::ScalarType dtype, bool non_blocking, bool copy,
                  c10::optional<c10::MemoryFormat> memory_format) const {
  return call<operators::to_dtype>(*this, dtype, non_blocking, copy, memory_format);
}
Tensor& Tensor::copy_(const Tensor& src, bool non_blocking) const {
  call<operators::copy_>(*this, src, non_blocking); return itself();
}
Tensor& Tensor::zero_() const {
  call<operators::zero_>(*this); return itself();
}
Tensor& Tensor::fill_(const c10::Scalar& value) const {
  call<operators::fill__Scalar>(*this, value); return itself();
}
Tensor& Tensor::fill_(const Tensor& value) const {
  call<operators::fill__Tensor>(*this, value); return itself();
}
Tensor Tensor::alias() const {
  return call<operators::alias>(*this);
}
Tensor Tensor::view(c10::IntArrayRef size) const {
  return call<operators::view>(*this, size);
}
Tensor Tensor::reshape(c10::IntArrayRef shape) const {
  return call<operators::reshape>(*this, shape);
}
Tensor Tensor::transpose(std::int64_t dim0, std::int64_t dim1) const {
  return call<operators::transpose_int>(*this, dim0, dim1);
}
Tensor Tensor::permute(c10::IntArrayRef dims) const {
  return call<operators::permute>(*this, dims);
}
Tensor Tensor::t() const {
  return call<operators::t>(*this);
}
Tensor Tensor::select(std::int64_t dim, std::int64_t index) const {
  return call<operators::select_int>(*this, dim, index);
}
Tensor Tensor::slice(std::int64_t dim, c10::optional<std::int64_t> start, c10::optional<std::int64_t> end,
                     std::int64_t step) const {
  return call<operators::slice_Tensor>(*this, dim, start, end, step);
}
Tensor Tensor::narrow(std::int64_t dim, std::int64_t start, std::int64_t length) const {
  return call<operators::narrow>(*this, dim, start, length);
}
Tensor Tensor::expand(c10::IntArrayRef size, bool implicit) const {
  return call<operators::expand>(*this, size, implicit);
}
Tensor Tensor::squeeze() const {
  return call<operators::squeeze>(*this);
}
Tensor Tensor::squeeze(std::int64_t dim) const {
  return call<operators::squeeze_dim>(*this, dim);
}
Tensor Tensor::unsqueeze(std::int64_t dim) const {
  return call<operators::unsqueeze>(*this, dim);
}
Tensor Tensor::diagonal(std::int64_t offset, std::int64_t dim1, std::int64_t dim2) const {
  return call<operators::diagonal>(*this, offset, dim1, dim2);
}
Tensor Tensor::as_strided(c10::IntArrayRef size, c10::IntArrayRef stride,
                          c10::optional<std::int64_t> storage_offset) const {
  return call<operators::as_strided>(*this, size, stride, storage_offset);
}
Tensor Tensor::view_as(const Tensor& other) const {
  return call<operators::view_as>(*this, other);
}
std::vector<Tensor> Tensor::split(std::int64_t split_size, std::int64_t dim) const {
  return call<operators::split_Tensor>(*this, split_size, dim);
}
std::vector<Tensor> Tensor::split_with_sizes(c10::IntArrayRef split_sizes, std::int64_t dim) const {
  return call<operators::split_with_sizes>(*this, split_sizes, dim);
}
std::vector<Tensor> Tensor::chunk(std::int64_t chunks, std::int64_t dim) const {
  return call<operators::chunk>(*this, chunks, dim);
}
std::vector<Tensor> Tensor::unbind(std::int64_t dim) const {
  return call<operators::unbind_int>(*this, dim);
}
Tensor Tensor::detach() const {
  return call<operators::detach>(*this);
}
Tensor Tensor::view(c10::ScalarType dtype) const {
  return call<operators::view_dtype>(*this, dtype);
}
Tensor& Tensor::t_() const {
  call<operators::t_>(*this); return itself();
}
Tensor& Tensor::transpose_(std::int64_t dim0, std::int64_t dim1) const {
  call<operators::transpose_>(*this, dim0, dim1); return itself();
}
Tensor& Tensor::squeeze_() const {
  call<operators::squeeze_>(*this); return itself();
}
Tensor& Tensor::squeeze_(std::int64_t dim) const {
  call<operators::squeeze__dim>(*this, dim); return itself();
}
Tensor& Tensor::unsqueeze_(std::int64_t dim) const {
  call<operators::unsqueeze_>(*this, dim); return itself();
}
Tensor& Tensor::as_strided_(c10::IntArrayRef size, c10::IntArrayRef stride,
                            c10::optional<std::int64_t> storage_offset) const {
  call<operators::as_strided_>(*this, size, stride, storage_offset); return itself();
}
Tensor& Tensor::detach_() const {
  call<operators::detach_>(*this); return itself();
}
const Tensor& Tensor::resize_(c10::IntArrayRef size, c10::optional<c10::MemoryFormat> memory_format) const {
  call<operators::resize_>(*this, size, memory_format); return itself();
}
Tensor& Tensor::set_(const Tensor& source) const {
  call<operators::set__source_Tensor>(*this, source); return itself();
}
std::tuple<Tensor, Tensor> Tensor::max(std::int64_t dim, bool keepdim) const {
  return call<operators::max_dim>(*this, dim, keepdim);
}
std::tuple<Tensor, Tensor> Tensor::min(std::int64_t dim, bool keepdim) const {
  return call<operators::min_dim>(*this, dim, keepdim);
}
std::tuple<Tensor, Tensor> Tensor::sort(c10::optional<bool> stable, std::int64_t dim, bool descending) const {
  return call<operators::sort_stable>(*this, stable, dim, descending);
}
std::tuple<Tensor, Tensor> Tensor::sort(std::int64_t dim, bool descending) const {
  return call<operators::sort>(*this, dim, descending);
}
std::tuple<Tensor, Tensor> Tensor::topk(std::int64_t k, std::int64_t dim, bool largest, bool sorted) const {
  return call<operators::topk>(*this, k, dim, largest, sorted);
}
std::tuple<Tensor, Tensor> Tensor::kthvalue(std::int64_t k, std::int64_t dim, bool keepdim) const {
  return call<operators::kthvalue>(*this, k, dim, keepdim);
}
std::tuple<Tensor, Tensor> Tensor::median(std::int64_t dim, bool keepdim) const {
  return call<operators::median_dim>(*this, dim, keepdim);
}
std::tuple<Tensor, Tensor> Tensor::cummax(std::int64_t dim) const {
  return call<operators::cummax>(*this, dim);
}
std::tuple<Tensor, Tensor> Tensor::cummin(std::int64_t dim) const {
  return call<operators::cummin>(*this, dim);
}
std::tuple<Tensor, Tensor> Tensor::aminmax(c10::optional<std::int64_t> dim, bool keepdim) const {
  return call<operators::aminmax>(*this, dim, keepdim);
}
Tensor Tensor::max() const {
  return call<operators::max>(*this);
}
Tensor Tensor::min() const {
  return call<operators::min>(*this);
}
Tensor Tensor::median() const {
  return call<operators::median>(*this);
}
Tensor Tensor::masked_select(const Tensor& mask) const {
  return call<operators::masked_select>(*this, mask);
}
Tensor Tensor::take(const Tensor& index) const {
  return call<operators::take>(*this, index);
}
Tensor Tensor::roll(c10::IntArrayRef shifts, c10::IntArrayRef dims) const {
  return call<operators::roll>(*this, shifts, dims);
}
Tensor Tensor::diag_embed(std::int64_t offset, std::int64_t dim1, std::int64_t dim2) const {
  return call<operators::diag_embed>(*this, offset, dim1, dim2);
}
Tensor Tensor::trace() const {
  return call<operators::trace>(*this);
}
Tensor Tensor::unfold(std::int64_t dimension, std::int64_t size, std::int64_t step) const {
  return call<operators::unfold>(*this, dimension, size, step);
}
Tensor Tensor::sgn() const {
  return call<operators::sgn>(*this);
}
Tensor& Tensor::sgn_() const {
  call<operators::sgn_>(*this); return itself();
}
Tensor Tensor::logcumsumexp(std::int64_t dim) const {
  return call<operators::logcumsumexp>(*this, dim);
}
Tensor Tensor::norm(const c10::Scalar& p) const {
  return call<operators::norm_Scalar>(*this, p);
}
Tensor Tensor::norm(const c10::optional<c10::Scalar>& p, c10::IntArrayRef dim, bool keepdim) const {
  return call<operators::norm_ScalarOpt_dim>(*this, p, dim, keepdim);
}
Tensor Tensor::lgamma() const {
  return call<operators::lgamma>(*this);
}
Tensor& Tensor::lgamma_() const {
  call<operators::lgamma_>(*this); return itself();
}
Tensor Tensor::digamma() const {
  return call<operators::digamma>(*this);
}
Tensor& Tensor::digamma_() const {
  call<operators::digamma_>(*this); return itself();
}
Tensor Tensor::moveaxis(std::int64_t source, std::int64_t destination) const {
  return call<operators::moveaxis_int>(*this, source, destination);
}
Tensor Tensor::moveaxis(c10::IntArrayRef source, c10::IntArrayRef destination) const {
  return call<operators::moveaxis_intlist>(*this, source, destination);
}
Tensor Tensor::adjoint() const {
  return call<operators::adjoint>(*this);
}
Tensor Tensor::positive() const {
  return call<operators::positive>(*this);
}
std::vector<Tensor> Tensor::hsplit(std::int64_t sections) const {
  return call<operators::hsplit_int>(*this, sections);
}
std::vector<Tensor> Tensor::vsplit(std::int64_t sections) const {
  return call<operators::vsplit_int>(*this, sections);
}
std::vector<Tensor> Tensor::dsplit(std::int64_t sections) const {
  return call<operators::dsplit_int>(*this, sections);
}
Tensor Tensor::square() const {
  return call<operators::square>(*this);
}
Tensor& Tensor::square_() const {
  call<operators::square_>(*this); return itself();
}
Tensor Tensor::float_power(const c10::Scalar& exponent) const {
  return call<operators::float_power_Tensor_Scalar>(*this, exponent);
}
Tensor Tensor::float_power(const Tensor& exponent) const {
  return call<operators::float_power_Tensor_Tensor>(*this, exponent);
}
Tensor Tensor::var(bool unbiased) const {
  return call<operators::var>(*this, unbiased);
}
Tensor Tensor::std(bool unbiased) const {
  return call<operators::std_all>(*this, unbiased);
}
Tensor Tensor::std(c10::OptionalIntArrayRef dim, bool unbiased, bool keepdim) const {
  return call<operators::std_dim>(*this, dim, unbiased, keepdim);
}
Tensor Tensor::nanmean(c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype) const {
  return call<operators::nanmean>(*this, dim, keepdim, dtype);
}
Tensor Tensor::fliplr() const {
  return call<operators::fliplr>(*this);
}
Tensor Tensor::flipud() const {
  return call<operators::flipud>(*this);
}
Tensor Tensor::inverse() const {
  return call<operators::inverse>(*this);
}
Tensor Tensor::diff(std::int64_t n, std::int64_t dim, const c10::optional<Tensor>& prepend,
                    const c10::optional<Tensor>& append) const {
  return call<operators::diff>(*this, n, dim, prepend, append);
}
Tensor Tensor::take_along_dim(const Tensor& indices, c10::optional<std::int64_t> dim) const {
  return call<operators::take_along_dim>(*this, indices, dim);
}
Tensor Tensor::repeat_interleave(std::int64_t repeats, c10::optional<std::int64_t> dim,
                                 c10::optional<std::int64_t> output_size) const {
  return call<operators::repeat_interleave_self_int>(*this, repeats, dim, output_size);
}
Tensor Tensor::inner(const Tensor& other) const {
  return call<operators::inner>(*this, other);
}
Tensor Tensor::kron(const Tensor& other) const {
  return call<operators::kron>(*this, other);
}
Tensor Tensor::ldexp(const Tensor& other) const {
  return call<operators::ldexp_Tensor>(*this, other);
}
Tensor& Tensor::ldexp_(const Tensor& other) const {
  call<operators::ldexp_>(*this, other); return itself();
}
Tensor& Tensor::asinh_() const {
  call<operators::asinh_>(*this); return itself();
}
Tensor& Tensor::acosh_() const {
  call<operators::acosh_>(*this); return itself();
}
Tensor& Tensor::atanh_() const {
  call<operators::atanh_>(*this); return itself();
}
Tensor& Tensor::logical_and_(const Tensor& other) const {
  call<operators::logical_and_>(*this, other); return itself();
}
Tensor& Tensor::logical_or_(const Tensor& other) const {
  call<operators::logical_or_>(*this, other); return itself();
}
Tensor& Tensor::logical_xor_(const Tensor& other) const {
  call<operators::logical_xor_>(*this, other); return itself();
}
Tensor& Tensor::logical_not_() const {
  call<operators::logical_not_>(*this); return itself();
}
Tensor Tensor::absolute() const {
  return call<operators::absolute>(*this);
}
Tensor& Tensor::absolute_() const {
  call<operators::absolute_>(*this); return itself();
}
Tensor Tensor::arccos() const {
  return call<operators::arccos>(*this);
}
Tensor& Tensor::arccos_() const {
  call<operators::arccos_>(*this); return itself();
}
Tensor Tensor::arccosh() const {
  return call<operators::arccosh>(*this);
}
Tensor& Tensor::arccosh_() const {
  call<operators::arccosh_>(*this); return itself();
}
Tensor Tensor::arcsin() const {
  return call<operators::arcsin>(*this);
}
Tensor& Tensor::arcsin_() const {
  call<operators::arcsin_>(*this); return itself();
}
Tensor Tensor::arcsinh() const {
  return call<operators::arcsinh>(*this);
}
Tensor& Tensor::arcsinh_() const {
  call<operators::arcsinh_>(*this); return itself();
}
Tensor Tensor::arctan() const {
  return call<operators::arctan>(*this);
}
Tensor& Tensor::arctan_() const {
  call<operators::arctan_>(*this); return itself();
}
Tensor Tensor::arctanh() const {
  return call<operators::arctanh>(*this);
}
Tensor& Tensor::arctanh_() const {
  call<operators::arctanh_>(*this); return itself();
}
Tensor Tensor::negative() const {
  return call<operators::negative>(*this);
}
Tensor& Tensor::negative_() const {
  call<operators::negative_>(*this); return itself();
}
Tensor Tensor::fix() const {
  return call<operators::fix>(*this);
}
Tensor& Tensor::fix_() const {
  call<operators::fix_>(*this); return itself();
}
Tensor Tensor::arctan2(const Tensor& other) const {
  return call<operators::arctan2>(*this, other);
}
Tensor& Tensor::arctan2_(const Tensor& other) const {
  call<operators::arctan2_>(*this, other); return itself();
}
Tensor Tensor::max(const Tensor& other) const {
  return call<operators::max_other>(*this, other);
}
Tensor Tensor::min(const Tensor& other) const {
  return call<operators::min_other>(*this, other);
}
Tensor Tensor::clip(const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max) const {
  return call<operators::clip>(*this, min, max);
}
Tensor& Tensor::clip_(const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max) const {
  call<operators::clip_>(*this, min, max); return itself();
}
Tensor Tensor::clip(const c10::optional<Tensor>& min, const c10::optional<Tensor>& max) const {
  return call<operators::clip_Tensor>(*this, min, max);
}
Tensor& Tensor::clip_(const c10::optional<Tensor>& min, const c10::optional<Tensor>& max) const {
  call<operators::clip__Tensor>(*this, min, max); return itself();
}
Tensor Tensor::divide(const Tensor& other) const {
  return call<operators::divide_Tensor>(*this, other);
}
Tensor& Tensor::divide_(const Tensor& other) const {
  call<operators::divide__Tensor>(*this, other); return itself();
}
Tensor Tensor::divide(const c10::Scalar& other) const {
  return call<operators::divide_Scalar>(*this, other);
}
Tensor& Tensor::divide_(const c10::Scalar& other) const {
  call<operators::divide__Scalar>(*this, other); return itself();
}
Tensor Tensor::divide(const Tensor& other, c10::optional<std::string_view> rounding_mode) const {
  return call<operators::divide_Tensor_mode>(*this, other, rounding_mode);
}
Tensor& Tensor::divide_(const Tensor& other, c10::optional<std::string_view> rounding_mode) const {
  call<operators::divide__Tensor_mode>(*this, other, rounding_mode); return itself();
}
Tensor Tensor::divide(const c10::Scalar& other, c10::optional<std::string_view> rounding_mode) const {
  return call<operators::divide_Scalar_mode>(*this, other, rounding_mode);
}
Tensor& Tensor::divide_(const c10::Scalar& other, c10::optional<std::string_view> rounding_mode) const {
  call<operators::divide__Scalar_mode>(*this, other, rounding_mode); return itself();
}
Tensor Tensor::multiply(const Tensor& other) const {
  return call<operators::multiply_Tensor>(*this, other);
}
Tensor& Tensor::multiply_(const Tensor& other) const {
  call<operators::multiply__Tensor>(*this, other); return itself();
}
Tensor Tensor::multiply(const c10::Scalar& other) const {
  return call<operators::multiply_Scalar>(*this, other);
}
Tensor& Tensor::multiply_(const c10::Scalar& other) const {
  call<operators::multiply__Scalar>(*this, other); return itself();
}
Tensor Tensor::subtract(const Tensor& other, const c10::Scalar& alpha) const {
  return call<operators::subtract_Tensor>(*this, other, alpha);
}
Tensor& Tensor::subtract_(const Tensor& other, const c10::Scalar& alpha) const {
  call<operators::subtract__Tensor>(*this, other, alpha); return itself();
}
Tensor Tensor::subtract(const c10::Scalar& other, const c10::Scalar& alpha) const {
  return call<operators::subtract_Scalar>(*this, other, alpha);
}
Tensor& Tensor::subtract_(const c10::Scalar& other, const c10::Scalar& alpha) const {
  call<operators::subtract__Scalar>(*this, other, alpha); return itself();
}
Tensor Tensor::true_divide(const Tensor& other) const {
  return call<operators::true_divide_Tensor>(*this, other);
}
Tensor& Tensor::true_divide_(const Tensor& other) const {
  call<operators::true_divide__Tensor>(*this, other); return itself();
}
Tensor Tensor::true_divide(const c10::Scalar& other) const {
  return call<operators::true_divide_Scalar>(*this, other);
}
Tensor& Tensor::true_divide_(const c10::Scalar& other) const {
  call<operators::true_divide__Scalar>(*this, other); return itself();
}
Tensor Tensor::greater(const Tensor& other) const {
  return call<operators::greater_Tensor>(*this, other);
}
Tensor& Tensor::greater_(const Tensor& other) const {
  call<operators::greater__Tensor>(*this, other); return itself();
}
Tensor Tensor::greater(const c10::Scalar& other) const {
  return call<operators::greater_Scalar>(*this, other);
}
Tensor& Tensor::greater_(const c10::Scalar& other) const {
  call<operators::greater__Scalar>(*this, other); return itself();
}
Tensor Tensor::greater_equal(const Tensor& other) const {
  return call<operators::greater_equal_Tensor>(*this, other);
}
Tensor& Tensor::greater_equal_(const Tensor& other) const {
  call<operators::greater_equal__Tensor>(*this, other); return itself();
}
Tensor Tensor::greater_equal(const c10::Scalar& other) const {
  return call<operators::greater_equal_Scalar>(*this, other);
}
Tensor& Tensor::greater_equal_(const c10::Scalar& other) const {
  call<operators::greater_equal__Scalar>(*this, other); return itself();
}
Tensor Tensor::less(const Tensor& other) const {
  return call<operators::less_Tensor>(*this, other);
}
Tensor& Tensor::less_(const Tensor& other) const {
  call<operators::less__Tensor>(*this, other); return itself();
}
Tensor Tensor::less(const c10::Scalar& other) const {
  return call<operators::less_Scalar>(*this, other);
}
Tensor& Tensor::less_(const c10::Scalar& other) const {
  call<operators::less__Scalar>(*this, other); return itself();
}
Tensor Tensor::less_equal(const Tensor& other) const {
  return call<operators::less_equal_Tensor>(*this, other);
}
Tensor& Tensor::less_equal_(const Tensor& other) const {
  call<operators::less_equal__Tensor>(*this, other); return itself();
}
Tensor Tensor::less_equal(const c10::Scalar& other) const {
  return call<operators::less_equal_Scalar>(*this, other);
}
Tensor& Tensor::less_equal_(const c10::Scalar& other) const {
  call<operators::less_equal__Scalar>(*this, other); return itself();
}
Tensor Tensor::not_equal(const Tensor& other) const {
  return call<operators::not_equal_Tensor>(*this, other);
}
Tensor& Tensor::not_equal_(const Tensor& other) const {
  call<operators::not_equal__Tensor>(*this, other); return itself();
}
Tensor Tensor::not_equal(const c10::Scalar& other) const {
  return call<operators::not_equal_Scalar>(*this, other);
}
Tensor& Tensor::not_equal_(const c10::Scalar& other) const {
  call<operators::not_equal__Scalar>(*this, other); return itself();
}
Tensor Tensor::swapaxes(std::int64_t axis0, std::int64_t axis1) const {
  return call<operators::swapaxes>(*this, axis0, axis1);
}
Tensor& Tensor::swapaxes_(std::int64_t axis0, std::int64_t axis1) const {
  call<operators::swapaxes_>(*this, axis0, axis1); return itself();
}
Tensor Tensor::swapdims(std::int64_t dim0, std::int64_t dim1) const {
  return call<operators::swapdims>(*this, dim0, dim1);
}
Tensor& Tensor::swapdims_(std::int64_t dim0, std::int64_t dim1) const {
  call<operators::swapdims_>(*this, dim0, dim1); return itself();
}

}  // namespace modecheck_v1
}  // namespace at
