// Operators that sort, or that need an order of the elements.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(
    sort_stable, Reduction,
    "sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)");

// sort, topk, kthvalue, max.dim, min.dim and median.dim: it is unspecified which index a result names for equal
// elements.
MODECHECK_OPERATOR(sort, Reduction,
                   "sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)");
MODECHECK_OPERATOR(
    topk, Reduction,
    "topk(Tensor self, int k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)");
MODECHECK_OPERATOR(kthvalue, Reduction,
                   "kthvalue(Tensor self, int k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)");
MODECHECK_OPERATOR(max_dim, Reduction,
                   "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)");
MODECHECK_OPERATOR(min_dim, Reduction,
                   "min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)");
MODECHECK_OPERATOR(median_dim, Reduction,
                   "median.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)");

// _unique2: returns the distinct values, the index of each element among them, and how often each value occurs.
MODECHECK_OPERATOR(_unique2, Indexing,
                   "_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> "
                   "(Tensor, Tensor, Tensor)");

// searchsorted: returns the index at which each value would be inserted into a sorted sequence.
MODECHECK_OPERATOR(searchsorted_Tensor, Comparison,
                   "searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool "
                   "right=False, str? side=None, Tensor? sorter=None) -> Tensor");

// bucketize: like searchsorted, but the values come before the sorted sequence, and there is one sequence only.
MODECHECK_OPERATOR(
    bucketize_Tensor, Comparison,
    "bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor");

// searchsorted.Scalar: returns the index at which a single number would be inserted into a sorted sequence.
MODECHECK_OPERATOR(searchsorted_Scalar, Comparison,
                   "searchsorted.Scalar(Tensor sorted_sequence, Scalar self, *, bool out_int32=False, bool "
                   "right=False, str? side=None, Tensor? sorter=None) -> Tensor");
MODECHECK_OPERATOR(
    bucketize_Scalar, Comparison,
    "bucketize.Scalar(Scalar self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor");

using SortingOperators = List<max_dim, min_dim, sort_stable, sort, topk, kthvalue, median_dim>;

using SearchOperators = List<searchsorted_Tensor, bucketize_Tensor, _unique2>;

using NumberSearchOperators = List<searchsorted_Scalar, bucketize_Scalar>;

}  // namespace modecheck::spec::operators
