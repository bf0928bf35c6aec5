// The catalogue: every operator, once. The order is the order of `modecheck operators` and of the numbering inside a
// run; programs name operators, so a corpus survives any change here.
#pragma once

#include "spec/operators/copy.h"
#include "spec/operators/creation.h"
#include "spec/operators/joining.h"
#include "spec/operators/list.h"
#include "spec/operators/matrix.h"
#include "spec/operators/metadata.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/reduction.h"
#include "spec/operators/view.h"

namespace modecheck::spec::operators {

using Catalogue = List<
    // creation
    empty_memory_format, zeros, ones, full, arange_start_step, rand,
    // pointwise
    neg, neg_, neg_out, abs, abs_, exp, exp_, exp_out, relu, relu_, sigmoid, sigmoid_, tanh, tanh_, add_Tensor,
    add__Tensor, add_out, add__Scalar, sub_Tensor, sub__Tensor, mul_Tensor, mul__Tensor, mul_out, mul__Scalar,
    div_Tensor, div__Tensor, div_out, maximum, where_self, eq_Tensor, eq__Tensor, lt_Tensor, lt_Tensor_out, gt_Scalar,
    // reduction
    sum, sum_dim_IntList, sum_IntList_out, mean_dim, amax, _softmax, softmax_int,
    // matrix
    mm, mm_out, addmm, addmm_, matmul,
    // joining
    cat, cat_out, stack, index_select, index_select_out, gather, masked_fill_Scalar, masked_fill__Scalar,
    // copy
    clone, contiguous, to_dtype, _to_copy, copy_, zero_, fill__Scalar,
    // view
    alias, view, reshape, transpose_int, permute, t, select_int, slice_Tensor, narrow, expand, squeeze, squeeze_dim,
    unsqueeze, diagonal, as_strided, view_as, split_Tensor, chunk, unbind_int, detach, view_dtype,
    // metadata
    t_, transpose_, squeeze_, squeeze__dim, unsqueeze_, as_strided_, detach_, resize_, set__source_Tensor>;

}  // namespace modecheck::spec::operators
