// Operators that join tensors, or pick elements by an index or a mask.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(cat, Joining, "cat(Tensor[] tensors, int dim=0) -> Tensor");
MODECHECK_OPERATOR(cat_out, Joining, "cat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(stack, Joining, "stack(Tensor[] tensors, int dim=0) -> Tensor");
MODECHECK_OPERATOR(index_select, Indexing, "index_select(Tensor self, int dim, Tensor index) -> Tensor");
MODECHECK_OPERATOR(index_select_out, Indexing,
                   "index_select.out(Tensor self, int dim, Tensor index, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(gather, Indexing, "gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor");
MODECHECK_OPERATOR(masked_fill_Scalar, Indexing,
                   "masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor");
MODECHECK_OPERATOR(masked_fill__Scalar, Indexing,
                   "masked_fill_.Scalar(Tensor(a!) self, Tensor mask, Scalar value) -> Tensor(a!)");
MODECHECK_OPERATOR(masked_fill_Tensor, Indexing,
                   "masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor");
MODECHECK_OPERATOR(masked_fill__Tensor, Indexing,
                   "masked_fill_.Tensor(Tensor(a!) self, Tensor mask, Tensor value) -> Tensor(a!)");
MODECHECK_OPERATOR(masked_scatter, Indexing, "masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor");
MODECHECK_OPERATOR(masked_scatter_, Indexing,
                   "masked_scatter_(Tensor(a!) self, Tensor mask, Tensor source) -> Tensor(a!)");
MODECHECK_OPERATOR(index_add, Indexing,
                   "index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor");
MODECHECK_OPERATOR(
    index_add_, Indexing,
    "index_add_(Tensor(a!) self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor(a!)");
MODECHECK_OPERATOR(index_copy, Indexing, "index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor");
MODECHECK_OPERATOR(index_copy_, Indexing,
                   "index_copy_(Tensor(a!) self, int dim, Tensor index, Tensor source) -> Tensor(a!)");
MODECHECK_OPERATOR(index_fill_int_Scalar, Indexing,
                   "index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value) -> Tensor");
MODECHECK_OPERATOR(index_fill__int_Scalar, Indexing,
                   "index_fill_.int_Scalar(Tensor(a!) self, int dim, Tensor index, Scalar value) -> Tensor(a!)");
MODECHECK_OPERATOR(scatter_src, Indexing, "scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor");
MODECHECK_OPERATOR(scatter__src, Indexing,
                   "scatter_.src(Tensor(a!) self, int dim, Tensor index, Tensor src) -> Tensor(a!)");
MODECHECK_OPERATOR(scatter_value, Indexing,
                   "scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor");
MODECHECK_OPERATOR(scatter__value, Indexing,
                   "scatter_.value(Tensor(a!) self, int dim, Tensor index, Scalar value) -> Tensor(a!)");
MODECHECK_OPERATOR(scatter_add, Indexing, "scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor");
MODECHECK_OPERATOR(scatter_add_, Indexing,
                   "scatter_add_(Tensor(a!) self, int dim, Tensor index, Tensor src) -> Tensor(a!)");

using JoiningOperators =
    List<cat, cat_out, stack, index_select, index_select_out, gather, masked_fill_Scalar, masked_fill__Scalar,
         masked_fill_Tensor, masked_fill__Tensor, index_add, index_add_, index_copy, index_copy_, index_fill_int_Scalar,
         index_fill__int_Scalar, scatter_src, scatter__src, scatter_value, scatter__value, scatter_add, scatter_add_,
         masked_scatter, masked_scatter_>;

}  // namespace modecheck::spec::operators
