// Ids of the model's tensors, storages, counters and nodes. An id is an index into a pool; 0 means none.
#pragma once

#include <cstdint>

namespace modecheck::spec {

using TensorId = std::uint32_t;
using CounterId = std::uint32_t;
using NodeId = std::uint32_t;

// Says where the gradient of a tensor goes: to the node that made the tensor, as the gradient of the node's output
// `input_nr`.
struct Edge {
  NodeId node = 0;
  std::uint8_t input_nr = 0;
};

}  // namespace modecheck::spec
