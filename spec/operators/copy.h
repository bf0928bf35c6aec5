// Operators that copy or overwrite whole tensors.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(clone, Copy, "clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor");
MODECHECK_COMPOSITE_OPERATOR(contiguous, Copy,
                             "contiguous(Tensor(a) self, *, MemoryFormat memory_format=0) -> Tensor(a)");
MODECHECK_COMPOSITE_OPERATOR(to_dtype, Copy,
                             "to.dtype(Tensor(a) self, ScalarType dtype, bool non_blocking=False, bool copy=False, "
                             "MemoryFormat? memory_format=None) -> Tensor(a)");
MODECHECK_OPERATOR(_to_copy, Copy,
                   "_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
                   "pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor");
MODECHECK_OPERATOR(copy_, Copy, "copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)");
MODECHECK_OPERATOR(copy, Copy, "copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor");
MODECHECK_OPERATOR(zero_, Fill, "zero_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_OPERATOR(fill__Tensor, Fill, "fill_.Tensor(Tensor(a!) self, Tensor value) -> Tensor(a!)");
MODECHECK_OPERATOR(fill_Scalar, Copy, "fill.Scalar(Tensor self, Scalar value) -> Tensor");
MODECHECK_OPERATOR(fill__Scalar, Fill, "fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!)");

using CopyOperators =
    List<clone, contiguous, to_dtype, _to_copy, copy_, zero_, fill__Scalar, fill__Tensor, fill_Scalar>;

using FunctionalCopyOperators = List<copy>;

}  // namespace modecheck::spec::operators
