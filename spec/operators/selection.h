// Operators that pick elements of a tensor by value, by mask or by position.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

// Operators that pick one element of the whole tensor, and masked_select, which picks the elements where the mask is
// true.
MODECHECK_OPERATOR(max, Reduction, "max(Tensor self) -> Tensor");
MODECHECK_OPERATOR(min, Reduction, "min(Tensor self) -> Tensor");
MODECHECK_OPERATOR(median, Reduction, "median(Tensor self) -> Tensor");
MODECHECK_OPERATOR(masked_select, Indexing, "masked_select(Tensor self, Tensor mask) -> Tensor");

// take: the indices count the elements of `self` in row-major order.
MODECHECK_OPERATOR(take, Indexing, "take(Tensor self, Tensor index) -> Tensor");

using SelectionOperators = List<max, min, median, masked_select, take>;

}  // namespace modecheck::spec::operators
