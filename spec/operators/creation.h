// Operators that allocate a tensor from sizes and values.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(empty_memory_format, Creation,
                   "empty.memory_format(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? "
                   "device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor");
MODECHECK_OPERATOR(empty_strided, Creation,
                   "empty_strided(SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? layout=None, "
                   "Device? device=None, bool? pin_memory=None) -> Tensor");
MODECHECK_OPERATOR(zeros, Creation,
                   "zeros(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
                   "pin_memory=None) -> Tensor");
MODECHECK_OPERATOR(ones, Creation,
                   "ones(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
                   "pin_memory=None) -> Tensor");
MODECHECK_OPERATOR(full, Creation,
                   "full(SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? "
                   "device=None, bool? pin_memory=None) -> Tensor");
MODECHECK_OPERATOR(arange_start_step, Creation,
                   "arange.start_step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? "
                   "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor");
MODECHECK_OPERATOR(rand, Creation,
                   "rand(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
                   "pin_memory=None) -> Tensor");
MODECHECK_OPERATOR(randn, Creation,
                   "randn(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
                   "pin_memory=None) -> Tensor");
MODECHECK_OPERATOR(randperm, Creation,
                   "randperm(int n, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? "
                   "pin_memory=None) -> Tensor");

// randint: returns random integers in [0, high).
MODECHECK_OPERATOR(randint, Creation,
                   "randint(int high, int[] size, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, "
                   "bool? pin_memory=None) -> Tensor");
MODECHECK_OPERATOR(randint_low, Creation,
                   "randint.low(int low, int high, int[] size, *, ScalarType? dtype=4, Layout? layout=None, Device? "
                   "device=None, bool? pin_memory=None) -> Tensor");
MODECHECK_OPERATOR(scalar_tensor, Creation,
                   "scalar_tensor(Scalar s, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
                   "pin_memory=None) -> Tensor");

using CreationOperators =
    List<empty_memory_format, empty_strided, zeros, ones, full, arange_start_step, rand, randn, scalar_tensor>;

// full_like uses only the sizes and options of its argument. It reads no element, and no gradient flows through it.
MODECHECK_OPERATOR(full_like, Copy,
                   "full_like(Tensor self, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? "
                   "device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor");

using LikeCreationOperators = List<full_like>;

using RandomCreationOperators = List<randperm, randint, randint_low>;

}  // namespace modecheck::spec::operators
