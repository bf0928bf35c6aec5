// Operators that compute activation functions, and a few other functions of one tensor.
#pragma once

#include "spec/operators/forms.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(softshrink, PointwiseUnary, "softshrink(Tensor self, Scalar lambd=0.5) -> Tensor");
MODECHECK_OPERATOR(softshrink_out, PointwiseUnary,
                   "softshrink.out(Tensor self, Scalar lambd=0.5, *, Tensor(a!) out) -> Tensor(a!)");

MODECHECK_FORMS(threshold, PointwiseUnary, ", Scalar threshold, Scalar value");

MODECHECK_FORMS(logit, PointwiseUnary, ", float? eps=None");

// sgn: returns the sign of a real number. For a complex number it returns the number divided by its magnitude.
MODECHECK_FORMS(sgn, PointwiseUnary, "");

MODECHECK_OPERATOR(celu, PointwiseUnary, "celu(Tensor self, Scalar alpha=1.) -> Tensor");
MODECHECK_OPERATOR(celu_, PointwiseUnary, "celu_(Tensor(a!) self, Scalar alpha=1.) -> Tensor(a!)");
MODECHECK_OPERATOR(logcumsumexp, Reduction, "logcumsumexp(Tensor self, int dim) -> Tensor");

using ActivationOperators = List<softshrink, softshrink_out, threshold, threshold_, logit, logit_, logit_out, sgn, sgn_,
                                 sgn_out, celu, celu_, logcumsumexp>;

}  // namespace modecheck::spec::operators
