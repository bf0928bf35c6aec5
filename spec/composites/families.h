// Functions that several composites use, by the file that defines them.
#pragma once

#include "spec/composites/composite_row.h"
#include "spec/composites/sub_operations.h"

namespace modecheck::spec {

// products.cpp
TensorId tensordot(ModelState& m, TensorId self, TensorId other, const IntList& dims_self, const IntList& dims_other);
TensorId inner(ModelState& m, TensorId self, TensorId other);
TensorId kron(ModelState& m, TensorId self, TensorId other);
// movedim: moves the dimension `from` to position `to`.
TensorId moved(ModelState& m, TensorId self, int from, int to);
TensorId sum_over(ModelState& m, TensorId self, const IntList& dims, bool keepdim);

// losses.cpp
TensorId loss_of(ModelState& m, TensorId each, std::int64_t reduction);
TensorId pairwise_distance(ModelState& m, TensorId a, TensorId b, int order, int eps, bool keepdim);

}  // namespace modecheck::spec
