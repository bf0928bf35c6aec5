// The place in the graph where a tensor's gradient is retained.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/autograd/graph/node.h"
#include "engine/autograd/graph/node_hooks.h"

namespace modecheck::engine {

// An input of a node. `reindex` is explained at TensorHook. `beyond` is a second place, where the gradient of elements
// arrives that this node does not cover.
struct RetainPlace {
  NodePtr node;
  std::uint32_t output_nr;
  std::shared_ptr<const Reindex> reindex;
  std::shared_ptr<const RetainPlace> beyond = nullptr;
};

}  // namespace modecheck::engine
