// Operators that reduce elements of `self` with the source elements that an index assigns to them.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(scatter_reduce_two, Indexing,
                   "scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool "
                   "include_self=True) -> Tensor");
MODECHECK_OPERATOR(scatter_reduce__two, Indexing,
                   "scatter_reduce_.two(Tensor(a!) self, int dim, Tensor index, Tensor src, str reduce, *, bool "
                   "include_self=True) -> Tensor(a!)");
MODECHECK_OPERATOR(scatter_reduce_two_out, Indexing,
                   "scatter_reduce.two_out(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool "
                   "include_self=True, Tensor(a!) out) -> Tensor(a!)");

using ScatteringOperators = List<scatter_reduce_two, scatter_reduce__two, scatter_reduce_two_out>;

}  // namespace modecheck::spec::operators
