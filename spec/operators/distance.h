// Operators that compute distances between the rows of matrices.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(_cdist_forward, Reduction,
                   "_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) -> Tensor");
MODECHECK_OPERATOR(_pdist_forward, Reduction, "_pdist_forward(Tensor self, float p=2.) -> Tensor");
MODECHECK_OPERATOR(_cdist_backward, Reduction,
                   "_cdist_backward(Tensor grad, Tensor x1, Tensor x2, float p, Tensor cdist) -> Tensor");
MODECHECK_OPERATOR(_pdist_backward, Reduction,
                   "_pdist_backward(Tensor grad, Tensor self, float p, Tensor pdist) -> Tensor");

// _cdist_backward and _pdist_backward are not in the catalogue: programs run them only through backward.
using DistanceRows = List<_cdist_backward, _pdist_backward>;

using DistanceOperators = List<_cdist_forward, _pdist_forward>;

}  // namespace modecheck::spec::operators
