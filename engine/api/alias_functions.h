// Operators under their other names, as functions in at::. The ones that end in _out write their first argument
// and return it, those in _outf their last.
#pragma once

#include <string_view>

#include "engine/api/catalogue_functions.h"
#include "engine/api/composed_functions.h"
#include "engine/api/functions.h"
#include "engine/api/output_last_functions.h"
#include "engine/api/tensor_functions.h"

namespace at {
inline namespace modecheck_v1 {

#define MODECHECK_OF_ONE(name, meaning)                                                               \
  inline Tensor name(const Tensor& self) { return self.meaning(); }                                   \
  inline Tensor& name##_out(Tensor& out, const Tensor& self) { return at::meaning##_out(out, self); } \
  inline Tensor& name##_outf(const Tensor& self, Tensor& out) { return at::meaning##_out(out, self); }
#define MODECHECK_OF_ONE_IN_PLACE(name, meaning) \
  inline Tensor& name##_(const Tensor& self) { return self.meaning##_(); }
MODECHECK_OF_ONE(arccos, acos)
MODECHECK_OF_ONE_IN_PLACE(arccos, acos)
MODECHECK_OF_ONE(arcsin, asin)
MODECHECK_OF_ONE_IN_PLACE(arcsin, asin)
MODECHECK_OF_ONE(arctan, atan)
MODECHECK_OF_ONE_IN_PLACE(arctan, atan)
MODECHECK_OF_ONE(arccosh, acosh)
MODECHECK_OF_ONE_IN_PLACE(arccosh, acosh)
MODECHECK_OF_ONE(arcsinh, asinh)
MODECHECK_OF_ONE_IN_PLACE(arcsinh, asinh)
MODECHECK_OF_ONE(arctanh, atanh)
MODECHECK_OF_ONE_IN_PLACE(arctanh, atanh)
MODECHECK_OF_ONE(fix, trunc)
MODECHECK_OF_ONE_IN_PLACE(fix, trunc)
MODECHECK_OF_ONE(negative, neg)
MODECHECK_OF_ONE_IN_PLACE(negative, neg)
MODECHECK_OF_ONE(absolute, abs)
#undef MODECHECK_OF_ONE
#undef MODECHECK_OF_ONE_IN_PLACE

#define MODECHECK_OF_TWO(name, meaning, Other)                                        \
  inline Tensor name(const Tensor& self, Other other) { return self.meaning(other); } \
  inline Tensor& name##_out(Tensor& out, const Tensor& self, Other other) {           \
    return at::meaning##_out(out, self, other);                                       \
  }                                                                                   \
  inline Tensor& name##_outf(const Tensor& self, Other other, Tensor& out) {          \
    return at::meaning##_out(out, self, other);                                       \
  }
MODECHECK_OF_TWO(greater, gt, const Tensor&)
MODECHECK_OF_TWO(greater, gt, const c10::Scalar&)
MODECHECK_OF_TWO(greater_equal, ge, const Tensor&)
MODECHECK_OF_TWO(greater_equal, ge, const c10::Scalar&)
MODECHECK_OF_TWO(less, lt, const Tensor&)
MODECHECK_OF_TWO(less, lt, const c10::Scalar&)
MODECHECK_OF_TWO(less_equal, le, const Tensor&)
MODECHECK_OF_TWO(less_equal, le, const c10::Scalar&)
MODECHECK_OF_TWO(not_equal, ne, const Tensor&)
MODECHECK_OF_TWO(not_equal, ne, const c10::Scalar&)
MODECHECK_OF_TWO(multiply, mul, const Tensor&)
MODECHECK_OF_TWO(divide, div, const Tensor&)
MODECHECK_OF_TWO(true_divide, div, const Tensor&)
MODECHECK_OF_TWO(arctan2, atan2, const Tensor&)
#undef MODECHECK_OF_TWO

inline Tensor multiply(const Tensor& self, const c10::Scalar& other) { return self.mul(other); }
inline Tensor divide(const Tensor& self, const c10::Scalar& other) { return self.div(other); }
inline Tensor divide(const Tensor& self, const Tensor& other, c10::optional<std::string_view> rounding_mode) {
  return self.div(other, rounding_mode);
}
inline Tensor divide(const Tensor& self, const c10::Scalar& other, c10::optional<std::string_view> rounding_mode) {
  return self.div(other, rounding_mode);
}
inline Tensor true_divide(const Tensor& self, const c10::Scalar& other) { return self.div(other); }
inline Tensor subtract(const Tensor& self, const Tensor& other, const c10::Scalar& alpha = 1) {
  return self.sub(other, alpha);
}
inline Tensor subtract(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha = 1) {
  return self.sub(other, alpha);
}
inline Tensor& subtract_out(Tensor& out, const Tensor& self, const Tensor& other, const c10::Scalar& alpha = 1) {
  return at::sub_out(out, self, other, alpha);
}
inline Tensor& subtract_outf(const Tensor& self, const Tensor& other, const c10::Scalar& alpha, Tensor& out) {
  return at::sub_out(out, self, other, alpha);
}
inline Tensor clip(const Tensor& self, const c10::optional<c10::Scalar>& min,
                   const c10::optional<c10::Scalar>& max = c10::nullopt) {
  return self.clamp(min, max);
}
inline Tensor clip(const Tensor& self, const c10::optional<Tensor>& min = {}, const c10::optional<Tensor>& max = {}) {
  return self.clamp(min, max);
}
inline Tensor& clip_(const Tensor& self, const c10::optional<c10::Scalar>& min,
                     const c10::optional<c10::Scalar>& max = c10::nullopt) {
  return self.clamp_(min, max);
}
inline Tensor& clip_(const Tensor& self, const c10::optional<Tensor>& min = {}, const c10::optional<Tensor>& max = {}) {
  return self.clamp_(min, max);
}
inline Tensor& clip_out(Tensor& out, const Tensor& self, const c10::optional<c10::Scalar>& min,
                        const c10::optional<c10::Scalar>& max = c10::nullopt) {
  return at::clamp_out(out, self, min, max);
}
inline Tensor& clip_out(Tensor& out, const Tensor& self, const c10::optional<Tensor>& min = {},
                        const c10::optional<Tensor>& max = {}) {
  return at::clamp_out(out, self, min, max);
}
inline Tensor& clip_outf(const Tensor& self, const c10::optional<c10::Scalar>& min,
                         const c10::optional<c10::Scalar>& max, Tensor& out) {
  return at::clamp_out(out, self, min, max);
}
inline Tensor& clip_outf(const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max,
                         Tensor& out) {
  return at::clamp_out(out, self, min, max);
}
// Quotients rounded down. Nothing flows through them, as in libtorch: the gradient raises.
Tensor floor_divide(const Tensor& self, const Tensor& other);
Tensor floor_divide(const Tensor& self, const c10::Scalar& other);

}  // namespace modecheck_v1
}  // namespace at
