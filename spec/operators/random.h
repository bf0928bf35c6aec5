// Operators that write random numbers. Programs never name a generator: the operators use the default generator, which
// the harness seeds before each command.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

// uniform_: fills the tensor with random floating-point numbers in [from, to).
MODECHECK_COMPOSITE_OPERATOR(
    uniform_, Random,
    "uniform_(Tensor(a!) self, float from=0., float to=1., *, Generator? generator=None) -> Tensor(a!)");
MODECHECK_COMPOSITE_OPERATOR(
    normal_, Random,
    "normal_(Tensor(a!) self, float mean=0., float std=1., *, Generator? generator=None) -> Tensor(a!)");

// random_: fills the tensor with random integers from zero to the largest integer of the dtype. For a floating-point
// dtype, the largest is the one up to which the dtype holds all integers.
MODECHECK_COMPOSITE_OPERATOR(random_, Random, "random_(Tensor(a!) self, *, Generator? generator=None) -> Tensor(a!)");

// random_.from: fills the tensor with random integers in [from, to), or from `from` on if `to` is absent.
MODECHECK_COMPOSITE_OPERATOR(
    random__from, Random,
    "random_.from(Tensor(a!) self, int from, int? to, *, Generator? generator=None) -> Tensor(a!)");

// bernoulli_.float: writes one with probability p, and else zero.
MODECHECK_COMPOSITE_OPERATOR(
    bernoulli__float, Random,
    "bernoulli_.float(Tensor(a!) self, float p=0.5, *, Generator? generator=None) -> Tensor(a!)");

// bernoulli_.Tensor: like bernoulli_.float, but a tensor that broadcasts holds the probabilities.
MODECHECK_COMPOSITE_OPERATOR(
    bernoulli__Tensor, Random,
    "bernoulli_.Tensor(Tensor(a!) self, Tensor p, *, Generator? generator=None) -> Tensor(a!)");

// bernoulli: returns a new tensor of ones and zeros; `self` holds the probability of a one for each element.
MODECHECK_COMPOSITE_OPERATOR(bernoulli, Random, "bernoulli(Tensor self, *, Generator? generator=None) -> Tensor");
MODECHECK_COMPOSITE_OPERATOR(
    exponential_, Random, "exponential_(Tensor(a!) self, float lambd=1., *, Generator? generator=None) -> Tensor(a!)");

// rand_like and similar operators return a new tensor with the layout of `self`. They use only the sizes, strides and
// options of `self`, so no gradient flows through them.
MODECHECK_OPERATOR(rand_like, Random,
                   "rand_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
                   "pin_memory=None, MemoryFormat? memory_format=None) -> Tensor");
MODECHECK_OPERATOR(randn_like, Random,
                   "randn_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
                   "pin_memory=None, MemoryFormat? memory_format=None) -> Tensor");

// native_dropout: returns the input with some elements dropped, and the mask of the elements that are kept.
MODECHECK_OPERATOR(native_dropout, Random, "native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)");

using RandomOperators =
    List<uniform_, normal_, random_, random__from, bernoulli__float, bernoulli__Tensor, bernoulli, exponential_>;

using RandomLikeOperators = List<rand_like, randn_like, native_dropout>;

}  // namespace modecheck::spec::operators
