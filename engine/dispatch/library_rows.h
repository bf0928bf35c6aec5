// Declares internal operators that libtorch does not have, or has with another schema.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::engine::internal {

using spec::operators::Family;
using spec::operators::Operator;

// Computes native_batch_norm without writing the running statistics. libtorch's operator also writes them, although its
// schema does not say so. In this engine the caller writes them with an in-place operator, so that the rules about
// writes and versions apply.
//
// With `training`, `mean` and `var` are the running statistics that the caller will update; they are only checked. The
// results are the normalised input, its means, the reciprocals of its standard deviations, and its biased variances.
// All but the first have size [C], where C is the number of channels. Without `training`, `mean` and `var` normalise
// the input, and the last three results are empty.
MODECHECK_OPERATOR(_batch_normalize, Reduction,
                   "_batch_normalize(Tensor input, Tensor? weight, Tensor? bias, Tensor? mean, Tensor? var, bool "
                   "training, float eps) -> (Tensor, Tensor, Tensor, Tensor)");

// Operators that draw random numbers follow. libtorch's operators take the generator as an argument; these operators
// ask chosen_generator() for it.

// Fills with uniform random numbers from [from, to). The dtype must be floating point.
MODECHECK_OPERATOR(uniform_, Fill, "uniform_(Tensor(a!) self, float from=0, float to=1) -> Tensor(a!)");

// Fills with random integers from zero to the largest integer of the dtype. For a floating-point dtype that is the end
// of the range in which it represents all integers exactly.
MODECHECK_OPERATOR(random_, Fill, "random_(Tensor(a!) self) -> Tensor(a!)");

// Sets each element to one with probability p, and to zero otherwise.
MODECHECK_OPERATOR(bernoulli__float, Fill, "bernoulli_.float(Tensor(a!) self, float p=0.5) -> Tensor(a!)");

// Sets each element to one with its own probability in `p`, and to zero otherwise; `p` is broadcast.
MODECHECK_OPERATOR(bernoulli__Tensor, Fill, "bernoulli_.Tensor(Tensor(a!) self, Tensor p) -> Tensor(a!)");

// Returns a new tensor of zeros and ones. `self` has the probability of a one for each element.
MODECHECK_OPERATOR(bernoulli, PointwiseUnary, "bernoulli(Tensor self) -> Tensor");

MODECHECK_OPERATOR(exponential_, Fill, "exponential_(Tensor(a!) self, float lambd=1) -> Tensor(a!)");

// Draws indices into the last dimension with replacement. The probability of an index is proportional to the element
// there.
MODECHECK_OPERATOR(_multinomial_with_replacement, Indexing,
                   "_multinomial_with_replacement(Tensor self, int num_samples) -> Tensor");

// Returns the derivative of the determinant with respect to each element, also for singular matrices. For an invertible
// matrix A it is det(A) times the transposed inverse.
MODECHECK_OPERATOR(_linalg_cofactors, MatrixProduct, "_linalg_cofactors(Tensor A) -> Tensor");

}  // namespace modecheck::engine::internal
