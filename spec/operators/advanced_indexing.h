// Operators of advanced indexing. They take a list with one index tensor for each dimension. If an index tensor is
// absent, the whole dimension is selected.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

// nonzero: returns the indices of the nonzero elements, one row for each element.
MODECHECK_OPERATOR(nonzero, Indexing, "nonzero(Tensor self) -> Tensor");
MODECHECK_OPERATOR(index_Tensor, Indexing, "index.Tensor(Tensor self, Tensor?[] indices) -> Tensor");
MODECHECK_OPERATOR(index_put, Indexing,
                   "index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor");
MODECHECK_OPERATOR(
    index_put_, Indexing,
    "index_put_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor(a!)");

using AdvancedIndexingOperators = List<index_Tensor, index_put, index_put_, nonzero>;

}  // namespace modecheck::spec::operators
