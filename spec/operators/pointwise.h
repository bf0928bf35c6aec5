// The operators that work element by element, with broadcasting and type promotion.
#pragma once

#include "spec/operators/forms.h"

namespace modecheck::spec::operators {

MODECHECK_FORMS(neg, PointwiseUnary, "");

struct abs : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "abs(Tensor self) -> Tensor";
};

struct abs_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "abs_(Tensor(a!) self) -> Tensor(a!)";
};

MODECHECK_FORMS(exp, PointwiseUnary, "");

struct relu : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "relu(Tensor self) -> Tensor";
};

struct relu_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "relu_(Tensor(a!) self) -> Tensor(a!)";
};

struct sigmoid : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "sigmoid(Tensor self) -> Tensor";
};

struct sigmoid_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "sigmoid_(Tensor(a!) self) -> Tensor(a!)";
};

struct tanh : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "tanh(Tensor self) -> Tensor";
};

struct tanh_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "tanh_(Tensor(a!) self) -> Tensor(a!)";
};

struct add_Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor";
};

struct add__Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)";
};

struct add_out : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)";
};

struct add__Scalar : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "add_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)";
};

struct sub_Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor";
};

struct sub__Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "sub_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)";
};

struct mul_Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "mul.Tensor(Tensor self, Tensor other) -> Tensor";
};

struct mul__Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "mul_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)";
};

struct mul_out : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)";
};

struct mul__Scalar : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "mul_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)";
};

struct div_Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "div.Tensor(Tensor self, Tensor other) -> Tensor";
};

struct div__Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "div_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)";
};

struct div_out : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "div.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)";
};

struct maximum : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "maximum(Tensor self, Tensor other) -> Tensor";
};

struct where_self : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "where.self(Tensor condition, Tensor self, Tensor other) -> Tensor";
};

struct maximum_out : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "maximum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)";
};

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

struct sub_out : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "sub.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)";
};

struct rsub_Tensor : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor";
};

struct add_Scalar : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor";
};

struct sub_Scalar : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor";
};

struct sub__Scalar : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "sub_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)";
};

struct rsub_Scalar : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor";
};

struct mul_Scalar : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "mul.Scalar(Tensor self, Scalar other) -> Tensor";
};

struct div_Scalar : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "div.Scalar(Tensor self, Scalar other) -> Tensor";
};

struct div__Scalar : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "div_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)";
};

struct pow_Tensor_Scalar : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor";
};

struct pow__Scalar : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "pow_.Scalar(Tensor(a!) self, Scalar exponent) -> Tensor(a!)";
};

struct pow_Tensor_Scalar_out : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema =
      "pow.Tensor_Scalar_out(Tensor self, Scalar exponent, *, Tensor(a!) out) -> Tensor(a!)";
};

using PointwiseOperators =
    List<neg, neg_, neg_out, abs, abs_, exp, exp_, exp_out, relu, relu_, sigmoid, sigmoid_, tanh, tanh_, add_Tensor,
         add__Tensor, add_out, add__Scalar, sub_Tensor, sub__Tensor, mul_Tensor, mul__Tensor, mul_out, mul__Scalar,
         div_Tensor, div__Tensor, div_out, maximum, maximum_out, minimum, minimum_out, fmax, fmax_out, fmin, fmin_out,
         atan2, atan2_, atan2_out, sub_out, rsub_Tensor, add_Scalar, sub_Scalar, sub__Scalar, rsub_Scalar, mul_Scalar,
         div_Scalar, div__Scalar, pow_Tensor_Scalar, pow__Scalar, pow_Tensor_Scalar_out, where_self>;

}  // namespace modecheck::spec::operators
