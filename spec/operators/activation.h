// Further functions of one tensor.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct softshrink : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "softshrink(Tensor self, Scalar lambd=0.5) -> Tensor";
};

struct softshrink_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "softshrink.out(Tensor self, Scalar lambd=0.5, *, Tensor(a!) out) -> Tensor(a!)";
};

struct threshold : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor";
};

struct threshold_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "threshold_(Tensor(a!) self, Scalar threshold, Scalar value) -> Tensor(a!)";
};

struct threshold_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "threshold.out(Tensor self, Scalar threshold, Scalar value, *, Tensor(a!) out) -> Tensor(a!)";
};

struct logit : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "logit(Tensor self, float? eps=None) -> Tensor";
};

struct logit_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "logit_(Tensor(a!) self, float? eps=None) -> Tensor(a!)";
};

struct logit_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "logit.out(Tensor self, float? eps=None, *, Tensor(a!) out) -> Tensor(a!)";
};

// The sign of a real number; a complex one divided by its size.
struct sgn : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "sgn(Tensor self) -> Tensor";
};

struct sgn_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "sgn_(Tensor(a!) self) -> Tensor(a!)";
};

struct sgn_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "sgn.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)";
};

struct celu : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "celu(Tensor self, Scalar alpha=1.) -> Tensor";
};

struct celu_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "celu_(Tensor(a!) self, Scalar alpha=1.) -> Tensor(a!)";
};

struct logcumsumexp : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "logcumsumexp(Tensor self, int dim) -> Tensor";
};

}  // namespace modecheck::spec::operators
