// Operators that compute norms: the p-th root of the sum of p-th powers, or the number of nonzero elements for p = 0.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(linalg_vector_norm, Reduction,
                   "linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? "
                   "dtype=None) -> Tensor");
MODECHECK_OPERATOR(norm_Scalar, Reduction, "norm.Scalar(Tensor self, Scalar p=2) -> Tensor");
MODECHECK_OPERATOR(norm_ScalarOpt_dim, Reduction,
                   "norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor");

using NormOperators = List<linalg_vector_norm, norm_Scalar, norm_ScalarOpt_dim>;

}  // namespace modecheck::spec::operators
