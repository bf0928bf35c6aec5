// Further unary functions.
#pragma once

#include "spec/operators/forms.h"

namespace modecheck::spec::operators {

struct softshrink : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "softshrink(Tensor self, Scalar lambd=0.5) -> Tensor";
};

struct softshrink_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "softshrink.out(Tensor self, Scalar lambd=0.5, *, Tensor(a!) out) -> Tensor(a!)";
};

MODECHECK_FORMS(threshold, PointwiseUnary, ", Scalar threshold, Scalar value");

MODECHECK_FORMS(logit, PointwiseUnary, ", float? eps=None");

// The sign of a real number; a complex number divided by its magnitude.
MODECHECK_FORMS(sgn, PointwiseUnary, "");

struct celu : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "celu(Tensor self, Scalar alpha=1.) -> Tensor";
};

struct celu_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "celu_(Tensor(a!) self, Scalar alpha=1.) -> Tensor(a!)";
};

struct logcumsumexp : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "logcumsumexp(Tensor self, int dim) -> Tensor";
};

using ActivationOperators = List<softshrink, softshrink_out, threshold, threshold_, logit, logit_, logit_out, sgn, sgn_,
                                 sgn_out, celu, celu_, logcumsumexp>;

}  // namespace modecheck::spec::operators
