// Powers, remainders and rounded quotients, and the operators of three tensors, element by element. The basic
// arithmetic is in pointwise.h.
#pragma once

#include "spec/operators/forms.h"

namespace modecheck::spec::operators {

struct pow_Tensor_Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor";
};

struct pow_Tensor_Tensor_out : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "pow.Tensor_Tensor_out(Tensor self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!)";
};

struct pow__Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "pow_.Tensor(Tensor(a!) self, Tensor exponent) -> Tensor(a!)";
};

struct pow_Scalar : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "pow.Scalar(Scalar self, Tensor exponent) -> Tensor";
};

struct pow_Scalar_out : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "pow.Scalar_out(Scalar self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!)";
};

// The remainder of a division, by a tensor and by a number.
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

struct div_Tensor_mode : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor";
};

struct div__Tensor_mode : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "div_.Tensor_mode(Tensor(a!) self, Tensor other, *, str? rounding_mode) -> Tensor(a!)";
};

struct div_out_mode : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "div.out_mode(Tensor self, Tensor other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!)";
};

struct div_Scalar_mode : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor";
};

struct div__Scalar_mode : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "div_.Scalar_mode(Tensor(a!) self, Scalar other, *, str? rounding_mode) -> Tensor(a!)";
};

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

struct clamp_Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor";
};
struct clamp__Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "clamp_.Tensor(Tensor(a!) self, Tensor? min=None, Tensor? max=None) -> Tensor(a!)";
};
struct clamp_Tensor_out : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "clamp.Tensor_out(Tensor self, Tensor? min=None, Tensor? max=None, *, Tensor(a!) out) -> Tensor(a!)";
};

MODECHECK_FORMS(hypot, PointwiseBinary, ", Tensor other");

struct logaddexp : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "logaddexp(Tensor self, Tensor other) -> Tensor";
};

struct logaddexp_out : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "logaddexp.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)";
};

struct lerp_Scalar : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor";
};

struct lerp__Scalar : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "lerp_.Scalar(Tensor(a!) self, Tensor end, Scalar weight) -> Tensor(a!)";
};

struct lerp_Scalar_out : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "lerp.Scalar_out(Tensor self, Tensor end, Scalar weight, *, Tensor(a!) out) -> Tensor(a!)";
};

struct lerp_Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor";
};

struct lerp__Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "lerp_.Tensor(Tensor(a!) self, Tensor end, Tensor weight) -> Tensor(a!)";
};

struct lerp_Tensor_out : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "lerp.Tensor_out(Tensor self, Tensor end, Tensor weight, *, Tensor(a!) out) -> Tensor(a!)";
};

MODECHECK_FORMS_WITH_KEYWORDS(addcmul, PointwiseBinary, ", Tensor tensor1, Tensor tensor2, *, Scalar value=1");

MODECHECK_FORMS_WITH_KEYWORDS(addcdiv, PointwiseBinary, ", Tensor tensor1, Tensor tensor2, *, Scalar value=1");

struct copysign_Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "copysign.Tensor(Tensor self, Tensor other) -> Tensor";
};

struct copysign__Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "copysign_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)";
};

struct copysign_out : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "copysign.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)";
};

struct xlogy_Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "xlogy.Tensor(Tensor self, Tensor other) -> Tensor";
};

struct xlogy__Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "xlogy_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)";
};

struct xlogy_OutTensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "xlogy.OutTensor(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)";
};

using ElementwiseOperators =
    List<pow_Tensor_Tensor, pow_Tensor_Tensor_out, pow__Tensor, pow_Scalar, fmod_Tensor, fmod__Tensor, fmod_Tensor_out,
         fmod_Scalar, fmod__Scalar, remainder_Tensor, remainder__Tensor, remainder_Tensor_out, remainder_Scalar,
         remainder__Scalar, div_Tensor_mode, div__Tensor_mode, div_Scalar_mode, div__Scalar_mode, hypot, hypot_,
         hypot_out, logaddexp, logaddexp_out, lerp_Scalar, lerp__Scalar, lerp_Tensor, lerp__Tensor, addcmul, addcmul_,
         addcdiv, addcdiv_, copysign_Tensor, copysign__Tensor, copysign_out, xlogy_Tensor, xlogy__Tensor,
         xlogy_OutTensor, clamp_min_Tensor, clamp_min__Tensor, clamp_min_Tensor_out, clamp_max_Tensor,
         clamp_max__Tensor, clamp_max_Tensor_out, clamp_Tensor, clamp__Tensor, clamp_Tensor_out>;

}  // namespace modecheck::spec::operators
