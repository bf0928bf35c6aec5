#include "engine/api/catalogue_functions.h"

#include "engine/dispatch/call.h"
#include "spec/operators/catalogue.h"

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::call;
namespace operators = modecheck::spec::operators;

Tensor rsub(const Tensor& self, const Tensor& other, const c10::Scalar& alpha) {
  return call<operators::rsub_Tensor>(self, other, alpha);
}

Tensor rsub(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  return call<operators::rsub_Scalar>(self, other, alpha);
}

Tensor nan_to_num(const Tensor& self, c10::optional<double> nan, c10::optional<double> posinf,
                  c10::optional<double> neginf) {
  return call<operators::nan_to_num>(self, nan, posinf, neginf);
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

Tensor& gelu_(const Tensor& self, std::string_view approximate) {
  call<operators::gelu_>(self, approximate);
  return const_cast<Tensor&>(self);
}

Tensor& hardtanh_(const Tensor& self, const c10::Scalar& min_val, const c10::Scalar& max_val) {
  call<operators::hardtanh_>(self, min_val, max_val);
  return const_cast<Tensor&>(self);
}

Tensor& nan_to_num_(const Tensor& self, c10::optional<double> nan, c10::optional<double> posinf,
                    c10::optional<double> neginf) {
  call<operators::nan_to_num_>(self, nan, posinf, neginf);
  return const_cast<Tensor&>(self);
}

Tensor& xlogy_(const Tensor& self, const Tensor& other) {
  call<operators::xlogy__Tensor>(self, other);
  return const_cast<Tensor&>(self);
}

Tensor& addmv_(const Tensor& self, const Tensor& mat, const Tensor& vec, const c10::Scalar& beta,
               const c10::Scalar& alpha) {
  call<operators::addmv_>(self, mat, vec, beta, alpha);
  return const_cast<Tensor&>(self);
}

Tensor& maximum_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::maximum_out>(self, other, out);
  return out;
}

Tensor& maximum_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::maximum_out>(self, other, out);
  return out;
}

Tensor& minimum_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::minimum_out>(self, other, out);
  return out;
}

Tensor& minimum_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::minimum_out>(self, other, out);
  return out;
}

Tensor& fmax_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::fmax_out>(self, other, out);
  return out;
}

Tensor& fmax_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::fmax_out>(self, other, out);
  return out;
}

Tensor& fmin_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::fmin_out>(self, other, out);
  return out;
}

Tensor& fmin_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::fmin_out>(self, other, out);
  return out;
}

Tensor& atan2_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::atan2_out>(self, other, out);
  return out;
}

Tensor& atan2_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::atan2_out>(self, other, out);
  return out;
}

Tensor& sub_out(Tensor& out, const Tensor& self, const Tensor& other, const c10::Scalar& alpha) {
  call<operators::sub_out>(self, other, alpha, out);
  return out;
}

Tensor& sub_outf(const Tensor& self, const Tensor& other, const c10::Scalar& alpha, Tensor& out) {
  call<operators::sub_out>(self, other, alpha, out);
  return out;
}

Tensor& pow_out(Tensor& out, const Tensor& self, const c10::Scalar& exponent) {
  call<operators::pow_Tensor_Scalar_out>(self, exponent, out);
  return out;
}

Tensor& pow_outf(const Tensor& self, const c10::Scalar& exponent, Tensor& out) {
  call<operators::pow_Tensor_Scalar_out>(self, exponent, out);
  return out;
}

Tensor& eq_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::eq_Tensor_out>(self, other, out);
  return out;
}

Tensor& eq_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::eq_Tensor_out>(self, other, out);
  return out;
}

Tensor& eq_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::eq_Scalar_out>(self, other, out);
  return out;
}

Tensor& eq_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::eq_Scalar_out>(self, other, out);
  return out;
}

Tensor& ne_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::ne_Tensor_out>(self, other, out);
  return out;
}

Tensor& ne_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::ne_Tensor_out>(self, other, out);
  return out;
}

Tensor& ne_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::ne_Scalar_out>(self, other, out);
  return out;
}

Tensor& ne_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::ne_Scalar_out>(self, other, out);
  return out;
}

Tensor& lt_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::lt_Scalar_out>(self, other, out);
  return out;
}

Tensor& lt_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::lt_Scalar_out>(self, other, out);
  return out;
}

Tensor& le_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::le_Tensor_out>(self, other, out);
  return out;
}

Tensor& le_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::le_Tensor_out>(self, other, out);
  return out;
}

Tensor& le_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::le_Scalar_out>(self, other, out);
  return out;
}

Tensor& le_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::le_Scalar_out>(self, other, out);
  return out;
}

Tensor& gt_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::gt_Tensor_out>(self, other, out);
  return out;
}

Tensor& gt_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::gt_Tensor_out>(self, other, out);
  return out;
}

Tensor& gt_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::gt_Scalar_out>(self, other, out);
  return out;
}

Tensor& gt_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::gt_Scalar_out>(self, other, out);
  return out;
}

Tensor& ge_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::ge_Tensor_out>(self, other, out);
  return out;
}

Tensor& ge_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::ge_Tensor_out>(self, other, out);
  return out;
}

Tensor& ge_out(Tensor& out, const Tensor& self, const c10::Scalar& other) {
  call<operators::ge_Scalar_out>(self, other, out);
  return out;
}

Tensor& ge_outf(const Tensor& self, const c10::Scalar& other, Tensor& out) {
  call<operators::ge_Scalar_out>(self, other, out);
  return out;
}

Tensor& logical_and_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::logical_and_out>(self, other, out);
  return out;
}

Tensor& logical_and_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::logical_and_out>(self, other, out);
  return out;
}

Tensor& logical_or_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::logical_or_out>(self, other, out);
  return out;
}

Tensor& logical_or_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::logical_or_out>(self, other, out);
  return out;
}

Tensor& logical_xor_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::logical_xor_out>(self, other, out);
  return out;
}

Tensor& logical_xor_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::logical_xor_out>(self, other, out);
  return out;
}

Tensor& abs_out(Tensor& out, const Tensor& self) {
  call<operators::abs_out>(self, out);
  return out;
}

Tensor& abs_outf(const Tensor& self, Tensor& out) {
  call<operators::abs_out>(self, out);
  return out;
}

Tensor& sigmoid_out(Tensor& out, const Tensor& self) {
  call<operators::sigmoid_out>(self, out);
  return out;
}

Tensor& sigmoid_outf(const Tensor& self, Tensor& out) {
  call<operators::sigmoid_out>(self, out);
  return out;
}

Tensor& tanh_out(Tensor& out, const Tensor& self) {
  call<operators::tanh_out>(self, out);
  return out;
}

Tensor& tanh_outf(const Tensor& self, Tensor& out) {
  call<operators::tanh_out>(self, out);
  return out;
}

Tensor& log_out(Tensor& out, const Tensor& self) {
  call<operators::log_out>(self, out);
  return out;
}

Tensor& log_outf(const Tensor& self, Tensor& out) {
  call<operators::log_out>(self, out);
  return out;
}

Tensor& log2_out(Tensor& out, const Tensor& self) {
  call<operators::log2_out>(self, out);
  return out;
}

Tensor& log2_outf(const Tensor& self, Tensor& out) {
  call<operators::log2_out>(self, out);
  return out;
}

Tensor& log10_out(Tensor& out, const Tensor& self) {
  call<operators::log10_out>(self, out);
  return out;
}

Tensor& log10_outf(const Tensor& self, Tensor& out) {
  call<operators::log10_out>(self, out);
  return out;
}

Tensor& log1p_out(Tensor& out, const Tensor& self) {
  call<operators::log1p_out>(self, out);
  return out;
}

Tensor& log1p_outf(const Tensor& self, Tensor& out) {
  call<operators::log1p_out>(self, out);
  return out;
}

Tensor& exp2_out(Tensor& out, const Tensor& self) {
  call<operators::exp2_out>(self, out);
  return out;
}

Tensor& exp2_outf(const Tensor& self, Tensor& out) {
  call<operators::exp2_out>(self, out);
  return out;
}

Tensor& expm1_out(Tensor& out, const Tensor& self) {
  call<operators::expm1_out>(self, out);
  return out;
}

Tensor& expm1_outf(const Tensor& self, Tensor& out) {
  call<operators::expm1_out>(self, out);
  return out;
}

Tensor& sqrt_out(Tensor& out, const Tensor& self) {
  call<operators::sqrt_out>(self, out);
  return out;
}

Tensor& sqrt_outf(const Tensor& self, Tensor& out) {
  call<operators::sqrt_out>(self, out);
  return out;
}

Tensor& rsqrt_out(Tensor& out, const Tensor& self) {
  call<operators::rsqrt_out>(self, out);
  return out;
}

Tensor& rsqrt_outf(const Tensor& self, Tensor& out) {
  call<operators::rsqrt_out>(self, out);
  return out;
}

Tensor& sin_out(Tensor& out, const Tensor& self) {
  call<operators::sin_out>(self, out);
  return out;
}

Tensor& sin_outf(const Tensor& self, Tensor& out) {
  call<operators::sin_out>(self, out);
  return out;
}

Tensor& cos_out(Tensor& out, const Tensor& self) {
  call<operators::cos_out>(self, out);
  return out;
}

Tensor& cos_outf(const Tensor& self, Tensor& out) {
  call<operators::cos_out>(self, out);
  return out;
}

Tensor& tan_out(Tensor& out, const Tensor& self) {
  call<operators::tan_out>(self, out);
  return out;
}

Tensor& tan_outf(const Tensor& self, Tensor& out) {
  call<operators::tan_out>(self, out);
  return out;
}

Tensor& asin_out(Tensor& out, const Tensor& self) {
  call<operators::asin_out>(self, out);
  return out;
}

Tensor& asin_outf(const Tensor& self, Tensor& out) {
  call<operators::asin_out>(self, out);
  return out;
}

Tensor& acos_out(Tensor& out, const Tensor& self) {
  call<operators::acos_out>(self, out);
  return out;
}

Tensor& acos_outf(const Tensor& self, Tensor& out) {
  call<operators::acos_out>(self, out);
  return out;
}

Tensor& atan_out(Tensor& out, const Tensor& self) {
  call<operators::atan_out>(self, out);
  return out;
}

Tensor& atan_outf(const Tensor& self, Tensor& out) {
  call<operators::atan_out>(self, out);
  return out;
}

Tensor& sinh_out(Tensor& out, const Tensor& self) {
  call<operators::sinh_out>(self, out);
  return out;
}

Tensor& sinh_outf(const Tensor& self, Tensor& out) {
  call<operators::sinh_out>(self, out);
  return out;
}

Tensor& cosh_out(Tensor& out, const Tensor& self) {
  call<operators::cosh_out>(self, out);
  return out;
}

Tensor& cosh_outf(const Tensor& self, Tensor& out) {
  call<operators::cosh_out>(self, out);
  return out;
}

Tensor& asinh_out(Tensor& out, const Tensor& self) {
  call<operators::asinh_out>(self, out);
  return out;
}

Tensor& asinh_outf(const Tensor& self, Tensor& out) {
  call<operators::asinh_out>(self, out);
  return out;
}

Tensor& acosh_out(Tensor& out, const Tensor& self) {
  call<operators::acosh_out>(self, out);
  return out;
}

Tensor& acosh_outf(const Tensor& self, Tensor& out) {
  call<operators::acosh_out>(self, out);
  return out;
}

Tensor& atanh_out(Tensor& out, const Tensor& self) {
  call<operators::atanh_out>(self, out);
  return out;
}

Tensor& atanh_outf(const Tensor& self, Tensor& out) {
  call<operators::atanh_out>(self, out);
  return out;
}

Tensor& erf_out(Tensor& out, const Tensor& self) {
  call<operators::erf_out>(self, out);
  return out;
}

Tensor& erf_outf(const Tensor& self, Tensor& out) {
  call<operators::erf_out>(self, out);
  return out;
}

Tensor& erfc_out(Tensor& out, const Tensor& self) {
  call<operators::erfc_out>(self, out);
  return out;
}

Tensor& erfc_outf(const Tensor& self, Tensor& out) {
  call<operators::erfc_out>(self, out);
  return out;
}

Tensor& reciprocal_out(Tensor& out, const Tensor& self) {
  call<operators::reciprocal_out>(self, out);
  return out;
}

Tensor& reciprocal_outf(const Tensor& self, Tensor& out) {
  call<operators::reciprocal_out>(self, out);
  return out;
}

Tensor& sign_out(Tensor& out, const Tensor& self) {
  call<operators::sign_out>(self, out);
  return out;
}

Tensor& sign_outf(const Tensor& self, Tensor& out) {
  call<operators::sign_out>(self, out);
  return out;
}

Tensor& floor_out(Tensor& out, const Tensor& self) {
  call<operators::floor_out>(self, out);
  return out;
}

Tensor& floor_outf(const Tensor& self, Tensor& out) {
  call<operators::floor_out>(self, out);
  return out;
}

Tensor& ceil_out(Tensor& out, const Tensor& self) {
  call<operators::ceil_out>(self, out);
  return out;
}

Tensor& ceil_outf(const Tensor& self, Tensor& out) {
  call<operators::ceil_out>(self, out);
  return out;
}

Tensor& trunc_out(Tensor& out, const Tensor& self) {
  call<operators::trunc_out>(self, out);
  return out;
}

Tensor& trunc_outf(const Tensor& self, Tensor& out) {
  call<operators::trunc_out>(self, out);
  return out;
}

Tensor& round_out(Tensor& out, const Tensor& self) {
  call<operators::round_out>(self, out);
  return out;
}

Tensor& round_outf(const Tensor& self, Tensor& out) {
  call<operators::round_out>(self, out);
  return out;
}

Tensor& frac_out(Tensor& out, const Tensor& self) {
  call<operators::frac_out>(self, out);
  return out;
}

Tensor& frac_outf(const Tensor& self, Tensor& out) {
  call<operators::frac_out>(self, out);
  return out;
}

Tensor& silu_out(Tensor& out, const Tensor& self) {
  call<operators::silu_out>(self, out);
  return out;
}

Tensor& silu_outf(const Tensor& self, Tensor& out) {
  call<operators::silu_out>(self, out);
  return out;
}

Tensor& logical_not_out(Tensor& out, const Tensor& self) {
  call<operators::logical_not_out>(self, out);
  return out;
}

Tensor& logical_not_outf(const Tensor& self, Tensor& out) {
  call<operators::logical_not_out>(self, out);
  return out;
}

Tensor& gelu_out(Tensor& out, const Tensor& self, std::string_view approximate) {
  call<operators::gelu_out>(self, approximate, out);
  return out;
}

Tensor& gelu_outf(const Tensor& self, std::string_view approximate, Tensor& out) {
  call<operators::gelu_out>(self, approximate, out);
  return out;
}

Tensor& elu_out(Tensor& out, const Tensor& self, const c10::Scalar& alpha, const c10::Scalar& scale,
                const c10::Scalar& input_scale) {
  call<operators::elu_out>(self, alpha, scale, input_scale, out);
  return out;
}

Tensor& elu_outf(const Tensor& self, const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale,
                 Tensor& out) {
  call<operators::elu_out>(self, alpha, scale, input_scale, out);
  return out;
}

Tensor& leaky_relu_out(Tensor& out, const Tensor& self, const c10::Scalar& negative_slope) {
  call<operators::leaky_relu_out>(self, negative_slope, out);
  return out;
}

Tensor& leaky_relu_outf(const Tensor& self, const c10::Scalar& negative_slope, Tensor& out) {
  call<operators::leaky_relu_out>(self, negative_slope, out);
  return out;
}

Tensor& hardtanh_out(Tensor& out, const Tensor& self, const c10::Scalar& min_val, const c10::Scalar& max_val) {
  call<operators::hardtanh_out>(self, min_val, max_val, out);
  return out;
}

Tensor& hardtanh_outf(const Tensor& self, const c10::Scalar& min_val, const c10::Scalar& max_val, Tensor& out) {
  call<operators::hardtanh_out>(self, min_val, max_val, out);
  return out;
}

Tensor& softplus_out(Tensor& out, const Tensor& self, const c10::Scalar& beta, const c10::Scalar& threshold) {
  call<operators::softplus_out>(self, beta, threshold, out);
  return out;
}

Tensor& softplus_outf(const Tensor& self, const c10::Scalar& beta, const c10::Scalar& threshold, Tensor& out) {
  call<operators::softplus_out>(self, beta, threshold, out);
  return out;
}

Tensor& clamp_outf(const Tensor& self, const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max,
                   Tensor& out) {
  call<operators::clamp_out>(self, min, max, out);
  return out;
}

Tensor& nan_to_num_out(Tensor& out, const Tensor& self, c10::optional<double> nan, c10::optional<double> posinf,
                       c10::optional<double> neginf) {
  call<operators::nan_to_num_out>(self, nan, posinf, neginf, out);
  return out;
}

Tensor& nan_to_num_outf(const Tensor& self, c10::optional<double> nan, c10::optional<double> posinf,
                        c10::optional<double> neginf, Tensor& out) {
  call<operators::nan_to_num_out>(self, nan, posinf, neginf, out);
  return out;
}

Tensor& hardsigmoid_out(Tensor& out, const Tensor& self) {
  call<operators::hardsigmoid_out>(self, out);
  return out;
}

Tensor& hardsigmoid_outf(const Tensor& self, Tensor& out) {
  call<operators::hardsigmoid_out>(self, out);
  return out;
}

Tensor& mish_out(Tensor& out, const Tensor& self) {
  call<operators::mish_out>(self, out);
  return out;
}

Tensor& mish_outf(const Tensor& self, Tensor& out) {
  call<operators::mish_out>(self, out);
  return out;
}

Tensor& pow_out(Tensor& out, const Tensor& self, const Tensor& exponent) {
  call<operators::pow_Tensor_Tensor_out>(self, exponent, out);
  return out;
}

Tensor& pow_outf(const Tensor& self, const Tensor& exponent, Tensor& out) {
  call<operators::pow_Tensor_Tensor_out>(self, exponent, out);
  return out;
}

Tensor& fmod_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::fmod_Tensor_out>(self, other, out);
  return out;
}

Tensor& fmod_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::fmod_Tensor_out>(self, other, out);
  return out;
}

Tensor& remainder_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::remainder_Tensor_out>(self, other, out);
  return out;
}

Tensor& remainder_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::remainder_Tensor_out>(self, other, out);
  return out;
}

Tensor& hypot_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::hypot_out>(self, other, out);
  return out;
}

Tensor& hypot_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::hypot_out>(self, other, out);
  return out;
}

Tensor& logaddexp_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::logaddexp_out>(self, other, out);
  return out;
}

Tensor& logaddexp_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::logaddexp_out>(self, other, out);
  return out;
}

Tensor& copysign_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::copysign_out>(self, other, out);
  return out;
}

Tensor& copysign_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::copysign_out>(self, other, out);
  return out;
}

Tensor& xlogy_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::xlogy_OutTensor>(self, other, out);
  return out;
}

Tensor& xlogy_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::xlogy_OutTensor>(self, other, out);
  return out;
}

Tensor& clamp_min_outf(const Tensor& self, const Tensor& min, Tensor& out) {
  call<operators::clamp_min_Tensor_out>(self, min, out);
  return out;
}

Tensor& clamp_max_outf(const Tensor& self, const Tensor& max, Tensor& out) {
  call<operators::clamp_max_Tensor_out>(self, max, out);
  return out;
}

Tensor& mean_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                 c10::optional<c10::ScalarType> dtype) {
  call<operators::mean_out>(self, dim, keepdim, dtype, out);
  return out;
}

Tensor& mean_outf(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype,
                  Tensor& out) {
  call<operators::mean_out>(self, dim, keepdim, dtype, out);
  return out;
}

Tensor& prod_out(Tensor& out, const Tensor& self, std::int64_t dim, bool keepdim,
                 c10::optional<c10::ScalarType> dtype) {
  call<operators::prod_int_out>(self, dim, keepdim, dtype, out);
  return out;
}

Tensor& prod_outf(const Tensor& self, std::int64_t dim, bool keepdim, c10::optional<c10::ScalarType> dtype,
                  Tensor& out) {
  call<operators::prod_int_out>(self, dim, keepdim, dtype, out);
  return out;
}

Tensor& cumprod_out(Tensor& out, const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype) {
  call<operators::cumprod_out>(self, dim, dtype, out);
  return out;
}

Tensor& cumprod_outf(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype, Tensor& out) {
  call<operators::cumprod_out>(self, dim, dtype, out);
  return out;
}

Tensor& mv_out(Tensor& out, const Tensor& self, const Tensor& vec) {
  call<operators::mv_out>(self, vec, out);
  return out;
}

Tensor& mv_outf(const Tensor& self, const Tensor& vec, Tensor& out) {
  call<operators::mv_out>(self, vec, out);
  return out;
}

Tensor& dot_out(Tensor& out, const Tensor& self, const Tensor& tensor) {
  call<operators::dot_out>(self, tensor, out);
  return out;
}

Tensor& dot_outf(const Tensor& self, const Tensor& tensor, Tensor& out) {
  call<operators::dot_out>(self, tensor, out);
  return out;
}

Tensor& bmm_out(Tensor& out, const Tensor& self, const Tensor& mat2) {
  call<operators::bmm_out>(self, mat2, out);
  return out;
}

Tensor& bmm_outf(const Tensor& self, const Tensor& mat2, Tensor& out) {
  call<operators::bmm_out>(self, mat2, out);
  return out;
}

Tensor& baddbmm_out(Tensor& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2,
                    const c10::Scalar& beta, const c10::Scalar& alpha) {
  call<operators::baddbmm_out>(self, batch1, batch2, beta, alpha, out);
  return out;
}

Tensor& baddbmm_outf(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta,
                     const c10::Scalar& alpha, Tensor& out) {
  call<operators::baddbmm_out>(self, batch1, batch2, beta, alpha, out);
  return out;
}

Tensor Tensor::isnan() const { return call<operators::isnan>(*this); }

Tensor Tensor::isinf() const { return call<operators::isinf>(*this); }

Tensor Tensor::nan_to_num(c10::optional<double> nan, c10::optional<double> posinf, c10::optional<double> neginf) const {
  return call<operators::nan_to_num>(*this, nan, posinf, neginf);
}

Tensor& Tensor::atan2_(const Tensor& other) const {
  call<operators::atan2_>(*this, other);
  return itself();
}

Tensor& Tensor::eq_(const c10::Scalar& other) const {
  call<operators::eq__Scalar>(*this, other);
  return itself();
}

Tensor& Tensor::ne_(const Tensor& other) const {
  call<operators::ne__Tensor>(*this, other);
  return itself();
}

Tensor& Tensor::ne_(const c10::Scalar& other) const {
  call<operators::ne__Scalar>(*this, other);
  return itself();
}

Tensor& Tensor::lt_(const Tensor& other) const {
  call<operators::lt__Tensor>(*this, other);
  return itself();
}

Tensor& Tensor::lt_(const c10::Scalar& other) const {
  call<operators::lt__Scalar>(*this, other);
  return itself();
}

Tensor& Tensor::le_(const Tensor& other) const {
  call<operators::le__Tensor>(*this, other);
  return itself();
}

Tensor& Tensor::le_(const c10::Scalar& other) const {
  call<operators::le__Scalar>(*this, other);
  return itself();
}

Tensor& Tensor::gt_(const Tensor& other) const {
  call<operators::gt__Tensor>(*this, other);
  return itself();
}

Tensor& Tensor::gt_(const c10::Scalar& other) const {
  call<operators::gt__Scalar>(*this, other);
  return itself();
}

Tensor& Tensor::ge_(const Tensor& other) const {
  call<operators::ge__Tensor>(*this, other);
  return itself();
}

Tensor& Tensor::ge_(const c10::Scalar& other) const {
  call<operators::ge__Scalar>(*this, other);
  return itself();
}

Tensor& Tensor::sign_() const {
  call<operators::sign_>(*this);
  return itself();
}

Tensor& Tensor::nan_to_num_(c10::optional<double> nan, c10::optional<double> posinf,
                            c10::optional<double> neginf) const {
  call<operators::nan_to_num_>(*this, nan, posinf, neginf);
  return itself();
}

}  // namespace modecheck_v1
}  // namespace at
