// Internal operators: they have kernels of their own but are not in the catalogue. They are declared like the
// catalogue's operators, so that the generic Autograd and ADInplaceOrView kernels serve them. Internal operators that
// are built from other operators' kernels are in engine/kernels/internal_composites.h.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::engine::internal {

using spec::operators::Family;
using spec::operators::Operator;

// libtorch's schemas also have a generator; here chosen_generator() returns it.
MODECHECK_OPERATOR(normal_, Fill, "normal_(Tensor(a!) self, float mean=0, float std=1) -> Tensor(a!)");

// Fills with random integers from [from, to), or from `from` upwards if `to` is absent.
MODECHECK_OPERATOR(random__from, Fill, "random_.from(Tensor(a!) self, int from, int? to) -> Tensor(a!)");

// Returns zeros(sizes) with the elements of `self` where `mask` is true at its beginning, in order. This is the
// derivative of masked_scatter with respect to its source.
MODECHECK_OPERATOR(_masked_taken, Indexing, "_masked_taken(Tensor self, Tensor mask, int[] sizes) -> Tensor");

}  // namespace modecheck::engine::internal
