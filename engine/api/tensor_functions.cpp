// The functions of one tensor, and what comes with them, as methods of at::Tensor and functions in at::.
#include "engine/api/tensor_functions.h"

#include "engine/composites/neural_functions.h"
#include "engine/dispatch/call.h"
#include "spec/operators/comparison.h"
#include "spec/operators/copy.h"
#include "spec/operators/elementwise.h"
#include "spec/operators/joining.h"
#include "spec/operators/matrix.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/reduction.h"
#include "spec/operators/shape.h"
#include "spec/operators/unary.h"

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::call;
namespace operators = modecheck::spec::operators;

#define MODECHECK_FUNCTION(name)                                       \
  Tensor Tensor::name() const { return call<operators::name>(*this); } \
  Tensor name(const Tensor& self) { return call<operators::name>(self); }

#define MODECHECK_FUNCTION_IN_PLACE(name) \
  Tensor& Tensor::name() const {          \
    call<operators::name>(*this);         \
    return itself();                      \
  }                                       \
  Tensor& name(const Tensor& self) {      \
    call<operators::name>(self);          \
    return const_cast<Tensor&>(self);     \
  }

MODECHECK_FUNCTION(log)
MODECHECK_FUNCTION_IN_PLACE(log_)
MODECHECK_FUNCTION(log2)
MODECHECK_FUNCTION_IN_PLACE(log2_)
MODECHECK_FUNCTION(log10)
MODECHECK_FUNCTION_IN_PLACE(log10_)
MODECHECK_FUNCTION(log1p)
MODECHECK_FUNCTION_IN_PLACE(log1p_)
MODECHECK_FUNCTION(exp2)
MODECHECK_FUNCTION_IN_PLACE(exp2_)
MODECHECK_FUNCTION(expm1)
MODECHECK_FUNCTION_IN_PLACE(expm1_)
MODECHECK_FUNCTION(sqrt)
MODECHECK_FUNCTION_IN_PLACE(sqrt_)
MODECHECK_FUNCTION(rsqrt)
MODECHECK_FUNCTION_IN_PLACE(rsqrt_)
MODECHECK_FUNCTION(sin)
MODECHECK_FUNCTION_IN_PLACE(sin_)
MODECHECK_FUNCTION(cos)
MODECHECK_FUNCTION_IN_PLACE(cos_)
MODECHECK_FUNCTION(tan)
MODECHECK_FUNCTION_IN_PLACE(tan_)
MODECHECK_FUNCTION(asin)
MODECHECK_FUNCTION_IN_PLACE(asin_)
MODECHECK_FUNCTION(acos)
MODECHECK_FUNCTION_IN_PLACE(acos_)
MODECHECK_FUNCTION(atan)
MODECHECK_FUNCTION_IN_PLACE(atan_)
MODECHECK_FUNCTION(sinh)
MODECHECK_FUNCTION_IN_PLACE(sinh_)
MODECHECK_FUNCTION(cosh)
MODECHECK_FUNCTION_IN_PLACE(cosh_)
MODECHECK_FUNCTION(erf)
MODECHECK_FUNCTION_IN_PLACE(erf_)
MODECHECK_FUNCTION(erfc)
MODECHECK_FUNCTION_IN_PLACE(erfc_)
MODECHECK_FUNCTION(reciprocal)
MODECHECK_FUNCTION_IN_PLACE(reciprocal_)
MODECHECK_FUNCTION(floor)
MODECHECK_FUNCTION_IN_PLACE(floor_)
MODECHECK_FUNCTION(ceil)
MODECHECK_FUNCTION_IN_PLACE(ceil_)
MODECHECK_FUNCTION(trunc)
MODECHECK_FUNCTION_IN_PLACE(trunc_)
MODECHECK_FUNCTION(round)
MODECHECK_FUNCTION_IN_PLACE(round_)
MODECHECK_FUNCTION(frac)
MODECHECK_FUNCTION_IN_PLACE(frac_)
MODECHECK_FUNCTION(bitwise_not)
MODECHECK_FUNCTION_IN_PLACE(bitwise_not_)
MODECHECK_FUNCTION(asinh)
MODECHECK_FUNCTION_IN_PLACE(asinh_)
MODECHECK_FUNCTION(acosh)
MODECHECK_FUNCTION_IN_PLACE(acosh_)
MODECHECK_FUNCTION(atanh)
MODECHECK_FUNCTION_IN_PLACE(atanh_)
MODECHECK_FUNCTION(logical_not)
MODECHECK_FUNCTION_IN_PLACE(logical_not_)

#undef MODECHECK_FUNCTION
#undef MODECHECK_FUNCTION_IN_PLACE

Tensor Tensor::clamp(const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max) const {
  return call<operators::clamp>(*this, min, max);
}
Tensor& Tensor::clamp_(const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max) const {
  call<operators::clamp_>(*this, min, max);
  return itself();
}
Tensor Tensor::clamp_min(const c10::Scalar& min) const { return call<operators::clamp_min>(*this, min); }
Tensor Tensor::clamp_max(const c10::Scalar& max) const { return call<operators::clamp_max>(*this, max); }
Tensor Tensor::clamp(const c10::optional<Tensor>& min, const c10::optional<Tensor>& max) const {
  return call<operators::clamp_Tensor>(*this, min, max);
}
Tensor& Tensor::clamp_(const c10::optional<Tensor>& min, const c10::optional<Tensor>& max) const {
  call<operators::clamp__Tensor>(*this, min, max);
  return itself();
}
#define MODECHECK_BOUND(name)                                                                             \
  Tensor Tensor::name(const Tensor& bound) const { return call<operators::name##_Tensor>(*this, bound); } \
  Tensor& Tensor::name##_(const Tensor& bound) const {                                                    \
    call<operators::name##__Tensor>(*this, bound);                                                        \
    return itself();                                                                                      \
  }                                                                                                       \
  Tensor& Tensor::name##_(const c10::Scalar& bound) const {                                               \
    call<operators::name##_>(*this, bound);                                                               \
    return itself();                                                                                      \
  }                                                                                                       \
  Tensor name(const Tensor& self, const Tensor& bound) { return self.name(bound); }                       \
  Tensor& name##_(const Tensor& self, const Tensor& bound) { return self.name##_(bound); }                \
  Tensor& name##_(const Tensor& self, const c10::Scalar& bound) { return self.name##_(bound); }           \
  Tensor& name##_out(Tensor& out, const Tensor& self, const Tensor& bound) {                              \
    call<operators::name##_Tensor_out>(self, bound, out);                                                 \
    return out;                                                                                           \
  }
MODECHECK_BOUND(clamp_min)
MODECHECK_BOUND(clamp_max)
#undef MODECHECK_BOUND
Tensor Tensor::pow(const c10::Scalar& exponent) const { return call<operators::pow_Tensor_Scalar>(*this, exponent); }
Tensor& Tensor::pow_(const c10::Scalar& exponent) const {
  call<operators::pow__Scalar>(*this, exponent);
  return itself();
}

#define MODECHECK_BINARY(name)                                                                   \
  Tensor Tensor::name(const Tensor& other) const { return call<operators::name>(*this, other); } \
  Tensor name(const Tensor& self, const Tensor& other) { return call<operators::name>(self, other); }
MODECHECK_BINARY(minimum)
MODECHECK_BINARY(fmax)
MODECHECK_BINARY(fmin)
MODECHECK_BINARY(atan2)
MODECHECK_BINARY(logical_and)
MODECHECK_BINARY(logical_or)
MODECHECK_BINARY(logical_xor)
#undef MODECHECK_BINARY

Tensor silu(const Tensor& self) { return call<operators::silu>(self); }
Tensor& silu_(const Tensor& self) {
  call<operators::silu_>(self);
  return const_cast<Tensor&>(self);
}
Tensor gelu(const Tensor& self, std::string_view approximate) { return call<operators::gelu>(self, approximate); }
Tensor& elu_(const Tensor& self, const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale) {
  call<operators::elu_>(self, alpha, scale, input_scale);
  return const_cast<Tensor&>(self);
}
Tensor& leaky_relu_(const Tensor& self, const c10::Scalar& negative_slope) {
  call<operators::leaky_relu_>(self, negative_slope);
  return const_cast<Tensor&>(self);
}
Tensor elu(const Tensor& self, const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale) {
  return call<operators::elu>(self, alpha, scale, input_scale);
}
Tensor leaky_relu(const Tensor& self, const c10::Scalar& negative_slope) {
  return call<operators::leaky_relu>(self, negative_slope);
}
Tensor hardtanh(const Tensor& self, const c10::Scalar& min_val, const c10::Scalar& max_val) {
  return call<operators::hardtanh>(self, min_val, max_val);
}
Tensor softplus(const Tensor& self, const c10::Scalar& beta, const c10::Scalar& threshold) {
  return call<operators::softplus>(self, beta, threshold);
}
Tensor clamp(const Tensor& self, const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max) {
  return self.clamp(min, max);
}
Tensor clamp_min(const Tensor& self, const c10::Scalar& min) { return self.clamp_min(min); }
Tensor clamp_max(const Tensor& self, const c10::Scalar& max) { return self.clamp_max(max); }
Tensor clamp(const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max) {
  return self.clamp(min, max);
}
Tensor& clamp_(const Tensor& self, const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max) {
  return self.clamp_(min, max);
}
Tensor& clamp_(const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max) {
  return self.clamp_(min, max);
}
Tensor& clamp_out(Tensor& out, const Tensor& self, const c10::optional<c10::Scalar>& min,
                  const c10::optional<c10::Scalar>& max) {
  call<operators::clamp_out>(self, min, max, out);
  return out;
}
Tensor& clamp_out(Tensor& out, const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max) {
  call<operators::clamp_Tensor_out>(self, min, max, out);
  return out;
}
Tensor pow(const Tensor& self, const c10::Scalar& exponent) { return self.pow(exponent); }

#define MODECHECK_WITH(name, row, type)                                                       \
  Tensor Tensor::name(const type& other) const { return call<operators::row>(*this, other); } \
  Tensor name(const Tensor& self, const type& other) { return call<operators::row>(self, other); }
#define MODECHECK_WITH_IN_PLACE(name, row, type)  \
  Tensor& Tensor::name(const type& other) const { \
    call<operators::row>(*this, other);           \
    return itself();                              \
  }
MODECHECK_WITH_IN_PLACE(logical_and_, logical_and_, Tensor)
MODECHECK_WITH_IN_PLACE(logical_or_, logical_or_, Tensor)
MODECHECK_WITH_IN_PLACE(logical_xor_, logical_xor_, Tensor)
MODECHECK_WITH(pow, pow_Tensor_Tensor, Tensor)
MODECHECK_WITH_IN_PLACE(pow_, pow__Tensor, Tensor)
MODECHECK_WITH(fmod, fmod_Tensor, Tensor)
MODECHECK_WITH(fmod, fmod_Scalar, c10::Scalar)
MODECHECK_WITH_IN_PLACE(fmod_, fmod__Tensor, Tensor)
MODECHECK_WITH_IN_PLACE(fmod_, fmod__Scalar, c10::Scalar)
MODECHECK_WITH(remainder, remainder_Tensor, Tensor)
MODECHECK_WITH(remainder, remainder_Scalar, c10::Scalar)
MODECHECK_WITH_IN_PLACE(remainder_, remainder__Tensor, Tensor)
MODECHECK_WITH_IN_PLACE(remainder_, remainder__Scalar, c10::Scalar)
MODECHECK_WITH(bitwise_and, bitwise_and_Tensor, Tensor)
MODECHECK_WITH(bitwise_and, bitwise_and_Scalar, c10::Scalar)
MODECHECK_WITH_IN_PLACE(bitwise_and_, bitwise_and__Tensor, Tensor)
MODECHECK_WITH_IN_PLACE(bitwise_and_, bitwise_and__Scalar, c10::Scalar)
MODECHECK_WITH(bitwise_or, bitwise_or_Tensor, Tensor)
MODECHECK_WITH(bitwise_or, bitwise_or_Scalar, c10::Scalar)
MODECHECK_WITH_IN_PLACE(bitwise_or_, bitwise_or__Tensor, Tensor)
MODECHECK_WITH_IN_PLACE(bitwise_or_, bitwise_or__Scalar, c10::Scalar)
MODECHECK_WITH(bitwise_xor, bitwise_xor_Tensor, Tensor)
MODECHECK_WITH(bitwise_xor, bitwise_xor_Scalar, c10::Scalar)
MODECHECK_WITH_IN_PLACE(bitwise_xor_, bitwise_xor__Tensor, Tensor)
MODECHECK_WITH_IN_PLACE(bitwise_xor_, bitwise_xor__Scalar, c10::Scalar)
MODECHECK_WITH(hypot, hypot, Tensor)
MODECHECK_WITH_IN_PLACE(hypot_, hypot_, Tensor)
MODECHECK_WITH(logaddexp, logaddexp, Tensor)
MODECHECK_WITH(copysign, copysign_Tensor, Tensor)
MODECHECK_WITH_IN_PLACE(copysign_, copysign__Tensor, Tensor)
MODECHECK_WITH(xlogy, xlogy_Tensor, Tensor)
MODECHECK_WITH_IN_PLACE(xlogy_, xlogy__Tensor, Tensor)
MODECHECK_WITH_IN_PLACE(fill_, fill__Tensor, Tensor)
MODECHECK_WITH(mv, mv, Tensor)
MODECHECK_WITH(dot, dot, Tensor)
MODECHECK_WITH(bmm, bmm, Tensor)
#undef MODECHECK_WITH
#undef MODECHECK_WITH_IN_PLACE

Tensor pow(const c10::Scalar& self, const Tensor& exponent) { return call<operators::pow_Scalar>(self, exponent); }
Tensor Tensor::div(const Tensor& other, c10::optional<std::string_view> rounding_mode) const {
  return call<operators::div_Tensor_mode>(*this, other, rounding_mode);
}
Tensor& Tensor::div_(const Tensor& other, c10::optional<std::string_view> rounding_mode) const {
  call<operators::div__Tensor_mode>(*this, other, rounding_mode);
  return itself();
}
Tensor Tensor::div(const c10::Scalar& other, c10::optional<std::string_view> rounding_mode) const {
  return call<operators::div_Scalar_mode>(*this, other, rounding_mode);
}
Tensor& Tensor::div_(const c10::Scalar& other, c10::optional<std::string_view> rounding_mode) const {
  call<operators::div__Scalar_mode>(*this, other, rounding_mode);
  return itself();
}
Tensor div(const Tensor& self, const c10::Scalar& other, c10::optional<std::string_view> rounding_mode) {
  return self.div(other, rounding_mode);
}
Tensor div(const Tensor& self, const Tensor& other, c10::optional<std::string_view> rounding_mode) {
  return self.div(other, rounding_mode);
}

Tensor Tensor::lerp(const Tensor& end, const c10::Scalar& weight) const {
  return call<operators::lerp_Scalar>(*this, end, weight);
}
Tensor Tensor::lerp(const Tensor& end, const Tensor& weight) const {
  return call<operators::lerp_Tensor>(*this, end, weight);
}
Tensor& Tensor::lerp_(const Tensor& end, const c10::Scalar& weight) const {
  call<operators::lerp__Scalar>(*this, end, weight);
  return itself();
}
Tensor& Tensor::lerp_(const Tensor& end, const Tensor& weight) const {
  call<operators::lerp__Tensor>(*this, end, weight);
  return itself();
}
Tensor lerp(const Tensor& self, const Tensor& end, const c10::Scalar& weight) { return self.lerp(end, weight); }
Tensor lerp(const Tensor& self, const Tensor& end, const Tensor& weight) { return self.lerp(end, weight); }

#define MODECHECK_ADD(name)                                                                                 \
  Tensor Tensor::name(const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value) const {       \
    return call<operators::name>(*this, tensor1, tensor2, value);                                           \
  }                                                                                                         \
  Tensor& Tensor::name##_(const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value) const {   \
    call<operators::name##_>(*this, tensor1, tensor2, value);                                               \
    return itself();                                                                                        \
  }                                                                                                         \
  Tensor name(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value) { \
    return self.name(tensor1, tensor2, value);                                                              \
  }
MODECHECK_ADD(addcmul)
MODECHECK_ADD(addcdiv)
#undef MODECHECK_ADD

#define MODECHECK_ADD_PRODUCT(name)                                                                                 \
  Tensor Tensor::name(const Tensor& first, const Tensor& second, const c10::Scalar& beta, const c10::Scalar& alpha) \
      const {                                                                                                       \
    return call<operators::name>(*this, first, second, beta, alpha);                                                \
  }                                                                                                                 \
  Tensor name(const Tensor& self, const Tensor& first, const Tensor& second, const c10::Scalar& beta,               \
              const c10::Scalar& alpha) {                                                                           \
    return self.name(first, second, beta, alpha);                                                                   \
  }
#define MODECHECK_ADD_PRODUCT_IN_PLACE(name)                                                                         \
  Tensor& Tensor::name(const Tensor& first, const Tensor& second, const c10::Scalar& beta, const c10::Scalar& alpha) \
      const {                                                                                                        \
    call<operators::name>(*this, first, second, beta, alpha);                                                        \
    return itself();                                                                                                 \
  }
MODECHECK_ADD_PRODUCT(addmv)
MODECHECK_ADD_PRODUCT(addbmm)
MODECHECK_ADD_PRODUCT(baddbmm)
MODECHECK_ADD_PRODUCT_IN_PLACE(addmv_)
MODECHECK_ADD_PRODUCT_IN_PLACE(baddbmm_)
#undef MODECHECK_ADD_PRODUCT
#undef MODECHECK_ADD_PRODUCT_IN_PLACE

Tensor Tensor::masked_fill(const Tensor& mask, const Tensor& value) const {
  return call<operators::masked_fill_Tensor>(*this, mask, value);
}
Tensor Tensor::masked_scatter(const Tensor& mask, const Tensor& source) const {
  return call<operators::masked_scatter>(*this, mask, source);
}
Tensor& Tensor::masked_scatter_(const Tensor& mask, const Tensor& source) const {
  call<operators::masked_scatter_>(*this, mask, source);
  return itself();
}
Tensor masked_scatter(const Tensor& self, const Tensor& mask, const Tensor& source) {
  return self.masked_scatter(mask, source);
}
Tensor Tensor::slice_scatter(const Tensor& src, std::int64_t dim, c10::optional<std::int64_t> start,
                             c10::optional<std::int64_t> end, std::int64_t step) const {
  return call<operators::slice_scatter>(*this, src, dim, start, end, step);
}
Tensor slice_scatter(const Tensor& self, const Tensor& src, std::int64_t dim, c10::optional<std::int64_t> start,
                     c10::optional<std::int64_t> end, std::int64_t step) {
  return self.slice_scatter(src, dim, start, end, step);
}
Tensor Tensor::select_scatter(const Tensor& src, std::int64_t dim, std::int64_t index) const {
  return call<operators::select_scatter>(*this, src, dim, index);
}
Tensor select_scatter(const Tensor& self, const Tensor& src, std::int64_t dim, std::int64_t index) {
  return self.select_scatter(src, dim, index);
}
Tensor Tensor::log_softmax(std::int64_t dim, c10::optional<c10::ScalarType> dtype) const {
  return at::log_softmax(*this, dim, dtype);
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
Tensor copy(const Tensor& self, const Tensor& src, bool non_blocking) {
  return call<operators::copy>(self, src, non_blocking);
}
Tensor& Tensor::masked_fill_(const Tensor& mask, const Tensor& value) const {
  call<operators::masked_fill__Tensor>(*this, mask, value);
  return itself();
}
Tensor masked_fill(const Tensor& self, const Tensor& mask, const Tensor& value) {
  return self.masked_fill(mask, value);
}
Tensor& fill_(const Tensor& self, const Tensor& value) { return self.fill_(value); }
Tensor fill(const Tensor& self, const c10::Scalar& value) { return call<operators::fill_Scalar>(self, value); }

#define MODECHECK_ACTIVATION(name)                                        \
  Tensor name(const Tensor& self) { return call<operators::name>(self); } \
  Tensor& name##_(const Tensor& self) {                                   \
    call<operators::name##_>(self);                                       \
    return const_cast<Tensor&>(self);                                     \
  }
MODECHECK_ACTIVATION(hardsigmoid)
MODECHECK_ACTIVATION(hardswish)
MODECHECK_ACTIVATION(mish)
#undef MODECHECK_ACTIVATION

Tensor Tensor::cumprod(std::int64_t dim, c10::optional<c10::ScalarType> dtype) const {
  return call<operators::cumprod>(*this, dim, dtype);
}
Tensor& Tensor::cumprod_(std::int64_t dim, c10::optional<c10::ScalarType> dtype) const {
  call<operators::cumprod_>(*this, dim, dtype);
  return itself();
}
Tensor cumprod(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype) {
  return self.cumprod(dim, dtype);
}
Tensor constant_pad_nd(const Tensor& self, c10::IntArrayRef pad, const c10::Scalar& value) {
  return call<operators::constant_pad_nd>(self, pad, value);
}

Tensor Tensor::flip(c10::IntArrayRef dims) const { return call<operators::flip>(*this, dims); }
Tensor flip(const Tensor& self, c10::IntArrayRef dims) { return self.flip(dims); }
#define MODECHECK_TRIANGLE(name)                                                                      \
  Tensor Tensor::name(std::int64_t diagonal) const { return call<operators::name>(*this, diagonal); } \
  Tensor& Tensor::name##_(std::int64_t diagonal) const {                                              \
    call<operators::name##_>(*this, diagonal);                                                        \
    return itself();                                                                                  \
  }                                                                                                   \
  Tensor name(const Tensor& self, std::int64_t diagonal) { return self.name(diagonal); }
MODECHECK_TRIANGLE(tril)
MODECHECK_TRIANGLE(triu)
#undef MODECHECK_TRIANGLE

}  // namespace modecheck_v1
}  // namespace at
