// Declares internal operators: operators with kernels of their own that are not in the catalogue. They are declared
// like the catalogue's operators, so that the generic Autograd and ADInplaceOrView kernels serve them. Internal
// operators that are built from other operators' kernels are in engine/kernels/internal_composites.h.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::engine::internal {

using spec::operators::Family;
using spec::operators::Operator;

// Fills with normally distributed random numbers. libtorch's schemas also have a generator argument; here
// chosen_generator() returns the generator.
MODECHECK_OPERATOR(normal_, Fill, "normal_(Tensor(a!) self, float mean=0, float std=1) -> Tensor(a!)");

// Fills with random integers from [from, to). If `to` is absent, the largest integer is the largest that the dtype
// represents exactly.
MODECHECK_OPERATOR(random__from, Fill, "random_.from(Tensor(a!) self, int from, int? to) -> Tensor(a!)");

// Returns zeros(sizes) that begin with the elements of `self` where `mask` is true, in order. This is the derivative of
// masked_scatter with respect to its source.
MODECHECK_OPERATOR(_masked_taken, Indexing, "_masked_taken(Tensor self, Tensor mask, int[] sizes) -> Tensor");

}  // namespace modecheck::engine::internal
