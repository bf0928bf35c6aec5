// Operators that copy elements to other positions or leave some out, and return a new tensor.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(flip, Indexing, "flip(Tensor self, int[] dims) -> Tensor");
MODECHECK_OPERATOR(tril, Indexing, "tril(Tensor self, int diagonal=0) -> Tensor");
MODECHECK_OPERATOR(tril_, Indexing, "tril_(Tensor(a!) self, int diagonal=0) -> Tensor(a!)");
MODECHECK_OPERATOR(triu, Indexing, "triu(Tensor self, int diagonal=0) -> Tensor");
MODECHECK_OPERATOR(triu_, Indexing, "triu_(Tensor(a!) self, int diagonal=0) -> Tensor(a!)");
MODECHECK_OPERATOR(constant_pad_nd, Indexing, "constant_pad_nd(Tensor self, int[] pad, Scalar value=0) -> Tensor");
MODECHECK_OPERATOR(reflection_pad1d, Indexing, "reflection_pad1d(Tensor self, int[2] padding) -> Tensor");
MODECHECK_OPERATOR(reflection_pad2d, Indexing, "reflection_pad2d(Tensor self, int[4] padding) -> Tensor");
MODECHECK_OPERATOR(replication_pad2d, Indexing, "replication_pad2d(Tensor self, int[4] padding) -> Tensor");
MODECHECK_OPERATOR(reflection_pad3d, Indexing, "reflection_pad3d(Tensor self, int[6] padding) -> Tensor");
MODECHECK_OPERATOR(replication_pad3d, Indexing, "replication_pad3d(Tensor self, int[6] padding) -> Tensor");
MODECHECK_OPERATOR(repeat, Indexing, "repeat(Tensor self, SymInt[] repeats) -> Tensor");
MODECHECK_OPERATOR(
    slice_scatter, Indexing,
    "slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor");
MODECHECK_OPERATOR(select_scatter, Indexing, "select_scatter(Tensor self, Tensor src, int dim, int index) -> Tensor");
MODECHECK_OPERATOR(narrow_copy, Indexing, "narrow_copy(Tensor self, int dim, SymInt start, SymInt length) -> Tensor");

using ShapeOperators =
    List<flip, tril, tril_, triu, triu_, constant_pad_nd, repeat, slice_scatter, select_scatter, reflection_pad1d,
         reflection_pad2d, replication_pad2d, reflection_pad3d, replication_pad3d, narrow_copy>;

}  // namespace modecheck::spec::operators
