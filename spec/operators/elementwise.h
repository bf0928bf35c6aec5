// Operators element by element: powers, remainders and rounded quotients, and operators of three tensors. Basic
// arithmetic is in pointwise.h.
#pragma once

#include "spec/operators/forms.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(pow_Tensor_Tensor, PointwiseBinary, "pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor");
MODECHECK_OPERATOR(pow_Tensor_Tensor_out, PointwiseBinary,
                   "pow.Tensor_Tensor_out(Tensor self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(pow__Tensor, PointwiseBinary, "pow_.Tensor(Tensor(a!) self, Tensor exponent) -> Tensor(a!)");
MODECHECK_OPERATOR(pow_Scalar, PointwiseBinary, "pow.Scalar(Scalar self, Tensor exponent) -> Tensor");
MODECHECK_OPERATOR(pow_Scalar_out, PointwiseBinary,
                   "pow.Scalar_out(Scalar self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!)");

// Declares an operator that computes the remainder of a division: one overload divides by a tensor, the other by a
// number.
#define MODECHECK_REMAINDER(name)                                                                             \
  struct name##_Tensor : Operator<Family::PointwiseBinary> {                                                  \
    static constexpr std::string_view schema = #name ".Tensor(Tensor self, Tensor other) -> Tensor";          \
  };                                                                                                          \
  struct name##__Tensor : Operator<Family::PointwiseBinary> {                                                 \
    static constexpr std::string_view schema = #name "_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"; \
  };                                                                                                          \
  struct name##_Tensor_out : Operator<Family::PointwiseBinary> {                                              \
    static constexpr std::string_view schema =                                                                \
        #name ".Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)";                      \
  };                                                                                                          \
  struct name##_Scalar : Operator<Family::PointwiseBinary> {                                                  \
    static constexpr std::string_view schema = #name ".Scalar(Tensor self, Scalar other) -> Tensor";          \
  };                                                                                                          \
  struct name##__Scalar : Operator<Family::PointwiseBinary> {                                                 \
    static constexpr std::string_view schema = #name "_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"; \
  }
MODECHECK_REMAINDER(fmod);
MODECHECK_REMAINDER(remainder);
#undef MODECHECK_REMAINDER

MODECHECK_OPERATOR(div_Tensor_mode, PointwiseBinary,
                   "div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor");
MODECHECK_OPERATOR(div__Tensor_mode, PointwiseBinary,
                   "div_.Tensor_mode(Tensor(a!) self, Tensor other, *, str? rounding_mode) -> Tensor(a!)");
MODECHECK_OPERATOR(div_out_mode, PointwiseBinary,
                   "div.out_mode(Tensor self, Tensor other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(div_Scalar_mode, PointwiseBinary,
                   "div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor");
MODECHECK_OPERATOR(div__Scalar_mode, PointwiseBinary,
                   "div_.Scalar_mode(Tensor(a!) self, Scalar other, *, str? rounding_mode) -> Tensor(a!)");

#define MODECHECK_BOUND(name, bound)                                                                               \
  struct name##_Tensor : Operator<Family::PointwiseBinary> {                                                       \
    static constexpr std::string_view schema = #name ".Tensor(Tensor self, Tensor " #bound ") -> Tensor";          \
  };                                                                                                               \
  struct name##__Tensor : Operator<Family::PointwiseBinary> {                                                      \
    static constexpr std::string_view schema = #name "_.Tensor(Tensor(a!) self, Tensor " #bound ") -> Tensor(a!)"; \
  };                                                                                                               \
  struct name##_Tensor_out : Operator<Family::PointwiseBinary> {                                                   \
    static constexpr std::string_view schema =                                                                     \
        #name ".Tensor_out(Tensor self, Tensor " #bound ", *, Tensor(a!) out) -> Tensor(a!)";                      \
  }
MODECHECK_BOUND(clamp_min, min);
MODECHECK_BOUND(clamp_max, max);
#undef MODECHECK_BOUND

MODECHECK_OPERATOR(clamp_Tensor, PointwiseBinary,
                   "clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor");
MODECHECK_OPERATOR(clamp__Tensor, PointwiseBinary,
                   "clamp_.Tensor(Tensor(a!) self, Tensor? min=None, Tensor? max=None) -> Tensor(a!)");
MODECHECK_OPERATOR(
    clamp_Tensor_out, PointwiseBinary,
    "clamp.Tensor_out(Tensor self, Tensor? min=None, Tensor? max=None, *, Tensor(a!) out) -> Tensor(a!)");

MODECHECK_FORMS(hypot, PointwiseBinary, ", Tensor other");

MODECHECK_OPERATOR(logaddexp, PointwiseBinary, "logaddexp(Tensor self, Tensor other) -> Tensor");
MODECHECK_OPERATOR(logaddexp_out, PointwiseBinary,
                   "logaddexp.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(lerp_Scalar, PointwiseBinary, "lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor");
MODECHECK_OPERATOR(lerp__Scalar, PointwiseBinary,
                   "lerp_.Scalar(Tensor(a!) self, Tensor end, Scalar weight) -> Tensor(a!)");
MODECHECK_OPERATOR(lerp_Scalar_out, PointwiseBinary,
                   "lerp.Scalar_out(Tensor self, Tensor end, Scalar weight, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(lerp_Tensor, PointwiseBinary, "lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor");
MODECHECK_OPERATOR(lerp__Tensor, PointwiseBinary,
                   "lerp_.Tensor(Tensor(a!) self, Tensor end, Tensor weight) -> Tensor(a!)");
MODECHECK_OPERATOR(lerp_Tensor_out, PointwiseBinary,
                   "lerp.Tensor_out(Tensor self, Tensor end, Tensor weight, *, Tensor(a!) out) -> Tensor(a!)");

MODECHECK_FORMS_WITH_KEYWORDS(addcmul, PointwiseBinary, ", Tensor tensor1, Tensor tensor2, *, Scalar value=1");

MODECHECK_FORMS_WITH_KEYWORDS(addcdiv, PointwiseBinary, ", Tensor tensor1, Tensor tensor2, *, Scalar value=1");

MODECHECK_OPERATOR(copysign_Tensor, PointwiseBinary, "copysign.Tensor(Tensor self, Tensor other) -> Tensor");
MODECHECK_OPERATOR(copysign__Tensor, PointwiseBinary, "copysign_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
MODECHECK_OPERATOR(copysign_out, PointwiseBinary,
                   "copysign.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(xlogy_Tensor, PointwiseBinary, "xlogy.Tensor(Tensor self, Tensor other) -> Tensor");
MODECHECK_OPERATOR(xlogy__Tensor, PointwiseBinary, "xlogy_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
MODECHECK_OPERATOR(xlogy_OutTensor, PointwiseBinary,
                   "xlogy.OutTensor(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");

using ElementwiseOperators =
    List<pow_Tensor_Tensor, pow_Tensor_Tensor_out, pow__Tensor, pow_Scalar, fmod_Tensor, fmod__Tensor, fmod_Tensor_out,
         fmod_Scalar, fmod__Scalar, remainder_Tensor, remainder__Tensor, remainder_Tensor_out, remainder_Scalar,
         remainder__Scalar, div_Tensor_mode, div__Tensor_mode, div_Scalar_mode, div__Scalar_mode, hypot, hypot_,
         hypot_out, logaddexp, logaddexp_out, lerp_Scalar, lerp__Scalar, lerp_Tensor, lerp__Tensor, addcmul, addcmul_,
         addcdiv, addcdiv_, copysign_Tensor, copysign__Tensor, copysign_out, xlogy_Tensor, xlogy__Tensor,
         xlogy_OutTensor, clamp_min_Tensor, clamp_min__Tensor, clamp_min_Tensor_out, clamp_max_Tensor,
         clamp_max__Tensor, clamp_max_Tensor_out, clamp_Tensor, clamp__Tensor, clamp_Tensor_out>;

}  // namespace modecheck::spec::operators
