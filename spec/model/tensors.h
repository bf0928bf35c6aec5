// New tensors, storages and version counters, and storages that grow.
#pragma once

#include "spec/model/kinds.h"
#include "spec/model/state.h"

namespace modecheck::spec {

StorageId new_storage(ModelState& m, std::int64_t bytes);
CounterId new_counter(ModelState& m);
// Without a counter: an alias gets its source's.
TensorId new_tensor(ModelState& m, const Geometry& geometry, bool inference);
// K1, V1, V2: of the kind that the mode makes, with a counter of its own if it is a normal one.
TensorId new_tensor_of_mode(ModelState& m, const Geometry& geometry);

// The result of a functional operator, in a new storage with room for `spare_elements` more. `kept`, if not 0: that
// storage is as large, and the result lies there as it is planned.
TensorId fresh_result(ModelState& m, const Geometry& planned, int spare_elements, StorageId kept);
// How large the storage of a fresh result is.
std::int64_t fresh_bytes(Geometry planned);

// `geometry` gets the sizes and strides of another one.
void take_layout(Geometry& geometry, const Geometry& layout);
// The target gets other sizes, and a larger storage where it needs one.
void resize_to(ModelState& m, TensorId target, const Geometry& wanted, CallKeys keys);

}  // namespace modecheck::spec
