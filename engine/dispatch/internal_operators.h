// Declares internal operators: operators with kernels of their own that are not in the catalogue. They are declared
// like the catalogue's operators, so that the generic Autograd and ADInplaceOrView kernels serve them. Internal
// operators that are built from other operators' kernels are in engine/kernels/internal_composites.h.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::engine::internal {

using spec::operators::Family;
using spec::operators::Operator;

// Fills with normally distributed random numbers. libtorch's operator takes the generator as an argument; this one asks
// chosen_generator() for it.
MODECHECK_OPERATOR(normal_, Fill, "normal_(Tensor(a!) self, float mean=0, float std=1) -> Tensor(a!)");

// Fills with random integers that are at least `from` and less than `to`. If `to` is absent, the largest integer of the
// dtype can be drawn too. For a floating-point dtype that is the end of the range in which it represents all integers
// exactly.
MODECHECK_OPERATOR(random__from, Fill, "random_.from(Tensor(a!) self, int from, int? to) -> Tensor(a!)");

// Returns a tensor of zeros with these sizes, whose first elements are replaced by the elements of `self` where `mask`
// is true, in row-major order. This is the derivative of masked_scatter with respect to its source.
MODECHECK_OPERATOR(_masked_taken, Indexing, "_masked_taken(Tensor self, Tensor mask, int[] sizes) -> Tensor");

}  // namespace modecheck::engine::internal
