// Makes tensors, storages and version counters, and enlarges storages.
#pragma once

#include "spec/model/kinds.h"
#include "spec/model/state.h"

namespace modecheck::spec {

StorageId new_storage(ModelState& m, std::int64_t bytes);
CounterId new_counter(ModelState& m);
// Makes a tensor without a version counter: the caller gives an alias the counter of its source.
TensorId new_tensor(ModelState& m, const Geometry& geometry, bool inference);
// Rules K1, V1, V2: makes an inference tensor inside InferenceMode, and outside it a normal tensor with a version
// counter of its own.
TensorId new_tensor_of_mode(ModelState& m, const Geometry& geometry);

// Makes the result of a functional operator. Its new storage has space for `extra_capacity` more elements. If `kept` is
// not 0, the new storage is as large as the storage `kept`, and the result keeps its planned offset.
TensorId fresh_result(ModelState& m, const Geometry& planned, int extra_capacity, StorageId kept);
// Returns the size in bytes of the storage that fresh_result makes for a planned result.
std::int64_t fresh_bytes(Geometry planned);

// Gives `geometry` the sizes and strides of `layout`.
void take_layout(Geometry& geometry, const Geometry& layout);
// Gives the written tensor other sizes, and enlarges its storage if needed.
void resize_to(ModelState& m, TensorId target, const Geometry& wanted, CallKeys keys);

}  // namespace modecheck::spec
