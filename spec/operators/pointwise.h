// The operators that work element by element, with broadcasting and type promotion.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct neg : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "neg(Tensor self) -> Tensor";
};

struct neg_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "neg_(Tensor(a!) self) -> Tensor(a!)";
};

struct neg_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)";
};

struct abs : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "abs(Tensor self) -> Tensor";
};

struct abs_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "abs_(Tensor(a!) self) -> Tensor(a!)";
};

struct exp : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "exp(Tensor self) -> Tensor";
};

struct exp_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "exp_(Tensor(a!) self) -> Tensor(a!)";
};

struct exp_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "exp.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)";
};

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
MODECHECK_OF_TWO(atan2);
#undef MODECHECK_OF_TWO

struct atan2_ : Operator<Family::PointwiseBinary> {
  static constexpr std::string_view schema = "atan2_(Tensor(a!) self, Tensor other) -> Tensor(a!)";
};

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

}  // namespace modecheck::spec::operators
