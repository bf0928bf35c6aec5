// Operators that work element by element, with broadcasting and type promotion.
#pragma once

#include "spec/operators/forms.h"

namespace modecheck::spec::operators {

MODECHECK_FORMS(neg, PointwiseUnary, "");

MODECHECK_OPERATOR(abs, PointwiseUnary, "abs(Tensor self) -> Tensor");
MODECHECK_OPERATOR(abs_, PointwiseUnary, "abs_(Tensor(a!) self) -> Tensor(a!)");

MODECHECK_FORMS(exp, PointwiseUnary, "");

MODECHECK_OPERATOR(relu, PointwiseUnary, "relu(Tensor self) -> Tensor");
MODECHECK_OPERATOR(relu_, PointwiseUnary, "relu_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_OPERATOR(sigmoid, PointwiseUnary, "sigmoid(Tensor self) -> Tensor");
MODECHECK_OPERATOR(sigmoid_, PointwiseUnary, "sigmoid_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_OPERATOR(tanh, PointwiseUnary, "tanh(Tensor self) -> Tensor");
MODECHECK_OPERATOR(tanh_, PointwiseUnary, "tanh_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_OPERATOR(add_Tensor, PointwiseBinary, "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
MODECHECK_OPERATOR(add__Tensor, PointwiseBinary,
                   "add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)");
MODECHECK_OPERATOR(add_out, PointwiseBinary,
                   "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(add__Scalar, PointwiseBinary,
                   "add_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)");
MODECHECK_OPERATOR(sub_Tensor, PointwiseBinary, "sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
MODECHECK_OPERATOR(sub__Tensor, PointwiseBinary,
                   "sub_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)");
MODECHECK_OPERATOR(mul_Tensor, PointwiseBinary, "mul.Tensor(Tensor self, Tensor other) -> Tensor");
MODECHECK_OPERATOR(mul__Tensor, PointwiseBinary, "mul_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
MODECHECK_OPERATOR(mul_out, PointwiseBinary, "mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(mul__Scalar, PointwiseBinary, "mul_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)");
MODECHECK_OPERATOR(div_Tensor, PointwiseBinary, "div.Tensor(Tensor self, Tensor other) -> Tensor");
MODECHECK_OPERATOR(div__Tensor, PointwiseBinary, "div_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
MODECHECK_OPERATOR(div_out, PointwiseBinary, "div.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(maximum, PointwiseBinary, "maximum(Tensor self, Tensor other) -> Tensor");
MODECHECK_OPERATOR(where_self, PointwiseBinary, "where.self(Tensor condition, Tensor self, Tensor other) -> Tensor");
MODECHECK_OPERATOR(maximum_out, PointwiseBinary,
                   "maximum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");

#define MODECHECK_OF_TWO(name)                                                                \
  struct name : Operator<Family::PointwiseBinary> {                                           \
    static constexpr std::string_view schema = #name "(Tensor self, Tensor other) -> Tensor"; \
  };                                                                                          \
  struct name##_out : Operator<Family::PointwiseBinary> {                                     \
    static constexpr std::string_view schema =                                                \
        #name ".out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)";             \
  }
MODECHECK_OF_TWO(minimum);
MODECHECK_OF_TWO(fmax);
MODECHECK_OF_TWO(fmin);
#undef MODECHECK_OF_TWO

MODECHECK_FORMS(atan2, PointwiseBinary, ", Tensor other");

MODECHECK_OPERATOR(sub_out, PointwiseBinary,
                   "sub.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(rsub_Tensor, PointwiseBinary, "rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
MODECHECK_OPERATOR(add_Scalar, PointwiseBinary, "add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor");
MODECHECK_OPERATOR(sub_Scalar, PointwiseBinary, "sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor");
MODECHECK_OPERATOR(sub__Scalar, PointwiseBinary,
                   "sub_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)");
MODECHECK_OPERATOR(rsub_Scalar, PointwiseBinary, "rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor");
MODECHECK_OPERATOR(mul_Scalar, PointwiseBinary, "mul.Scalar(Tensor self, Scalar other) -> Tensor");
MODECHECK_OPERATOR(div_Scalar, PointwiseBinary, "div.Scalar(Tensor self, Scalar other) -> Tensor");
MODECHECK_OPERATOR(div__Scalar, PointwiseBinary, "div_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)");
MODECHECK_OPERATOR(pow_Tensor_Scalar, PointwiseBinary, "pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor");
MODECHECK_OPERATOR(pow__Scalar, PointwiseBinary, "pow_.Scalar(Tensor(a!) self, Scalar exponent) -> Tensor(a!)");
MODECHECK_OPERATOR(pow_Tensor_Scalar_out, PointwiseBinary,
                   "pow.Tensor_Scalar_out(Tensor self, Scalar exponent, *, Tensor(a!) out) -> Tensor(a!)");

using PointwiseOperators =
    List<neg, neg_, neg_out, abs, abs_, exp, exp_, exp_out, relu, relu_, sigmoid, sigmoid_, tanh, tanh_, add_Tensor,
         add__Tensor, add_out, add__Scalar, sub_Tensor, sub__Tensor, mul_Tensor, mul__Tensor, mul_out, mul__Scalar,
         div_Tensor, div__Tensor, div_out, maximum, maximum_out, minimum, minimum_out, fmax, fmax_out, fmin, fmin_out,
         atan2, atan2_, atan2_out, sub_out, rsub_Tensor, add_Scalar, sub_Scalar, sub__Scalar, rsub_Scalar, mul_Scalar,
         div_Scalar, div__Scalar, pow_Tensor_Scalar, pow__Scalar, pow_Tensor_Scalar_out, where_self>;

}  // namespace modecheck::spec::operators
