// Declares functions that more than one file of this folder uses. They are grouped by the file that defines them.
#pragma once

#include "spec/composites/composite_row.h"
#include "spec/composites/sub_operations.h"

namespace modecheck::spec {

// These functions run composites for products, and are defined in products.cpp.
TensorId tensordot(ModelState& m, TensorId self, TensorId other, const IntList& dims_self, const IntList& dims_other);
TensorId inner(ModelState& m, TensorId self, TensorId other);
TensorId kron(ModelState& m, TensorId self, TensorId other);
// Runs movedim: moves the dimension `from` of `self` to position `to`.
TensorId moved(ModelState& m, TensorId self, int from, int to);
TensorId sum_over(ModelState& m, TensorId self, const IntList& dims, bool keepdim);

// These functions run composites for losses and distances, and are defined in losses.cpp.
TensorId loss_of(ModelState& m, TensorId each, std::int64_t reduction);
TensorId pairwise_distance(ModelState& m, TensorId a, TensorId b, Halves order, Halves eps, bool keepdim);

}  // namespace modecheck::spec
