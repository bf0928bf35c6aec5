// Operators that write random numbers. Programs never name a generator: the default one is used, and seeded before each
// command.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

// Floating-point numbers in [from, to).
MODECHECK_COMPOSITE_OPERATOR(
    uniform_, Random,
    "uniform_(Tensor(a!) self, float from=0., float to=1., *, Generator? generator=None) -> Tensor(a!)");
MODECHECK_COMPOSITE_OPERATOR(
    normal_, Random,
    "normal_(Tensor(a!) self, float mean=0., float std=1., *, Generator? generator=None) -> Tensor(a!)");

// Integers from zero to the largest that the dtype holds, or for floating dtypes holds exactly.
MODECHECK_COMPOSITE_OPERATOR(random_, Random, "random_(Tensor(a!) self, *, Generator? generator=None) -> Tensor(a!)");

// Integers in [from, to), or from `from` on.
MODECHECK_COMPOSITE_OPERATOR(
    random__from, Random,
    "random_.from(Tensor(a!) self, int from, int? to, *, Generator? generator=None) -> Tensor(a!)");

// One with probability p, else zero.
MODECHECK_COMPOSITE_OPERATOR(
    bernoulli__float, Random,
    "bernoulli_.float(Tensor(a!) self, float p=0.5, *, Generator? generator=None) -> Tensor(a!)");

// The same with a tensor of probabilities, which broadcasts.
MODECHECK_COMPOSITE_OPERATOR(
    bernoulli__Tensor, Random,
    "bernoulli_.Tensor(Tensor(a!) self, Tensor p, *, Generator? generator=None) -> Tensor(a!)");

// A fresh tensor of draws with the probabilities of `self`.
MODECHECK_COMPOSITE_OPERATOR(bernoulli, Random, "bernoulli(Tensor self, *, Generator? generator=None) -> Tensor");
MODECHECK_COMPOSITE_OPERATOR(
    exponential_, Random, "exponential_(Tensor(a!) self, float lambd=1., *, Generator? generator=None) -> Tensor(a!)");

// Fresh tensors with the layout of `self`. Only its sizes, strides and options are used: no gradient flows through.
MODECHECK_OPERATOR(rand_like, Random,
                   "rand_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
                   "pin_memory=None, MemoryFormat? memory_format=None) -> Tensor");
MODECHECK_OPERATOR(randn_like, Random,
                   "randn_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
                   "pin_memory=None, MemoryFormat? memory_format=None) -> Tensor");

// Returns the input with some elements dropped, and the mask of those that are kept.
MODECHECK_OPERATOR(native_dropout, Random, "native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)");

using RandomOperators =
    List<uniform_, normal_, random_, random__from, bernoulli__float, bernoulli__Tensor, bernoulli, exponential_>;

using RandomLikeOperators = List<rand_like, randn_like, native_dropout>;

}  // namespace modecheck::spec::operators
