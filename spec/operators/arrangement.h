// Operators that move elements, and operators on diagonals.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(roll, Joining, "roll(Tensor self, int[1] shifts, int[1] dims=[]) -> Tensor");
MODECHECK_OPERATOR(diag_embed, Joining, "diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor");
MODECHECK_OPERATOR(trace, Reduction, "trace(Tensor self) -> Tensor");

// unfold: returns a view of the windows that slide along a dimension. The windows may share elements.
MODECHECK_OPERATOR(unfold, View, "unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)");

using ArrangementOperators = List<roll, diag_embed, trace, unfold>;

}  // namespace modecheck::spec::operators
