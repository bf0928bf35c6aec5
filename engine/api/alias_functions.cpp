#include "engine/api/alias_functions.h"

namespace at {
inline namespace modecheck_v1 {

#define MODECHECK_OF_ONE(name, meaning) \
  Tensor Tensor::name() const { return meaning(); }
#define MODECHECK_OF_ONE_IN_PLACE(name, meaning) \
  Tensor& Tensor::name##_() const { return meaning##_(); }
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
MODECHECK_OF_ONE_IN_PLACE(absolute, abs)
#undef MODECHECK_OF_ONE
#undef MODECHECK_OF_ONE_IN_PLACE

#define MODECHECK_OF_TWO(name, meaning, Other)                      \
  Tensor Tensor::name(Other other) const { return meaning(other); } \
  Tensor& Tensor::name##_(Other other) const { return meaning##_(other); }
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
MODECHECK_OF_TWO(multiply, mul, const c10::Scalar&)
MODECHECK_OF_TWO(divide, div, const Tensor&)
MODECHECK_OF_TWO(divide, div, const c10::Scalar&)
MODECHECK_OF_TWO(true_divide, div, const Tensor&)
MODECHECK_OF_TWO(true_divide, div, const c10::Scalar&)
MODECHECK_OF_TWO(arctan2, atan2, const Tensor&)
#undef MODECHECK_OF_TWO

#define MODECHECK_ROUNDED(name, Other)                                                        \
  Tensor Tensor::name(Other other, c10::optional<std::string_view> rounding_mode) const {     \
    return div(other, rounding_mode);                                                         \
  }                                                                                           \
  Tensor& Tensor::name##_(Other other, c10::optional<std::string_view> rounding_mode) const { \
    return div_(other, rounding_mode);                                                        \
  }
MODECHECK_ROUNDED(divide, const Tensor&)
MODECHECK_ROUNDED(divide, const c10::Scalar&)
#undef MODECHECK_ROUNDED

#define MODECHECK_SUBTRACT(Other)                                                                    \
  Tensor Tensor::subtract(Other other, const c10::Scalar& alpha) const { return sub(other, alpha); } \
  Tensor& Tensor::subtract_(Other other, const c10::Scalar& alpha) const { return sub_(other, alpha); }
MODECHECK_SUBTRACT(const Tensor&)
MODECHECK_SUBTRACT(const c10::Scalar&)
#undef MODECHECK_SUBTRACT

#define MODECHECK_CLIP(Limit)                                                 \
  Tensor Tensor::clip(Limit min, Limit max) const { return clamp(min, max); } \
  Tensor& Tensor::clip_(Limit min, Limit max) const { return clamp_(min, max); }
MODECHECK_CLIP(const c10::optional<c10::Scalar>&)
MODECHECK_CLIP(const c10::optional<Tensor>&)
#undef MODECHECK_CLIP

#define MODECHECK_FLOOR(Other)                                                              \
  Tensor floor_divide(const Tensor& self, Other other) { return self.div(other, "floor"); } \
  Tensor Tensor::floor_divide(Other other) const { return at::floor_divide(*this, other); } \
  Tensor& Tensor::floor_divide_(Other other) const { return div_(other, "floor"); }
MODECHECK_FLOOR(const Tensor&)
MODECHECK_FLOOR(const c10::Scalar&)
#undef MODECHECK_FLOOR

}  // namespace modecheck_v1
}  // namespace at
