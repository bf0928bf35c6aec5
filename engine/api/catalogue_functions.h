// The rest of the catalogue as functions in at::, which the other headers of this room do not have. The ones that end
// in _out write their first argument, and those in _outf their last; both return it.
#pragma once

#include <string_view>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

Tensor rsub(const Tensor& self, const Tensor& other, const c10::Scalar& alpha = 1);
Tensor rsub(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha = 1);
Tensor nan_to_num(const Tensor& self, c10::optional<double> nan = c10::nullopt,
                  c10::optional<double> posinf = c10::nullopt, c10::optional<double> neginf = c10::nullopt);
Tensor index_add(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source,
                 const c10::Scalar& alpha = 1);
Tensor index_copy(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source);
Tensor index_fill(const Tensor& self, std::int64_t dim, const Tensor& index, const c10::Scalar& value);
Tensor scatter(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src);
Tensor scatter(const Tensor& self, std::int64_t dim, const Tensor& index, const c10::Scalar& value);
Tensor scatter_add(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src);
Tensor& gelu_(const Tensor& self, std::string_view approximate = "none");
Tensor& hardtanh_(const Tensor& self, const c10::Scalar& min_val = -1, const c10::Scalar& max_val = 1);
Tensor& nan_to_num_(const Tensor& self, c10::optional<double> nan = c10::nullopt,
                    c10::optional<double> posinf = c10::nullopt, c10::optional<double> neginf = c10::nullopt);
Tensor& xlogy_(const Tensor& self, const Tensor& other);
Tensor& addmv_(const Tensor& self, const Tensor& mat, const Tensor& vec, const c10::Scalar& beta = 1,
               const c10::Scalar& alpha = 1);
Tensor& maximum_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& maximum_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& minimum_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& minimum_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& fmax_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& fmax_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& fmin_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& fmin_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& atan2_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& atan2_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& sub_out(Tensor& out, const Tensor& self, const Tensor& other, const c10::Scalar& alpha = 1);
Tensor& sub_outf(const Tensor& self, const Tensor& other, const c10::Scalar& alpha, Tensor& out);
Tensor& pow_out(Tensor& out, const Tensor& self, const c10::Scalar& exponent);
Tensor& pow_outf(const Tensor& self, const c10::Scalar& exponent, Tensor& out);
Tensor& eq_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& eq_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& eq_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& eq_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
Tensor& ne_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& ne_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& ne_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& ne_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
Tensor& lt_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& lt_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
Tensor& le_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& le_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& le_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& le_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
Tensor& gt_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& gt_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& gt_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& gt_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
Tensor& ge_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& ge_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& ge_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& ge_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
Tensor& logical_and_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& logical_and_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& logical_or_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& logical_or_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& logical_xor_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& logical_xor_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& abs_out(Tensor& out, const Tensor& self);
Tensor& abs_outf(const Tensor& self, Tensor& out);
Tensor& sigmoid_out(Tensor& out, const Tensor& self);
Tensor& sigmoid_outf(const Tensor& self, Tensor& out);
Tensor& tanh_out(Tensor& out, const Tensor& self);
Tensor& tanh_outf(const Tensor& self, Tensor& out);
Tensor& log_out(Tensor& out, const Tensor& self);
Tensor& log_outf(const Tensor& self, Tensor& out);
Tensor& log2_out(Tensor& out, const Tensor& self);
Tensor& log2_outf(const Tensor& self, Tensor& out);
Tensor& log10_out(Tensor& out, const Tensor& self);
Tensor& log10_outf(const Tensor& self, Tensor& out);
Tensor& log1p_out(Tensor& out, const Tensor& self);
Tensor& log1p_outf(const Tensor& self, Tensor& out);
Tensor& exp2_out(Tensor& out, const Tensor& self);
Tensor& exp2_outf(const Tensor& self, Tensor& out);
Tensor& expm1_out(Tensor& out, const Tensor& self);
Tensor& expm1_outf(const Tensor& self, Tensor& out);
Tensor& sqrt_out(Tensor& out, const Tensor& self);
Tensor& sqrt_outf(const Tensor& self, Tensor& out);
Tensor& rsqrt_out(Tensor& out, const Tensor& self);
Tensor& rsqrt_outf(const Tensor& self, Tensor& out);
Tensor& sin_out(Tensor& out, const Tensor& self);
Tensor& sin_outf(const Tensor& self, Tensor& out);
Tensor& cos_out(Tensor& out, const Tensor& self);
Tensor& cos_outf(const Tensor& self, Tensor& out);
Tensor& tan_out(Tensor& out, const Tensor& self);
Tensor& tan_outf(const Tensor& self, Tensor& out);
Tensor& asin_out(Tensor& out, const Tensor& self);
Tensor& asin_outf(const Tensor& self, Tensor& out);
Tensor& acos_out(Tensor& out, const Tensor& self);
Tensor& acos_outf(const Tensor& self, Tensor& out);
Tensor& atan_out(Tensor& out, const Tensor& self);
Tensor& atan_outf(const Tensor& self, Tensor& out);
Tensor& sinh_out(Tensor& out, const Tensor& self);
Tensor& sinh_outf(const Tensor& self, Tensor& out);
Tensor& cosh_out(Tensor& out, const Tensor& self);
Tensor& cosh_outf(const Tensor& self, Tensor& out);
Tensor& asinh_out(Tensor& out, const Tensor& self);
Tensor& asinh_outf(const Tensor& self, Tensor& out);
Tensor& acosh_out(Tensor& out, const Tensor& self);
Tensor& acosh_outf(const Tensor& self, Tensor& out);
Tensor& atanh_out(Tensor& out, const Tensor& self);
Tensor& atanh_outf(const Tensor& self, Tensor& out);
Tensor& erf_out(Tensor& out, const Tensor& self);
Tensor& erf_outf(const Tensor& self, Tensor& out);
Tensor& erfc_out(Tensor& out, const Tensor& self);
Tensor& erfc_outf(const Tensor& self, Tensor& out);
Tensor& reciprocal_out(Tensor& out, const Tensor& self);
Tensor& reciprocal_outf(const Tensor& self, Tensor& out);
Tensor& sign_out(Tensor& out, const Tensor& self);
Tensor& sign_outf(const Tensor& self, Tensor& out);
Tensor& floor_out(Tensor& out, const Tensor& self);
Tensor& floor_outf(const Tensor& self, Tensor& out);
Tensor& ceil_out(Tensor& out, const Tensor& self);
Tensor& ceil_outf(const Tensor& self, Tensor& out);
Tensor& trunc_out(Tensor& out, const Tensor& self);
Tensor& trunc_outf(const Tensor& self, Tensor& out);
Tensor& round_out(Tensor& out, const Tensor& self);
Tensor& round_outf(const Tensor& self, Tensor& out);
Tensor& frac_out(Tensor& out, const Tensor& self);
Tensor& frac_outf(const Tensor& self, Tensor& out);
Tensor& silu_out(Tensor& out, const Tensor& self);
Tensor& silu_outf(const Tensor& self, Tensor& out);
Tensor& logical_not_out(Tensor& out, const Tensor& self);
Tensor& logical_not_outf(const Tensor& self, Tensor& out);
Tensor& gelu_out(Tensor& out, const Tensor& self, std::string_view approximate = "none");
Tensor& gelu_outf(const Tensor& self, std::string_view approximate, Tensor& out);
Tensor& elu_out(Tensor& out, const Tensor& self, const c10::Scalar& alpha = 1, const c10::Scalar& scale = 1,
                const c10::Scalar& input_scale = 1);
Tensor& elu_outf(const Tensor& self, const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale,
                 Tensor& out);
Tensor& leaky_relu_out(Tensor& out, const Tensor& self, const c10::Scalar& negative_slope = 0.01);
Tensor& leaky_relu_outf(const Tensor& self, const c10::Scalar& negative_slope, Tensor& out);
Tensor& hardtanh_out(Tensor& out, const Tensor& self, const c10::Scalar& min_val = -1, const c10::Scalar& max_val = 1);
Tensor& hardtanh_outf(const Tensor& self, const c10::Scalar& min_val, const c10::Scalar& max_val, Tensor& out);
Tensor& softplus_out(Tensor& out, const Tensor& self, const c10::Scalar& beta = 1, const c10::Scalar& threshold = 20);
Tensor& softplus_outf(const Tensor& self, const c10::Scalar& beta, const c10::Scalar& threshold, Tensor& out);
Tensor& clamp_outf(const Tensor& self, const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max,
                   Tensor& out);
Tensor& nan_to_num_out(Tensor& out, const Tensor& self, c10::optional<double> nan = c10::nullopt,
                       c10::optional<double> posinf = c10::nullopt, c10::optional<double> neginf = c10::nullopt);
Tensor& nan_to_num_outf(const Tensor& self, c10::optional<double> nan, c10::optional<double> posinf,
                        c10::optional<double> neginf, Tensor& out);
Tensor& hardsigmoid_out(Tensor& out, const Tensor& self);
Tensor& hardsigmoid_outf(const Tensor& self, Tensor& out);
Tensor& mish_out(Tensor& out, const Tensor& self);
Tensor& mish_outf(const Tensor& self, Tensor& out);
Tensor& pow_out(Tensor& out, const Tensor& self, const Tensor& exponent);
Tensor& pow_outf(const Tensor& self, const Tensor& exponent, Tensor& out);
Tensor& fmod_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& fmod_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& remainder_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& remainder_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& hypot_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& hypot_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& logaddexp_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& logaddexp_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& copysign_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& copysign_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& xlogy_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& xlogy_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& clamp_min_outf(const Tensor& self, const Tensor& min, Tensor& out);
Tensor& clamp_max_outf(const Tensor& self, const Tensor& max, Tensor& out);
Tensor& mean_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim = false,
                 c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor& mean_outf(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype,
                  Tensor& out);
Tensor& prod_out(Tensor& out, const Tensor& self, std::int64_t dim, bool keepdim = false,
                 c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor& prod_outf(const Tensor& self, std::int64_t dim, bool keepdim, c10::optional<c10::ScalarType> dtype,
                  Tensor& out);
Tensor& cumprod_out(Tensor& out, const Tensor& self, std::int64_t dim,
                    c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor& cumprod_outf(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype, Tensor& out);
Tensor& mv_out(Tensor& out, const Tensor& self, const Tensor& vec);
Tensor& mv_outf(const Tensor& self, const Tensor& vec, Tensor& out);
Tensor& dot_out(Tensor& out, const Tensor& self, const Tensor& tensor);
Tensor& dot_outf(const Tensor& self, const Tensor& tensor, Tensor& out);
Tensor& bmm_out(Tensor& out, const Tensor& self, const Tensor& mat2);
Tensor& bmm_outf(const Tensor& self, const Tensor& mat2, Tensor& out);
Tensor& baddbmm_out(Tensor& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2,
                    const c10::Scalar& beta = 1, const c10::Scalar& alpha = 1);
Tensor& baddbmm_outf(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta,
                     const c10::Scalar& alpha, Tensor& out);

// maximum and minimum under their older names.
inline Tensor& max_out(Tensor& out, const Tensor& self, const Tensor& other) { return maximum_out(out, self, other); }
inline Tensor& max_outf(const Tensor& self, const Tensor& other, Tensor& out) { return maximum_out(out, self, other); }
inline Tensor& min_outf(const Tensor& self, const Tensor& other, Tensor& out) { return minimum_out(out, self, other); }
inline Tensor& min_out(Tensor& out, const Tensor& self, const Tensor& other) { return minimum_out(out, self, other); }

}  // namespace modecheck_v1
}  // namespace at
