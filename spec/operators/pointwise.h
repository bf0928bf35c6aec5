// The operators that work element by element, with broadcasting and type promotion.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct neg : Operator<Family::PointwiseUnary> {
  static constexpr Schema schema = parse("neg(Tensor self) -> Tensor");
};

struct neg_ : Operator<Family::PointwiseUnary> {
  static constexpr Schema schema = parse("neg_(Tensor(a!) self) -> Tensor(a!)");
};

struct neg_out : Operator<Family::PointwiseUnary> {
  static constexpr Schema schema = parse("neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
};

struct abs : Operator<Family::PointwiseUnary> {
  static constexpr Schema schema = parse("abs(Tensor self) -> Tensor");
};

struct abs_ : Operator<Family::PointwiseUnary> {
  static constexpr Schema schema = parse("abs_(Tensor(a!) self) -> Tensor(a!)");
};

struct exp : Operator<Family::PointwiseUnary> {
  static constexpr Schema schema = parse("exp(Tensor self) -> Tensor");
};

struct exp_ : Operator<Family::PointwiseUnary> {
  static constexpr Schema schema = parse("exp_(Tensor(a!) self) -> Tensor(a!)");
};

struct exp_out : Operator<Family::PointwiseUnary> {
  static constexpr Schema schema = parse("exp.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
};

struct relu : Operator<Family::PointwiseUnary> {
  static constexpr Schema schema = parse("relu(Tensor self) -> Tensor");
};

struct relu_ : Operator<Family::PointwiseUnary> {
  static constexpr Schema schema = parse("relu_(Tensor(a!) self) -> Tensor(a!)");
};

struct sigmoid : Operator<Family::PointwiseUnary> {
  static constexpr Schema schema = parse("sigmoid(Tensor self) -> Tensor");
};

struct sigmoid_ : Operator<Family::PointwiseUnary> {
  static constexpr Schema schema = parse("sigmoid_(Tensor(a!) self) -> Tensor(a!)");
};

struct tanh : Operator<Family::PointwiseUnary> {
  static constexpr Schema schema = parse("tanh(Tensor self) -> Tensor");
};

struct tanh_ : Operator<Family::PointwiseUnary> {
  static constexpr Schema schema = parse("tanh_(Tensor(a!) self) -> Tensor(a!)");
};

struct add_Tensor : Operator<Family::PointwiseBinary> {
  static constexpr Schema schema = parse("add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
};

struct add__Tensor : Operator<Family::PointwiseBinary> {
  static constexpr Schema schema = parse("add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)");
};

struct add_out : Operator<Family::PointwiseBinary> {
  static constexpr Schema schema =
      parse("add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)");
};

struct add__Scalar : Operator<Family::PointwiseBinary> {
  static constexpr Schema schema = parse("add_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)");
};

struct sub_Tensor : Operator<Family::PointwiseBinary> {
  static constexpr Schema schema = parse("sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
};

struct sub__Tensor : Operator<Family::PointwiseBinary> {
  static constexpr Schema schema = parse("sub_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)");
};

struct mul_Tensor : Operator<Family::PointwiseBinary> {
  static constexpr Schema schema = parse("mul.Tensor(Tensor self, Tensor other) -> Tensor");
};

struct mul__Tensor : Operator<Family::PointwiseBinary> {
  static constexpr Schema schema = parse("mul_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
};

struct mul_out : Operator<Family::PointwiseBinary> {
  static constexpr Schema schema = parse("mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
};

struct mul__Scalar : Operator<Family::PointwiseBinary> {
  static constexpr Schema schema = parse("mul_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)");
};

struct div_Tensor : Operator<Family::PointwiseBinary> {
  static constexpr Schema schema = parse("div.Tensor(Tensor self, Tensor other) -> Tensor");
};

struct div__Tensor : Operator<Family::PointwiseBinary> {
  static constexpr Schema schema = parse("div_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
};

struct div_out : Operator<Family::PointwiseBinary> {
  static constexpr Schema schema = parse("div.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
};

struct maximum : Operator<Family::PointwiseBinary> {
  static constexpr Schema schema = parse("maximum(Tensor self, Tensor other) -> Tensor");
};

struct where_self : Operator<Family::PointwiseBinary> {
  static constexpr Schema schema = parse("where.self(Tensor condition, Tensor self, Tensor other) -> Tensor");
};

struct eq_Tensor : Operator<Family::Comparison> {
  static constexpr Schema schema = parse("eq.Tensor(Tensor self, Tensor other) -> Tensor");
};

struct eq__Tensor : Operator<Family::Comparison> {
  static constexpr Schema schema = parse("eq_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
};

struct lt_Tensor : Operator<Family::Comparison> {
  static constexpr Schema schema = parse("lt.Tensor(Tensor self, Tensor other) -> Tensor");
};

struct lt_Tensor_out : Operator<Family::Comparison> {
  static constexpr Schema schema = parse("lt.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
};

struct gt_Scalar : Operator<Family::Comparison> {
  static constexpr Schema schema = parse("gt.Scalar(Tensor self, Scalar other) -> Tensor");
};

}  // namespace modecheck::spec::operators
