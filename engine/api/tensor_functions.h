// The functions of one tensor, and what comes with them, as functions in at::. Integers are computed as float32 where
// the result has a fraction.
#pragma once

#include <string_view>
#include <vector>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

Tensor log(const Tensor& self);
Tensor& log_(const Tensor& self);
Tensor log2(const Tensor& self);
Tensor& log2_(const Tensor& self);
Tensor log10(const Tensor& self);
Tensor& log10_(const Tensor& self);
Tensor log1p(const Tensor& self);
Tensor& log1p_(const Tensor& self);
Tensor exp2(const Tensor& self);
Tensor& exp2_(const Tensor& self);
Tensor expm1(const Tensor& self);
Tensor& expm1_(const Tensor& self);
Tensor sqrt(const Tensor& self);
Tensor& sqrt_(const Tensor& self);
Tensor rsqrt(const Tensor& self);
Tensor& rsqrt_(const Tensor& self);
Tensor sin(const Tensor& self);
Tensor& sin_(const Tensor& self);
Tensor cos(const Tensor& self);
Tensor& cos_(const Tensor& self);
Tensor tan(const Tensor& self);
Tensor& tan_(const Tensor& self);
Tensor asin(const Tensor& self);
Tensor& asin_(const Tensor& self);
Tensor acos(const Tensor& self);
Tensor& acos_(const Tensor& self);
Tensor atan(const Tensor& self);
Tensor& atan_(const Tensor& self);
Tensor sinh(const Tensor& self);
Tensor& sinh_(const Tensor& self);
Tensor cosh(const Tensor& self);
Tensor& cosh_(const Tensor& self);
Tensor erf(const Tensor& self);
Tensor& erf_(const Tensor& self);
Tensor erfc(const Tensor& self);
Tensor& erfc_(const Tensor& self);
Tensor reciprocal(const Tensor& self);
Tensor& reciprocal_(const Tensor& self);
Tensor floor(const Tensor& self);
Tensor& floor_(const Tensor& self);
Tensor ceil(const Tensor& self);
Tensor& ceil_(const Tensor& self);
Tensor trunc(const Tensor& self);
Tensor& trunc_(const Tensor& self);
Tensor round(const Tensor& self);
Tensor& round_(const Tensor& self);
Tensor frac(const Tensor& self);
Tensor& frac_(const Tensor& self);
Tensor bitwise_not(const Tensor& self);
Tensor& bitwise_not_(const Tensor& self);
Tensor asinh(const Tensor& self);
Tensor& asinh_(const Tensor& self);
Tensor acosh(const Tensor& self);
Tensor& acosh_(const Tensor& self);
Tensor atanh(const Tensor& self);
Tensor& atanh_(const Tensor& self);
Tensor logical_not(const Tensor& self);
Tensor& logical_not_(const Tensor& self);
Tensor silu(const Tensor& self);
Tensor& silu_(const Tensor& self);
// `approximate`: "none" or "tanh".
Tensor gelu(const Tensor& self, std::string_view approximate = "none");
Tensor elu(const Tensor& self, const c10::Scalar& alpha = 1, const c10::Scalar& scale = 1,
           const c10::Scalar& input_scale = 1);
Tensor& elu_(const Tensor& self, const c10::Scalar& alpha = 1, const c10::Scalar& scale = 1,
             const c10::Scalar& input_scale = 1);
Tensor leaky_relu(const Tensor& self, const c10::Scalar& negative_slope = 0.01);
Tensor& leaky_relu_(const Tensor& self, const c10::Scalar& negative_slope = 0.01);
Tensor hardtanh(const Tensor& self, const c10::Scalar& min_val = -1, const c10::Scalar& max_val = 1);
Tensor softplus(const Tensor& self, const c10::Scalar& beta = 1, const c10::Scalar& threshold = 20);
Tensor clamp(const Tensor& self, const c10::optional<c10::Scalar>& min,
             const c10::optional<c10::Scalar>& max = c10::nullopt);
Tensor clamp_min(const Tensor& self, const c10::Scalar& min);
Tensor clamp_max(const Tensor& self, const c10::Scalar& max);
Tensor clamp(const Tensor& self, const c10::optional<Tensor>& min = {}, const c10::optional<Tensor>& max = {});
Tensor& clamp_(const Tensor& self, const c10::optional<c10::Scalar>& min,
               const c10::optional<c10::Scalar>& max = c10::nullopt);
Tensor& clamp_(const Tensor& self, const c10::optional<Tensor>& min = {}, const c10::optional<Tensor>& max = {});
Tensor& clamp_out(Tensor& out, const Tensor& self, const c10::optional<c10::Scalar>& min,
                  const c10::optional<c10::Scalar>& max = c10::nullopt);
Tensor& clamp_out(Tensor& out, const Tensor& self, const c10::optional<Tensor>& min = {},
                  const c10::optional<Tensor>& max = {});
Tensor clamp_min(const Tensor& self, const Tensor& min);
Tensor& clamp_min_(const Tensor& self, const Tensor& min);
Tensor& clamp_min_(const Tensor& self, const c10::Scalar& min);
Tensor& clamp_min_out(Tensor& out, const Tensor& self, const Tensor& min);
Tensor clamp_max(const Tensor& self, const Tensor& max);
Tensor& clamp_max_(const Tensor& self, const Tensor& max);
Tensor& clamp_max_(const Tensor& self, const c10::Scalar& max);
Tensor& clamp_max_out(Tensor& out, const Tensor& self, const Tensor& max);
Tensor pow(const Tensor& self, const c10::Scalar& exponent);
Tensor minimum(const Tensor& self, const Tensor& other);
Tensor fmax(const Tensor& self, const Tensor& other);
Tensor fmin(const Tensor& self, const Tensor& other);
Tensor atan2(const Tensor& self, const Tensor& other);
Tensor logical_and(const Tensor& self, const Tensor& other);
Tensor logical_or(const Tensor& self, const Tensor& other);
Tensor logical_xor(const Tensor& self, const Tensor& other);
Tensor bitwise_and(const Tensor& self, const Tensor& other);
Tensor bitwise_and(const Tensor& self, const c10::Scalar& other);
Tensor bitwise_or(const Tensor& self, const Tensor& other);
Tensor bitwise_or(const Tensor& self, const c10::Scalar& other);
Tensor bitwise_xor(const Tensor& self, const Tensor& other);
Tensor bitwise_xor(const Tensor& self, const c10::Scalar& other);

Tensor pow(const Tensor& self, const Tensor& exponent);
Tensor pow(const c10::Scalar& self, const Tensor& exponent);
Tensor fmod(const Tensor& self, const Tensor& other);
Tensor fmod(const Tensor& self, const c10::Scalar& other);
Tensor remainder(const Tensor& self, const Tensor& other);
Tensor remainder(const Tensor& self, const c10::Scalar& other);
Tensor div(const Tensor& self, const Tensor& other, c10::optional<std::string_view> rounding_mode);
Tensor div(const Tensor& self, const c10::Scalar& other, c10::optional<std::string_view> rounding_mode);
Tensor hypot(const Tensor& self, const Tensor& other);
Tensor logaddexp(const Tensor& self, const Tensor& other);
Tensor copysign(const Tensor& self, const Tensor& other);
Tensor xlogy(const Tensor& self, const Tensor& other);
Tensor cumprod(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype = c10::nullopt);
// `pad`: before and after, from the last dimension on; negative, elements are left out.
Tensor constant_pad_nd(const Tensor& self, c10::IntArrayRef pad, const c10::Scalar& value = 0);
// `pad`: before and after, the last dimension first. `mode`: "constant", with `value`; of images of one to three
// dimensions, with or without a batch, also "reflect", "replicate" and "circular".
Tensor pad(const Tensor& self, c10::IntArrayRef pad, std::string_view mode = "constant",
           c10::optional<double> value = c10::nullopt);
// Mirrored at the ends, or with the last elements there are; `padding` as above.
Tensor reflection_pad1d(const Tensor& self, c10::IntArrayRef padding);
Tensor reflection_pad2d(const Tensor& self, c10::IntArrayRef padding);
Tensor replication_pad2d(const Tensor& self, c10::IntArrayRef padding);
Tensor reflection_pad3d(const Tensor& self, c10::IntArrayRef padding);
Tensor replication_pad3d(const Tensor& self, c10::IntArrayRef padding);
Tensor lerp(const Tensor& self, const Tensor& end, const c10::Scalar& weight);
Tensor lerp(const Tensor& self, const Tensor& end, const Tensor& weight);
Tensor addcmul(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value = 1);
Tensor addcdiv(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value = 1);
Tensor masked_fill(const Tensor& self, const Tensor& mask, const Tensor& value);
// The elements of `source`, in row-major order, one for every place where `mask` is true.
Tensor masked_scatter(const Tensor& self, const Tensor& mask, const Tensor& source);
Tensor slice_scatter(const Tensor& self, const Tensor& src, std::int64_t dim = 0,
                     c10::optional<std::int64_t> start = c10::nullopt, c10::optional<std::int64_t> end = c10::nullopt,
                     std::int64_t step = 1);
Tensor select_scatter(const Tensor& self, const Tensor& src, std::int64_t dim, std::int64_t index);
// `src` in the dtype and the sizes of `self`; itself if it has them.
Tensor copy(const Tensor& self, const Tensor& src, bool non_blocking = false);
Tensor& fill_(const Tensor& self, const Tensor& value);
// Laid out as `self`, every element `value`.
Tensor fill(const Tensor& self, const c10::Scalar& value);
Tensor hardsigmoid(const Tensor& self);
Tensor& hardsigmoid_(const Tensor& self);
Tensor hardswish(const Tensor& self);
Tensor& hardswish_(const Tensor& self);
Tensor mish(const Tensor& self);
Tensor& mish_(const Tensor& self);
Tensor log_sigmoid(const Tensor& self);
Tensor mv(const Tensor& self, const Tensor& vec);
Tensor dot(const Tensor& self, const Tensor& tensor);
Tensor bmm(const Tensor& self, const Tensor& mat2);
Tensor addmv(const Tensor& self, const Tensor& mat, const Tensor& vec, const c10::Scalar& beta = 1,
             const c10::Scalar& alpha = 1);
Tensor addbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta = 1,
              const c10::Scalar& alpha = 1);
Tensor baddbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta = 1,
               const c10::Scalar& alpha = 1);
// The products of all elements of two vectors.
Tensor outer(const Tensor& self, const Tensor& vec2);
Tensor& outer_out(Tensor& out, const Tensor& self, const Tensor& vec2);
Tensor& outer_outf(const Tensor& self, const Tensor& vec2, Tensor& out);
Tensor ger(const Tensor& self, const Tensor& vec2);
Tensor& ger_out(Tensor& out, const Tensor& self, const Tensor& vec2);
Tensor& ger_outf(const Tensor& self, const Tensor& vec2, Tensor& out);
Tensor take(const Tensor& self, const Tensor& index);
Tensor put(const Tensor& self, const Tensor& index, const Tensor& source, bool accumulate = false);
Tensor flip(const Tensor& self, c10::IntArrayRef dims);
Tensor tril(const Tensor& self, std::int64_t diagonal = 0);
Tensor triu(const Tensor& self, std::int64_t diagonal = 0);
// Without dims the tensor is rolled as if it were flat.
Tensor roll(const Tensor& self, c10::IntArrayRef shifts, c10::IntArrayRef dims = {});
Tensor tile(const Tensor& self, c10::IntArrayRef dims);
Tensor movedim(const Tensor& self, std::int64_t source, std::int64_t destination);
Tensor movedim(const Tensor& self, c10::IntArrayRef source, c10::IntArrayRef destination);
Tensor swapaxes(const Tensor& self, std::int64_t axis0, std::int64_t axis1);
Tensor swapdims(const Tensor& self, std::int64_t dim0, std::int64_t dim1);
Tensor broadcast_to(const Tensor& self, c10::IntArrayRef size);
Tensor ravel(const Tensor& self);
std::vector<Tensor> tensor_split(const Tensor& self, std::int64_t sections, std::int64_t dim = 0);
// A number in the place of either tensor.
Tensor where(const Tensor& condition, const Tensor& self, const c10::Scalar& other);
Tensor where(const Tensor& condition, const c10::Scalar& self, const Tensor& other);
// Of the dtype that the numbers have together: a float is the default dtype.
Tensor where(const Tensor& condition, const c10::Scalar& self, const c10::Scalar& other);

}  // namespace modecheck_v1
}  // namespace at
