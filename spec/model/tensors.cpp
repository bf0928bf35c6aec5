#include "spec/model/tensors.h"

#include "spec/limits/model/sanctioned_holes.h"
#include "spec/model/values.h"

namespace modecheck::spec {

StorageId new_storage(ModelState& m, std::int64_t bytes) {
  StorageState storage;
  storage.bytes = static_cast<std::uint32_t>(bytes);
  storage.on_host = m.on_host;
  m.storages.push_back(storage);
  return static_cast<StorageId>(m.storages.size() - 1);
}

CounterId new_counter(ModelState& m) {
  m.counters.push_back(0);
  return static_cast<CounterId>(m.counters.size() - 1);
}

TensorId new_tensor(ModelState& m, const Geometry& geometry, bool inference) {
  m.tensors.emplace_back(geometry, inference);
  return static_cast<TensorId>(m.tensors.size() - 1);
}

TensorId new_tensor_of_mode(ModelState& m, const Geometry& geometry) {
  const TensorId id = new_tensor(m, geometry, m.mode->inference);
  if (!m.mode->inference) m.tensors[id].counter = new_counter(m);
  return id;
}

std::int64_t fresh_bytes(Geometry planned) {
  planned.offset = 0;
  return bytes_needed(planned);
}

TensorId fresh_result(ModelState& m, const Geometry& planned, int extra_capacity, StorageId kept) {
  Geometry geometry = planned;
  const int item = item_size(planned.dtype);
  const std::int64_t elements = kept == 0 ? 0 : m.storages[kept].bytes / item;
  if (elements == 0) geometry.offset = 0;
  geometry.storage = new_storage(m, elements != 0 ? elements * item : fresh_bytes(planned) + extra_capacity * item);
  geometry.history = 0;
  return new_tensor_of_mode(m, geometry);
}

void take_layout(Geometry& geometry, const Geometry& layout) {
  geometry.rank = layout.rank;
  geometry.sizes = layout.sizes;
  geometry.strides = layout.strides;
}

void resize_to(ModelState& m, TensorId target, const Geometry& wanted, CallKeys keys) {
  limits::mark_reshaped(m, target, wanted, keys);
  Geometry& geometry = m.tensors[target].geometry;
  take_layout(geometry, wanted);
  const std::int64_t needed = bytes_needed(geometry);
  StorageState& storage = m.storages[geometry.storage];
  if (needed <= storage.bytes) return;
  storage.bytes = static_cast<std::uint32_t>(needed);
  play_resized_storage(m, geometry.storage);
}

}  // namespace modecheck::spec
