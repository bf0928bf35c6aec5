// Ids of the model's data: places in its pools, 0 for none.
#pragma once

#include <cstdint>

namespace modecheck::spec {

using TensorId = std::uint32_t;
using CounterId = std::uint32_t;
using NodeId = std::uint32_t;

// Where a gradient goes: to the node that made a tensor, as the gradient of that output.
struct Edge {
  NodeId node = 0;
  std::uint8_t input_nr = 0;
};

}  // namespace modecheck::spec
