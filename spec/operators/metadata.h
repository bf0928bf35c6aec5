// Operators that change sizes, strides or storage of their argument.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(t_, InPlaceView, "t_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_OPERATOR(transpose_, InPlaceView, "transpose_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!)");
MODECHECK_OPERATOR(squeeze_, InPlaceView, "squeeze_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_OPERATOR(squeeze__dim, InPlaceView, "squeeze_.dim(Tensor(a!) self, int dim) -> Tensor(a!)");
MODECHECK_OPERATOR(unsqueeze_, InPlaceView, "unsqueeze_(Tensor(a!) self, int dim) -> Tensor(a!)");
MODECHECK_OPERATOR(
    as_strided_, InPlaceView,
    "as_strided_(Tensor(a!) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a!)");
MODECHECK_OPERATOR(detach_, InPlaceView, "detach_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_OPERATOR(resize_, Storage,
                   "resize_(Tensor(a!) self, SymInt[] size, *, MemoryFormat? memory_format=None) -> Tensor(a!)");
MODECHECK_OPERATOR(set__source_Tensor, Storage, "set_.source_Tensor(Tensor(a!) self, Tensor source) -> Tensor(a!)");

using MetadataOperators =
    List<t_, transpose_, squeeze_, squeeze__dim, unsqueeze_, as_strided_, detach_, resize_, set__source_Tensor>;

}  // namespace modecheck::spec::operators
